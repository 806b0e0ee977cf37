import type { AssignmentPart } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { feasiblePlacementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { notFound } from '../access/authorize.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { ExternalResult, Scope } from '../types.ts';
import { Fenced, finishRun } from './finishRun.ts';
import { toFoundPlan } from './foundPlan.ts';
import { analyzedPatiently } from '../conflicts/analyzed.ts';
import { inSlices, Turn } from '../turns.ts';
import { compiledRun } from './parameters.ts';
import { partsByOperation } from '../plans/plannedMoves.ts';
import { EXTERNAL, failWhenOverdue, finished, isOpen } from './runAccess.ts';

/** The secret that signs a task's result; null if there is no such external task. Called before the request is authenticated. */
export const webhookSecret = async (
  deps: Ports,
  _scope: Scope,
  planning: string,
  id: string,
): Promise<string | null> => {
  const run = await deps.runs.get(id);
  return run === undefined || run.planning.id !== planning ? null : run.webhookSecret;
};

/**
 * Accepts the result of an external solver; the caller has verified the signature. It is judged like any other plan: an infeasible one is refused
 * with 400 and every violation, and the task stays open. Repeating a `webhookId` returns the same answer and changes nothing. Operations that the
 * result does not name stay where they are.
 */
export const submitResult = async (
  deps: Ports,
  _scope: Scope,
  planning: string,
  id: string,
  result: ExternalResult,
  { webhookId }: { readonly webhookId: string },
): Promise<RunRecord> => {
  const known = await deps.runs.get(id);
  if (known === undefined || known.planning.id !== planning || known.solver !== EXTERNAL) {
    throw notFound('external optimization task', id);
  }
  const run = await failWhenOverdue(deps, known);
  if (run.webhookId === webhookId) return runRecord(run);
  if (!isOpen(run)) throw finished(run);
  if (run.status === 'PENDING' || run.snapshotChange === null) {
    throw new ScheduleError('task_not_pending', `Optimization task ${id} has not been started.`);
  }
  const { workspace, snapshotChange } = run;
  const state = await deps.store.state({ planning: run.planning, workspace, change: snapshotChange });
  const instance = await compiledRun(deps, state, run);
  const placement = await placementFrom(deps, state, instance, result);
  try {
    const found = await toFoundPlan(deps, { state, instance, placement, levels: null, bound: null });
    return runRecord(await finishRun(deps, run, found, { status: 'SUCCEEDED', apply: true, webhookId }));
  } catch (error) {
    if (!(error instanceof Fenced)) throw error;
    return submitResult(deps, _scope, planning, id, result, { webhookId });
  }
};

/** Fails external tasks that are past their time limit. Called periodically, for tasks that nobody reads. */
export const failOverdue = async (deps: Ports): Promise<void> => {
  for (const run of await deps.runs.live()) await failWhenOverdue(deps, run);
};

/** Reads a placement from the result. All problems are reported at once: unknown ids, and what the engine's judge finds in the rest. */
const placementFrom = async (
  deps: Pick<Ports, 'resolutions'>,
  state: PlanningState,
  instance: Instance,
  { assignments }: ExternalResult,
): Promise<Int32Array> => {
  const problems = new Problems();
  const { names, placed, operation: operationOf } = instance;
  const { placement, rank } = await readPlaces(state, instance, assignments, problems);
  const { organization } = state.planning;
  const violations = await analyzedPatiently(deps, organization, instance, { of: 'violations', placement });
  for (const { part, message } of violations) {
    if (part >= 0 && placement[part] === placed[part]) continue;
    const index = part < 0 ? undefined : rank.get(names.operations[operationOf[part]]);
    problems.add(index === undefined ? 'assignments' : item('assignments', index), 'plan_infeasible', message);
  }
  if (problems.any) throw toError(problems.list);
  return placement;
};

type Planned = ExternalResult['assignments'][number];

/** The placement as far as ids are known, and the position of each operation in the result. Notes what is wrong in `problems`. */
const readPlaces = async (
  state: PlanningState,
  instance: Instance,
  assignments: readonly Planned[],
  problems: Problems,
): Promise<{ readonly placement: Int32Array; readonly rank: ReadonlyMap<string, number> }> => {
  const { names } = instance;
  const turn = new Turn();
  const partsOf = await inSlices(partsByOperation(instance));
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  const placement = feasiblePlacementOf(instance);
  const rank = new Map<string, number>();
  for (const [i, assignment] of assignments.entries()) {
    if (turn.isOver) await turn.pass();
    const { operation } = assignment;
    const path = item('assignments', i);
    const own = partsOf.get(operation);
    if (own === undefined) {
      problems.add(below(path, 'operation'), 'unknown_reference', `The data does not contain operation ${operation}.`);
      continue;
    }
    const earlier = rank.get(operation);
    if (earlier !== undefined) {
      const message = `Operation ${operation} already has a place in assignments.${earlier}.`;
      problems.add(below(path, 'operation'), 'plan_infeasible', message);
      continue;
    }
    rank.set(operation, i);
    const stored = state.assignmentOf(operation)?.fields.parts ?? [];
    const other = assignment.parts === undefined ? null : otherParts(assignment.parts, stored, timesOf(instance, own));
    if (other !== null) {
      problems.add(below(path, 'parts'), 'plan_infeasible', other);
      continue;
    }
    for (const part of own) {
      const index = instance.partIndex[part];
      const place = placeOf(assignment, index);
      const to = place === null ? -1 : indexOf.get(place);
      if (to !== undefined) placement[part] = to;
      else {
        const member = assignment.parts === undefined ? 'resource' : `parts.${index}.resource`;
        problems.add(below(path, member), 'unknown_reference', `The data does not contain resource ${place}.`);
      }
    }
  }
  return { placement, rank };
};

const placeOf = ({ resource, parts }: Planned, part: number): string | null =>
  (parts === undefined ? resource : parts[part]?.resource) ?? null;

/** Epoch milliseconds, by the index of the part in its operation. */
type Times = ReadonlyMap<number, { readonly startAt: number; readonly endAt: number }>;

const timesOf = ({ partIndex, start, end, origin }: Instance, parts: readonly number[]): Times =>
  new Map(
    parts.map((part) => [
      partIndex[part],
      { startAt: (origin + start[part]) * 1000, endAt: (origin + end[part]) * 1000 },
    ]),
  );

/** How the parts of a result differ from those of the data; null if they do not. A plan may place parts, but not split, join or shift them. */
const otherParts = (
  parts: NonNullable<Planned['parts']>,
  stored: readonly AssignmentPart[],
  times: Times,
): string | null => {
  const count = Math.max(1, stored.length);
  if (parts.length !== count)
    return `has ${parts.length} parts, but the data has ${count}; a plan cannot split or join them.`;
  const isSame = (text: string | null | undefined, ...known: readonly (number | null | undefined)[]): boolean =>
    text == null || known.includes(Date.parse(text));
  const moved = parts.findIndex(({ startAt, endAt }, i) => {
    const window = times.get(i);
    return !isSame(startAt, stored[i]?.startAt, window?.startAt) || !isSame(endAt, stored[i]?.endAt, window?.endAt);
  });
  return moved < 0 ? null : `gives part ${moved} other times than the data; a plan can choose places only, not times.`;
};
