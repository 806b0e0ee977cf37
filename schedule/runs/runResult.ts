import { notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Json, Scope } from '../types.ts';
import { planOf, type StoredPlan } from './foundPlan.ts';
import { findRun } from './runAccess.ts';

export interface RunResult extends Pick<StoredPlan, 'score' | 'bound' | 'gap'> {
  readonly task: string;
  readonly assignments: Json;
  readonly moves: Json;
  readonly terms: Json;
}

/** The plan that the task ended with; 404 while there is none. */
export const runResult = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<RunResult> => {
  const run = await findRun(deps, scope, planning, id, 'viewer');
  const plan = planOf(run);
  if (plan === null) throw notFound('result of optimization task', id);
  const { score, bound, gap, assignments, moves, terms } = plan;
  return { task: run.id, score, bound, gap, assignments, moves, terms };
};
