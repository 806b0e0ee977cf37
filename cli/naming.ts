import { messageOf } from '../engine/messageOf.ts';
import { StoreError } from '../db/storeError.ts';

/** What to do about the commonest errors, by their code. */
const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Start PostgreSQL, or correct the host and the port.',
  ENOTFOUND: 'Correct the host.',
  '28P01': 'Correct the user and the password.',
  '42501': 'Give the user this right, or run "tidegate migrate" as a user who has it.',
  '3D000': 'Create the database, or correct its name.',
  EACCES: 'Run as the user to whom the folder belongs, or name another folder.',
  EEXIST: 'Name a folder.',
  ENOTDIR: 'Name a folder.',
  EROFS: 'Mount it for writing, or name another folder.',
  ENOSPC: 'Free some space.',
  ECONNRESET: 'See the log of PostgreSQL; if the server has no TLS, ask for none (sslmode).',
};

/** An error of the system or of PostgreSQL that begins with what it concerns. */
class NamedError extends Error {
  readonly code: unknown;

  constructor(message: string, cause: Error & { readonly code: unknown }) {
    super(message, { cause });
    this.code = cause.code;
  }
}

/** An error with the name of what it concerns before it, if it is one of the system or of PostgreSQL and has none yet. */
export const named = (setting: string, error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error instanceof StoreError || error instanceof NamedError) return error;
  // For a host with several addresses, the error has a cause for each address and no message of its own.
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const advice = ADVICE[String(error.code)];
  return new NamedError(
    `${setting}: ${causes.map(messageOf).join('; ')}${advice === undefined ? '' : `. ${advice}`}`,
    error,
  );
};

/** Puts the name of what they concern before errors of the work. */
export const naming = async <T>(setting: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw named(setting, error);
  }
};
