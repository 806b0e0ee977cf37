/** Why the store refuses. The rooms above map each code to one of the API. */
export type StoreErrorCode =
  | 'planning_not_found'
  | 'change_not_found'
  | 'workspace_not_found'
  | 'id_taken'
  /** What a record refers to was deleted meanwhile. */
  | 'reference_gone'
  /** The database cannot store a value, such as a NUL character or a number out of range. */
  | 'value_refused'
  /** More writers of a planning wait than can be served. */
  | 'writers_waiting'
  | 'database_locked'
  | 'database_failed';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  /** The names and values involved, such as `{ kind, id }` for `id_taken` and `{ pid, startedAt, address }` for `database_locked`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: StoreErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
    this.details = details;
  }
}
