import { messageOf } from '../engine/messageOf.ts';
import { isCanceled, isFull, isInTheWay, isUnavailable } from '../db/versions/databaseFault.ts';
import { StoreError, type StoreErrorCode } from '../db/storeError.ts';
import { CompileError } from '../engine/instance/compileError.ts';
import { visibleOrganizations } from './access/authorize.ts';
import { StaleInput } from './changes/freshness.ts';
import { staleError } from './changes/staleError.ts';
import { type Problem, type RefusalCode, ScheduleError } from './errors.ts';
import type { Ports } from './ports.ts';
import { InvalidInput, type Problems, toError } from './problems.ts';
import type { Scope } from './types.ts';

export { isUndone } from '../db/versions/databaseFault.ts';

const REFUSAL_OF = {
  planning_not_found: 'not_found',
  change_not_found: 'not_found',
  workspace_not_found: 'not_found',
  id_taken: 'id_taken',
  reference_gone: 'unknown_reference',
  value_refused: 'value_refused',
  writers_waiting: 'busy',
  database_locked: 'database_unavailable',
  database_failed: 'database_unavailable',
} as const satisfies Record<StoreErrorCode, RefusalCode>;

const reasonOf = (error: unknown): string => {
  if (isCanceled(error)) return 'The database took too long and stopped.';
  if (isInTheWay(error)) return 'Others have locked or changed the same data in the database.';
  return isFull(error) ? 'The disk of the database is full.' : 'The database is full or cannot be reached.';
};

/** Maps a database error to a ScheduleError; undefined if the error is of another kind. */
export const fromDatabase = (error: unknown): ScheduleError | undefined => {
  const code = error instanceof StoreError ? REFUSAL_OF[error.code] : null;
  if (code === 'database_unavailable' || isUnavailable(error)) {
    return new ScheduleError('database_unavailable', `${reasonOf(error)} Try again later.`, { cause: error });
  }
  return code === null ? undefined : new ScheduleError(code, messageOf(error), { cause: error });
};

/** Maps an error that a verb threw to the one that its caller gets. Runs outside of any transaction. */
export const settle = async (
  deps: Pick<Ports, 'store' | 'accounts'>,
  scope: Scope,
  error: unknown,
): Promise<unknown> => {
  if (error instanceof StaleInput) return staleError(deps, error);
  if (error instanceof InvalidInput) return toError(await classify(deps, scope, error.problems));
  if (error instanceof CompileError) return toError(error.problems);
  return fromDatabase(error) ?? error;
};

/** Lists the problems; a reference that names an entity of another planning of the caller gets the code `not_in_planning`. */
export const classify = async (
  { store }: Pick<Ports, 'store'>,
  scope: Scope,
  problems: Problems,
): Promise<Problem[]> => {
  const elsewhere = new Map<string, string>();
  const organizations = visibleOrganizations(scope);
  for (const { kind, id } of [...problems.missing.values()].slice(0, LOOKED_UP)) {
    const key = `${kind} ${id}`;
    if (elsewhere.has(key)) continue;
    const located = await store.locate(organizations, kind, id);
    if (located.found !== 'one') continue;
    const mainline = await store.state({ planning: located.planning });
    // What a draft deleted is missing there, although the mainline of the same planning has it.
    const isOfDraft = scope.workspace !== null && mainline.get('workspace', scope.workspace) !== undefined;
    if (!isOfDraft && mainline.get(kind, id) !== undefined) elsewhere.set(key, located.planning.id);
  }
  return problems.list.map((problem) => {
    const reference = problems.missing.get(problem);
    const planning = reference && elsewhere.get(`${reference.kind} ${reference.id}`);
    if (reference === undefined || planning === undefined) return problem;
    const message = `names the ${reference.kind} ${reference.id} of planning ${planning}; references stay in one planning`;
    return { path: problem.path, code: 'not_in_planning', message };
  });
};

/** Limit on lookups, so that an input with thousands of bad references does not cause thousands of queries. */
export const LOOKED_UP = 20;
