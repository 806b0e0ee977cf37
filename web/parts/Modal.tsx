import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import styles from './parts.module.css';

interface ModalProps {
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly isWide?: boolean;
  /** True for a dialog at the side, behind which the board stays usable. */
  readonly isBeside?: boolean;
  readonly onClose: () => void;
  /** The element that gets the focus first. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Returns the element that gets the focus after closing; null for the one that had it before. */
  readonly last?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** Whether the login is shown over everything, so that clicks and keys are meant for it. */
const isBelowLogin = (): boolean => document.querySelector('dialog:modal') !== null;

/** A dialog over the board. Escape and a click outside close it. */
export const Modal = ({
  title,
  isTitleHidden = false,
  isWide = false,
  isBeside = false,
  onClose,
  first,
  last,
  children,
}: ModalProps) => (
  <Dialog.Root
    open
    modal={!isBeside}
    disablePointerDismissal={isBeside}
    onOpenChange={(isOpen) => (isOpen || isBelowLogin() ? undefined : onClose())}
  >
    <Dialog.Portal>
      {isBeside ? null : <Dialog.Backdrop className={styles.backdrop} />}
      <Dialog.Popup
        className={`${styles.modal} ${isWide ? styles.wide : ''} ${isBeside ? styles.beside : ''}`}
        {...(first === undefined ? {} : { initialFocus: first })}
        {...(last === undefined ? {} : { finalFocus: last })}
      >
        <Dialog.Title className={isTitleHidden ? 'unseen' : styles.modalTitle}>{title}</Dialog.Title>
        {children}
        {isBeside ? (
          <Dialog.Close className={styles.close} aria-label="Close">
            <X size={16} aria-hidden />
          </Dialog.Close>
        ) : null}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
