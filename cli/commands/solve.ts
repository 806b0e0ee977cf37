import { present } from '../../engine/present.ts';
import { toBound, toGap, toSeconds } from '../../engine/objective/wireNumbers.ts';
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { check } from '../../engine/check.ts';
import { cliqueBound } from '../../engine/cliqueBound.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { RunParameters } from '../../engine/instance/planningDocument.ts';
import { toAssignments } from '../../engine/instance/assignments.ts';
import { Plan } from '../../engine/board/plan.ts';
import { type Solution, toScore } from '../../engine/objective/score.ts';
import { gapText } from '../../engine/wording.ts';
import type { PoolEvent, PoolResult } from '../../solvers/pool/merge.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { SolveError } from '../../solvers/pool/protocol.ts';
import { findSolver, solvers } from '../../solvers/registry.ts';
import type { Solver, SolverParameters } from '../../solvers/solver.ts';
import { alternativesText, explanationText } from '../explanationText.ts';
import { frontierRecords } from '../../schedule/runs/frontierRecords.ts';
import { frontierText, readLimits } from '../frontierText.ts';
import { InputError, readJson } from '../inputFile.ts';
import { numberOption, wholeOption } from '../numberOption.ts';
import { checkWritable, writeOutput } from '../outputFile.ts';
import { ALL_PROBLEMS, readPlan } from '../planningFile.ts';
import { formatScore, ProgressDisplay, type ProgressFigures } from '../progressLine.ts';
import { onStopSignal } from '../stopSignal.ts';

interface SolveOptions {
  readonly solver?: string;
  readonly timeLimit?: number;
  readonly seed?: number;
  readonly stepLimit?: number;
  readonly threads?: number;
  readonly gap?: number;
  readonly out?: string;
  readonly json?: boolean;
  /** The limits as text; true stands for the default limits. */
  readonly frontier?: string | true;
  readonly explain?: boolean;
  readonly alternatives?: string;
  readonly all?: boolean;
}

const MOST_SEED = 2 ** 32 - 1;
const MOST_THREADS = 256;
/** A plan with fewer possible places is usually solved before a second thread has started. */
const FEW_ARCS = 20_000;

export const solveCommand = (): Command =>
  new Command('solve')
    .argument('<plan>', 'planning document (JSON, gzipped or not; - for standard input)')
    .option(
      '--solver <id>',
      `one of ${solvers.map(({ id }) => id).join(', ')} (default auto; with --frontier, ${FRONTIER_SOLVER})`,
    )
    .option('--time-limit <seconds>', 'how long to search (default 30)', numberOption(0))
    .option('--seed <n>', 'seed of the random numbers (default 1)', wholeOption(0, MOST_SEED))
    .option(
      '--step-limit <n>',
      'stop after n iterations, which makes the result reproducible on any machine',
      wholeOption(1),
    )
    .option('--gap <ratio>', 'stop at this gap between plan and bound (default 0)', numberOption(0))
    .option(
      '--threads <n>',
      'solver threads (default: one for a small plan, else one for each processor)',
      wholeOption(1, MOST_THREADS),
    )
    .option('--out <file>', 'write the solution to this file')
    .option(
      '--frontier [limits]',
      'also find the best score with at most this many reassignments, such as 0,1,2,5,10,all',
    )
    .option('--json', 'print one JSON object on standard output')
    .option('--explain', 'show what the score consists of, and why operations have no place or are in conflict')
    .option('--alternatives <operation>', 'show every resource as a place for the operation with this id in the plan')
    .option(...ALL_PROBLEMS)
    .addHelpText('after', '\nCtrl-C ends the search and keeps the best plan so far.')
    .action(solve);

/** The solver that the options name, or one that can compute a frontier when they ask for one. Throws InputError. */
const solverOf = ({ solver, frontier }: SolveOptions): Solver => {
  const id = solver ?? (frontier === undefined ? 'auto' : FRONTIER_SOLVER);
  const found = findSolver(id);
  if (found === undefined)
    throw new InputError([`--solver ${id}: no such solver; there are ${solvers.map((one) => one.id).join(', ')}`]);
  if (frontier !== undefined && !('frontier' in found.parameters))
    throw new InputError([`--frontier: ${id} cannot compute one; ${FRONTIER_SOLVER} can`]);
  return found;
};

/** The parameters of the run. Options take precedence over the document. */
const parametersOf = (
  options: SolveOptions,
  { arcResource }: Instance,
  given: RunParameters,
  frontier: SolverParameters['frontier'],
) => ({
  gap: options.gap ?? given.gap ?? 0,
  seed: options.seed ?? given.seed ?? 1,
  stepLimit: options.stepLimit ?? given.stepLimit ?? null,
  timeLimitSeconds: options.timeLimit ?? usualLimit(options.stepLimit, given),
  threads: options.threads ?? (arcResource.length < FEW_ARCS ? 1 : availableParallelism()),
  frontier: frontier ?? given.frontier ?? null,
});

const solve = async (file: string, options: SolveOptions): Promise<void> => {
  const frontier = options.frontier === undefined ? null : readLimits(options.frontier);
  const solver = solverOf(options);
  const display = new ProgressDisplay(process.stderr);
  // The first thread starts while the plan is read.
  const pool = new SolverPool({ ...(options.threads !== undefined && { threads: options.threads }), warm: 1 });
  const stop = new AbortController();
  const endListening = onStopSignal(() => stop.abort());
  try {
    const { document, instance } = readPlan(await readJson(file), options.all);
    if (options.alternatives !== undefined) partOf(instance, options.alternatives);
    const reason = solver.supports(instance);
    if (reason !== null) throw new InputError([`--solver ${solver.id}: ${reason}`]);
    if (options.out !== undefined) await checkWritable(options.out);
    const result = await pool.run({
      instance,
      solver: solver.id,
      parameters: parametersOf(options, instance, document.parameters ?? {}, frontier),
      onEvent: follow(instance, display),
      signal: stop.signal,
    });
    display.clear();
    await say(instance, result, options, document.planning.timezone);
  } catch (error) {
    display.clear();
    if (error instanceof SolveError && error.code === 'unsupported_instance') throw new InputError([error.message]);
    throw error;
  } finally {
    endListening();
    await pool.close();
  }
};

