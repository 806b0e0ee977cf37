import { keyLabel } from '../commands/command.ts';
import styles from './parts.module.css';

/** Shows a key as it is written on the keyboard. */
export const Keys = ({ keys }: { readonly keys: string }) => (
  <kbd className={styles.kbd}>{keys === ' ' ? 'Space' : keyLabel(keys)}</kbd>
);
