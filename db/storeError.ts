/** What the store refuses; the rooms above map each to a wire code. */
export type StoreErrorCode =
  | 'planning_not_found'
  | 'change_not_found'
  | 'workspace_not_found'
  | 'id_taken'
  /** What a record would belong to ended in the meantime. */
  | 'reference_gone'
  /** The database cannot hold a value: a NUL character, a number out of range. */
  | 'value_refused'
  | 'database_locked'
  | 'database_failed';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  /** Names and values involved: `{ kind, id }` for `id_taken`, `{ pid, startedAt, address }` for `database_locked`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: StoreErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
    this.details = details;
  }
}
