import type { PlanningState } from '../../db/store/planningState.ts';
import type { Run } from '../../db/store/runs.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { RunParameters } from '../../engine/instance/planningDocument.ts';
import { documentOf } from '../documents/documentOf.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { item, Problems } from '../problems.ts';
import { instant } from '../records/instants.ts';
import type { JsonObject } from '../types.ts';
import { EXTERNAL } from './runAccess.ts';

const DAY_SECONDS = 86_400;

/** With the defaults that the record shows. */
export const withDefaults = (solver: string, parameters: JsonObject): JsonObject => ({
  timeLimitSeconds: solver === EXTERNAL ? DAY_SECONDS : 30,
  gap: 0.001,
  seed: 1,
  ...parameters,
});

export const requireSolver = ({ solvers }: Ports, solver: string): void => {
  const known = [...solvers.map(({ id }) => id), EXTERNAL];
  if (known.includes(solver)) return;
  throw new ScheduleError('unknown_solver', `There is no solver ${solver}; there are: ${known.join(', ')}.`);
};

/** Collects frozen operations that the planning does not have. */
export const requireOperations = (state: PlanningState, parameters: JsonObject): void => {
  const problems = new Problems();
  for (const [i, id] of ((parameters['frozenOperations'] ?? []) as readonly string[]).entries()) {
    if (state.get('operation', id) !== undefined) continue;
    problems.missingReference(item('parameters.frozenOperations', i), 'operation', id);
  }
  problems.check();
};

/** The instance that a run solves, or that its plan is rechecked on. Operations frozen then that are gone now are no longer named. */
export const compileRun = (state: PlanningState, { parameters, createdAt, startedAt }: Run): Instance => {
  const { frozenOperations, ...rest } = parameters as RunParameters;
  const frozen = frozenOperations?.filter((id) => state.get('operation', id) !== undefined);
  return compile(documentOf(state), {
    parameters: { ...rest, ...(frozen === undefined ? {} : { frozenOperations: frozen }) },
    referenceTime: instant(startedAt ?? createdAt),
  });
};
