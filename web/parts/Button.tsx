import type { ComponentProps, ReactNode } from 'react';
import styles from './parts.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly kind?: 'plain' | 'outlined' | 'primary';
  /** The accessible name of a button that shows only a symbol. */
  readonly label?: string;
  readonly children: ReactNode;
  readonly isPressed?: boolean;
  /** Whether what it started is under way: pressing it does nothing then, and it keeps the focus, which a disabled button loses. */
  readonly isBusy?: boolean;
}

const ignore = (event: { preventDefault(): void }): void => event.preventDefault();

export const Button = ({
  kind = 'plain',
  label,
  children,
  isPressed,
  isBusy = false,
  className = '',
  title,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    {...(label === undefined ? {} : { 'aria-label': label, title: title ?? label })}
    {...(label === undefined && title !== undefined ? { title } : {})}
    {...(isBusy ? { 'aria-disabled': true, onClick: ignore } : {})}
    {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
    className={[
      styles.button,
      kind === 'outlined' ? styles.outlined : kind === 'primary' ? styles.primary : '',
      label === undefined ? '' : styles.icon,
      className,
    ].join(' ')}
  >
    {children}
  </button>
);
