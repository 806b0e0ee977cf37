import styles from './dialogs.module.css';

/** What went wrong; nothing while the text is empty. */
export const Problem = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p className={styles.refused} role="alert" aria-label="Problem">
      {text}
    </p>
  );
