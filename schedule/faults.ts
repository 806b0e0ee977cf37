import { StoreError } from '../db/store/storeError.ts';
import { CompileError, type ProblemCode } from '../engine/instance/compileError.ts';
import { visibleOrganizations } from './access/authorize.ts';
import { StaleInput } from './changes/freshness.ts';
import { staleError } from './changes/staleError.ts';
import { type ErrorCode, type Problem, ScheduleError } from './errors.ts';
import type { Ports } from './ports.ts';
import { InvalidInput, type Problems, toError } from './problems.ts';
import type { Scope } from './types.ts';

/** What the engine's document reader finds, in this room's codes. */
const CODE_OF: Partial<Record<ProblemCode, ErrorCode>> = {
  bad_weight: 'weight_negative',
  duplicate_id: 'id_taken',
  parts_overlap: 'parts_out_of_order',
  resource_and_parts: 'resource_and_parts',
  unknown_reference: 'unknown_reference',
};

export const fromCompileError = ({ problems }: CompileError): Problem[] =>
  problems.map(({ path, code, message }) => ({ path, code: CODE_OF[code] ?? 'validation_failed', message }));

/** Turns what was thrown inside into what leaves the room. Runs outside of any transaction. */
export const settle = async (
  deps: Pick<Ports, 'store' | 'accounts'>,
  scope: Scope,
  error: unknown,
): Promise<unknown> => {
  if (error instanceof StaleInput) return staleError(deps, error);
  if (error instanceof InvalidInput) return toError(await classify(deps, scope, error.problems));
  if (error instanceof CompileError) return toError(fromCompileError(error));
  if (!(error instanceof StoreError)) return error;
  switch (error.code) {
    case 'planning_not_found':
    case 'workspace_not_found':
    case 'change_not_found':
      return new ScheduleError('not_found', error.message, { cause: error });
    default:
      return error;
  }
};

/** Of the references that the planning does not hold, those that another planning of the caller does. */
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
    const other = await store.state({ planning: located.planning, workspace: null });
    if (other.get(kind, id) !== undefined) elsewhere.set(key, located.planning.id);
  }
  return problems.list.map((problem) => {
    const reference = problems.missing.get(problem);
    const planning = reference && elsewhere.get(`${reference.kind} ${reference.id}`);
    if (reference === undefined || planning === undefined) return problem;
    const message = `${problem.path} names the ${reference.kind} ${reference.id} of planning ${planning}; references stay in one planning.`;
    return { path: problem.path, code: 'not_in_planning', message };
  });
};

/** An input with thousands of bad references does not cost thousands of queries. */
const LOOKED_UP = 20;
