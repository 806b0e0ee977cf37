import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './parts.module.css';

interface ModalProps {
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  /** What has the focus first. */
  readonly first?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A dialog over the board; Escape and a click beside it close it. */
export const Modal = ({ title, isTitleHidden = false, isWide = false, onClose, first, children }: ModalProps) => (
  <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
    <Dialog.Portal>
      <Dialog.Backdrop className={styles.backdrop} />
      <Dialog.Popup
        className={`${styles.modal} ${isWide ? styles.wide : ''}`}
        {...(first === undefined ? {} : { initialFocus: first })}
      >
        <Dialog.Title className={isTitleHidden ? 'unseen' : styles.modalTitle}>{title}</Dialog.Title>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