/**
 * The default time limit. With a step limit there is none, not even that of the document, since a clock would make the result depend on the machine.
 */
const usualLimit = (asked: number | undefined, given: RunParameters): number => {
  if (asked !== undefined) return NEVER;
  return given.timeLimitSeconds ?? (given.stepLimit == null ? 30 : NEVER);
};
const NEVER = 1e9;

/** The first solver that can compute a frontier. */
const FRONTIER_SOLVER = solvers.find(({ parameters }) => 'frontier' in parameters)?.id ?? 'none';

/** The limits of explanations: higher than those of a response over HTTP. */
const EVERYTHING = { reasons: 200, operations: 100_000 };

/** Turns the events of the pool into the figures of the progress line. */
const follow = (instance: Instance, display: ProgressDisplay): ((event: PoolEvent) => void) => {
  let figures: ProgressFigures = { elapsedSeconds: 0 };
  let best: Solution | null = null;
  let bound: number | null = null;
  return (event) => {
    if (event.kind === 'incumbent') best = event.solution;
    if (event.kind !== 'progress') bound = event.bound ?? bound;
    figures = { ...figures, elapsedSeconds: event.seconds };
    if (event.kind === 'progress')
      figures = {
        ...figures,
        phase: event.phase,
        iterationsPerSecond: event.iterations / Math.max(1e-3, event.seconds),
      };
    if (best !== null) {
      const { conflicts, unassigned } = check(instance, best.placement);
      figures = {
        ...figures,
        score: best.cost / 100,
        bound: toBound(bound),
        gap: toGap(best.cost, bound),
        conflicts,
        unassigned,
      };
    }
    display.show(figures);
  };
};

/** The index of the operation's first part. Throws InputError. */
const partOf = ({ names, operation }: Instance, id: string): number => {
  const part = operation.indexOf(names.operations.indexOf(id));
  if (part < 0) throw new InputError([`--alternatives ${id}: no such operation, or it has no time`]);
  return part;
};

// What only some runs print is loaded only then, so that a small plan is solved sooner.
const explanationOf = async (instance: Instance, { placement }: Solution, timezone: string, optimal: boolean) => {
  const { explainPlan } = await import('../../engine/explain/explainPlan.ts');
  return explainPlan(instance, placement, { ...EVERYTHING, timezone, optimal });
};

const alternativesTo = async (instance: Instance, { placement }: Solution, operation: string) => {
  const { candidates } = await import('../../engine/metrics/candidates.ts');
  return candidates(new Plan(instance, placement), partOf(instance, operation));
};

const figuresOf = (instance: Instance, { solution, bound, iterations, seconds, status }: PoolResult) => {
  const { conflicts, unassigned, reassignments } = check(instance, solution.placement);
  return {
    status,
    score: toScore(solution.levels),
    bound: toBound(bound),
    gap: toGap(solution.cost, bound),
    conflicts,
    unassigned,
    unavoidableUnassigned: cliqueBound(instance).unavoidableUnassigned,
    reassigned: reassignments,
    seconds: toSeconds(seconds),
    iterations,
  };
};

const say = async (instance: Instance, result: PoolResult, options: SolveOptions, timezone = 'UTC'): Promise<void> => {
  const { solution, status } = result;
  const explanation =
    options.explain === true ? await explanationOf(instance, solution, timezone, status === 'optimal') : null;
  const alternatives =
    options.alternatives === undefined ? null : await alternativesTo(instance, solution, options.alternatives);
  const answer = {
    ...figuresOf(instance, result),
    assignments: toAssignments(instance, solution.placement),
    ...(result.frontier === null ? {} : { frontier: frontierRecords(result.frontier) }),
    ...(explanation === null ? {} : { explanation }),
    ...(alternatives === null ? {} : { alternatives }),
  };
  if (options.out !== undefined) await writeOutput(options.out, `${JSON.stringify(answer, null, 1)}\n`);
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  console.log(
    [
      ...figuresText(answer),
      ...(options.out === undefined ? [] : [`  written to  ${options.out}`]),
      ...(result.frontier === null ? [] : frontierText(result.frontier)),
      ...(explanation === null ? [] : explanationText(instance, explanation)),
      ...(alternatives === null ? [] : alternativesText(present(options.alternatives), alternatives)),
    ].join('\n'),
  );
};

const figuresText = ({ status, score, bound, gap, ...figures }: ReturnType<typeof figuresOf>): string[] => [
  `${status === 'optimal' ? 'Proven optimal' : 'Feasible'} after ${figures.seconds} s and ${figures.iterations} iterations`,
  `  score       ${formatScore(score.total)}  (conflicts ${formatScore(score.conflicts)}, unassigned ${formatScore(score.unassigned)}, reassigned ${formatScore(score.reassigned)}, rules ${formatScore(score.rules)})`,
  `  bound       ${bound === null ? 'none' : `${formatScore(bound)}  (gap ${gapText(gap ?? 0)})`}`,
  `  conflicts   ${figures.conflicts}`,
  `  unassigned  ${figures.unassigned}${figures.unavoidableUnassigned > 0 ? `  (at least ${figures.unavoidableUnassigned} must go without at one time)` : ''}`,
  `  reassigned  ${figures.reassigned}`,
];
