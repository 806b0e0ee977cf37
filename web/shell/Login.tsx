import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { present } from '../../engine/present.ts';
import { ServiceError, UnreachableError } from '../../client/serviceError.ts';
import type { SignOnMethods } from '../server/session.ts';
import { Button } from '../parts/Button.tsx';
import partStyles from '../parts/parts.module.css';
import { Brand } from './Brand.tsx';
import { useBoard } from './boardContext.ts';
import styles from './shell.module.css';

const explain = (error: unknown): string => {
  if (error instanceof UnreachableError) return 'The server cannot be reached.';
  if (!(error instanceof ServiceError)) return 'That did not work.';
  if (error.status === 401) return 'Email or password is wrong.';
  if (error.status === 429) return 'Too many attempts; wait a minute and try again.';
  return error.message;
};

/** The error with which a single sign-on returned; null when there is none. */
const signOnError = (): string | null => {
  const failure = new URLSearchParams(location.hash.slice(1)).get('error');
  return failure === null ? null : `Single sign-on did not work: ${failure}.`;
};

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

/** The single sign-on, if there is one; also null until that is known. */
const useSignOn = (): SignOnMethods['signOn'] => {
  const { session } = useBoard();
  const [signOn, setSignOn] = useState<SignOnMethods['signOn']>(null);
  useEffect(() => {
    // If the ways to log in cannot be loaded, the password form still works.
    session.methods().then(
      (methods) => setSignOn(methods.signOn),
      () => {},
    );
  }, [session]);
  return signOn;
};

const LoginForm = ({ isOver }: { readonly isOver: boolean }) => {
  const board = useBoard();
  const [problem, setProblem] = useState<string | null>(signOnError);
  const [isBusy, setIsBusy] = useState(false);
  const signOn = useSignOn();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem(null);
    board.session
      .logIn(textOf(data, 'email'), textOf(data, 'password'))
      .catch((error: unknown) => setProblem(explain(error)))
      .finally(() => setIsBusy(false));
  };
  return (
    <form className={styles.card} aria-label="Log in" onSubmit={submit}>
      <h1>
        <Brand size={26} /> Tidegate
      </h1>
      {isOver ? <p className={styles.hint}>Your session has ended. Log in to continue where you were.</p> : null}
      <label>
        E-mail
        <input className={partStyles.field} type="email" name="email" autoComplete="username" required autoFocus />
      </label>
      <label>
        Password
        <input className={partStyles.field} type="password" name="password" autoComplete="current-password" required />
      </label>
      <Button type="submit" kind="primary" isBusy={isBusy}>
        Log in
      </Button>
      {signOn === null ? null : (
        <a
          href={board.session.signOnAddress(location.pathname + location.search)}
          aria-label="Single sign-on"
          title={isOver ? `${signOn.name}, in another tab: this one stays as it is` : signOn.name}
          // What was typed on this page is kept.
          target={isOver ? '_blank' : undefined}
        >
          Single sign-on
        </a>
      )}
      {problem === null ? null : (
        <p className={styles.refused} role="alert" aria-label="Problem">
          {problem}
        </p>
      )}
    </form>
  );
};

/** The login with a password or by single sign-on. */
export const Login = () => (
  <main className={styles.login}>
    <LoginForm isOver={false} />
  </main>
);

const staysOpen = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.preventDefault();
};

/** The login after a session has ended: above the board and its dialogs, which stay as they are. Afterward, the focus is where it was. */
export const LoginOver = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    present(dialog.current).showModal();
    return () => {
      // Only now that the dialog is gone: as long as it makes the rest of the page inert, no text can be typed there.
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.loginOver}
      aria-label="Your session has ended"
      onKeyDown={staysOpen}
      onCancel={(event) => event.preventDefault()}
    >
      <LoginForm isOver />
    </dialog>,
    document.body,
  );
};
