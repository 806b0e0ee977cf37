import { check } from '../../engine/check.ts';
import { feasiblePlacementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import { notFound } from '../access/authorize.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { ExternalResult, Scope } from '../types.ts';
import { Fenced, finishRun } from './finishRun.ts';
import { compileRun } from './parameters.ts';
import { partsByOperation } from './plan.ts';
import { EXTERNAL, failWhenOverdue, finished, isOpen } from './runAccess.ts';

/** The secret that a task's result is signed with; null when there is no such external task. Asked before anybody is known. */
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
 * What an external solver found, its signature checked by the caller. Judged like any other plan: an infeasible one is 400 with every
 * violation, and the task stays open. The same `webhookId` again is answered like the first time and changes nothing. Operations that
 * it does not name stay where they are.
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
  const instance = compileRun(state, run);
  const placement = placementFrom(instance, result);
  try {
    const found = { state, instance, placement, levels: evaluate(instance, placement), bound: null };
    return runRecord(await finishRun(deps, run, found, { status: 'SUCCEEDED', apply: true, webhookId }));
  } catch (error) {
    if (!(error instanceof Fenced)) throw error;
    return submitResult(deps, _scope, planning, id, result, { webhookId });
  }
};

/** Fails external tasks whose time is over; for whoever looks after tasks that nobody reads. */
export const failOverdue = async (deps: Ports): Promise<void> => {
  for (const run of await deps.runs.live()) await failWhenOverdue(deps, run);
};

const placementFrom = (instance: Instance, { assignments }: ExternalResult): Int32Array => {
  const problems = new Problems();
  const { names, partIndex, placed } = instance;
  const partsOf = partsByOperation(instance);
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  const placement = feasiblePlacementOf(instance);
  for (const [i, { operation, resource, parts }] of assignments.entries()) {
    const path = item('assignments', i);
    const own = partsOf.get(operation);
    if (own === undefined) {
      problems.add(below(path, 'operation'), 'unknown_reference', `The data has no operation ${operation}.`);
      continue;
    }
    for (const part of own) {
      const index = partIndex[part];
      const place = parts === undefined ? (resource ?? null) : (parts[index]?.resource ?? null);
      const to = place === null ? -1 : indexOf.get(place);
      if (to === undefined) problems.add(path, 'unknown_reference', `The data has no resource ${place}.`);
      else placement[part] = to;
    }
  }
  if (problems.any) throw toError(problems.list);
  const stays = (part: number): boolean => part >= 0 && placement[part] === placed[part];
  const violations = check(instance, placement).violations.filter(({ part }) => !stays(part));
  if (violations.length === 0) return placement;
  const rank = new Map(assignments.map(({ operation }, i) => [operation, i]));
  throw toError(
    violations.map(({ part, message }) => {
      const index = part < 0 ? undefined : rank.get(names.operations[instance.operation[part]]);
      return {
        path: index === undefined ? 'assignments' : item('assignments', index),
        code: 'plan_infeasible',
        message,
      };
    }),
  );
};
