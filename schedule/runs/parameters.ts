import { fromJson } from '../storedAs.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import { compile, type CompileOptions } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { RunParameters } from '../../engine/instance/planningDocument.ts';
import { compiledPatiently } from '../conflicts/analyzed.ts';
import { planOf } from '../documents/documentOf.ts';
import { ScheduleError } from '../errors.ts';
import type { Instances } from '../instances/instances.ts';
import { isLarge } from '../instances/large.ts';
import type { Ports, SolverDescription } from '../ports.ts';
import { below, item, Problems } from '../problems.ts';
import { instant } from '../records/instants.ts';
import type { JsonObject, OptimizeInput } from '../types.ts';
import { EXTERNAL } from './runAccess.ts';

const DAY_SECONDS = 86_400;

/** Adds the default parameters, which the record shows. */
export const withDefaults = (solver: string, parameters: JsonObject): JsonObject => ({
  timeLimitSeconds: solver === EXTERNAL ? DAY_SECONDS : 30,
  gap: 0.001,
  seed: 1,
  ...parameters,
});

export const requireSolver = ({ solvers }: Ports, solver: string): void => {
  const known = [...solvers.map(({ id }) => id), EXTERNAL];
  if (known.includes(solver)) return;
  throw new ScheduleError('unknown_solver', `There is no solver ${solver}; choose one of ${known.join(', ')}.`);
};

const ownParameters = ({ parameters }: SolverDescription): readonly string[] => Object.keys(parameters.properties);

/** The requested solver; otherwise the first one that supports all given parameters that only some solvers have; otherwise `auto`. */
export const solverFor = ({ solvers }: Ports, { solver, parameters = {} }: OptimizeInput): string => {
  if (solver !== undefined) return solver;
  const own = new Set(solvers.flatMap(ownParameters));
  const wanted = Object.keys(parameters).filter((name) => own.has(name));
  if (wanted.length === 0) return 'auto';
  return solvers.find((one) => wanted.every((name) => ownParameters(one).includes(name)))?.id ?? 'auto';
};

/**
 * Refuses parameters that only other solvers have, and a time limit above the maximum. An external task may have any time limit, since it occupies no
 * worker.
 */
export const requireParameters = ({ solvers, limits }: Ports, solver: string, parameters: JsonObject): void => {
  const known = solvers.find(({ id }) => id === solver);
  if (known === undefined) return;
  const problems = new Problems();
  const limitSeconds = limits['runSeconds'] ?? Number.POSITIVE_INFINITY;
  if (Number(parameters['timeLimitSeconds']) > limitSeconds) {
    const detail = `A run may take at most ${limitSeconds} s here.`;
    problems.add(below('parameters', 'timeLimitSeconds'), 'too_big', detail);
  }
  for (const name of Object.keys(parameters)) {
    const having = solvers.filter((one) => ownParameters(one).includes(name)).map(({ id }) => id);
    if (having.length === 0 || having.includes(solver)) continue;
    problems.add(
      below('parameters', name),
      'unknown_member',
      `Solver ${solver} has no parameter ${name}; these solvers have one: ${having.join(', ')}.`,
    );
  }
  problems.check();
};

/** Throws for frozen operations that the planning does not contain. */
export const requireOperations = (state: PlanningState, parameters: JsonObject): void => {
  const problems = new Problems();
  for (const [i, id] of (fromJson<RunParameters>(parameters).frozenOperations ?? []).entries()) {
    if (state.get('operation', id) !== undefined) continue;
    problems.missingReference(item('parameters.frozenOperations', i), 'operation', id);
  }
  problems.check();
};

/** Parameters that control only the search and do not affect the compiled instance. */
const OF_THE_SEARCH: ReadonlySet<string> = new Set(['timeLimitSeconds', 'gap', 'seed', 'stepLimit']);

/** Like `compiledRun`, but uses a cached instance of the state if the run's parameters do not affect it. */
export const instanceOfRun = async (
  deps: Pick<Ports, 'resolutions' | 'clock'>,
  state: PlanningState,
  run: Run,
  instances: Instances | undefined,
): Promise<Instance> => {
  const isPlain = Object.keys(run.parameters).every((name) => OF_THE_SEARCH.has(name));
  if (!isPlain || instances === undefined) return compiledRun(deps, state, run);
  const from = countedFrom(run);
  return instances.knownAt(state, from) ?? (isLarge(state) ? compiledRun(deps, state, run) : instances.at(state, from));
};

/** The time, in epoch milliseconds, from which the run's `stability` rules count lead times. */
const countedFrom = ({ createdAt, startedAt }: Run): number => startedAt ?? createdAt;

/** Compiles the instance that a run solves, or that its plan is rechecked on. Frozen operations that no longer exist are left out. */
const compileRun = (state: PlanningState, run: Run, alsoFrozen: readonly string[]): Instance =>
  compile(planOf(state), optionsOf(state, run, alsoFrozen));

/** Like `compileRun`; a large plan is compiled in a worker thread. */
export const compiledRun = async (
  deps: Pick<Ports, 'resolutions' | 'clock'>,
  state: PlanningState,
  run: Run,
  alsoFrozen: readonly string[] = [],
): Promise<Instance> =>
  isLarge(state)
    ? compiledPatiently(deps, { state, run: optionsOf(state, run, alsoFrozen) }, 'instance')
    : compileRun(state, run, alsoFrozen);

const optionsOf = (
  state: PlanningState,
  run: Run,
  alsoFrozen: readonly string[],
): Pick<CompileOptions, 'parameters' | 'referenceTime'> => {
  const { frozenOperations = [], ...rest } = fromJson<RunParameters>(run.parameters);
  const frozen = [...frozenOperations, ...alsoFrozen].filter((id) => state.get('operation', id) !== undefined);
  return {
    parameters: { ...rest, ...(frozen.length === 0 ? {} : { frozenOperations: frozen }) },
    referenceTime: instant(countedFrom(run)),
  };
};
