import { parentPort, workerData } from 'node:worker_threads';
import lpSolverPackage from 'javascript-lp-solver';
import { solve as solveYalps } from 'yalps';
import { type CoreProgram, integerData } from '../../solvers/integer/coreProgram.ts';
import { newHighs } from '../../solvers/integer/loadHighs.ts';

/** One solver on one program in one thread. */
export interface Work {
  readonly solver: 'highs' | 'javascript-lp-solver' | 'yalps';
  readonly program: CoreProgram;
  readonly limitSeconds: number;
}

/** Messages to the main thread. Scores exclude the program's constant. `ready`: the model is built, and the clock starts. */
export type Progress =
  | { readonly kind: 'ready' }
  | { readonly kind: 'point'; readonly score: number | null; readonly bound: number | null }
  | { readonly kind: 'done'; readonly score: number | null; readonly bound: number | null; readonly isProven: boolean };

const send = (progress: Progress): void => parentPort!.postMessage(progress);
const known = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) || Math.abs(value) >= 1e20 ? null : value;

const solveByHighs = async ({ program, limitSeconds }: Work): Promise<void> => {
  const highs = await newHighs();
  const { mipImprovingSolution, mipLogging } = highs.constants.callbackType;
  highs.withModel(integerData(program), (solver) => {
    solver.options.set({ output_flag: false, time_limit: limitSeconds, mip_rel_gap: 0 });
    const report = ({ data }: { data: { mip_primal_bound?: number; mip_dual_bound?: number } }): undefined => {
      send({ kind: 'point', score: known(data.mip_primal_bound), bound: known(data.mip_dual_bound) });
      return undefined;
    };
    send({ kind: 'ready' });
    solver.run({ [mipImprovingSolution]: report, [mipLogging]: report });
    const isProven = solver.getModelStatus() === highs.constants.modelStatus.optimal;
    const score = isProven ? known(solver.getObjectiveValue()) : null;
    send({ kind: 'done', score, bound: score, isProven });
  });
};

/**
 * The program as a packing problem: the savings of placing each part over leaving it out, at most one place for each. A dense simplex
 * starts from its slack basis, which is feasible here; the program with columns for leaving parts out would need a first phase.
 */
const packing = ({ program }: Work) => {
  const { columnCount, rowCount, part, position, cost, upper, starts, indices, values, rowUpper } = program;
  const leaveOut = new Map<number, number>();
  let constant = 0;
  for (let j = 0; j < columnCount; j++) {
    if (position[j] >= 0 || part[j] < 0) continue;
    leaveOut.set(part[j], cost[j]);
    constant += cost[j];
  }
  const columns = Array.from({ length: columnCount }, (_, j) => ({
    isKept: position[j] >= 0 || part[j] < 0,
    cost: part[j] < 0 ? cost[j] : cost[j] - leaveOut.get(part[j])!,
    factors: {} as Record<string, number>,
  }));
  const most: Record<string, number> = {};
  for (let r = 0; r < rowCount; r++) {
    most[`r${r}`] = rowUpper[r];
    for (let q = starts[r]; q < starts[r + 1]; q++) columns[indices[q]].factors[`r${r}`] = values[q];
  }
  columns.forEach(({ factors }, j) => {
    if (part[j] >= 0) return;
    most[`u${j}`] = upper[j];
    factors[`u${j}`] = 1;
  });
  return { constant, most, columns: columns.flatMap((column, j) => (column.isKept ? [{ j, ...column }] : [])) };
};

const solveByYalps = (work: Work): void => {
  const { constant, most, columns } = packing(work);
  const model = {
    direction: 'minimize' as const,
    objective: 'cost',
    constraints: Object.fromEntries(Object.entries(most).map(([row, max]) => [row, { max }])),
    variables: Object.fromEntries(columns.map(({ j, cost, factors }) => [`x${j}`, { cost, ...factors }])),
    integers: true,
  };
  send({ kind: 'ready' });
  const timeout = work.limitSeconds * 1000;
  const many = Number.MAX_SAFE_INTEGER;
  const { status, result } = solveYalps(model, { timeout, maxPivots: many, maxIterations: many });
  finish(known(result), status === 'optimal', constant);
};

/** The package's types describe its CommonJS half. When it is imported as a module, its default export is this object. */
const lpSolver = lpSolverPackage as unknown as {
  readonly Solve: (model: object) => { readonly feasible: boolean; readonly result: number };
};

const solveByLpSolver = (work: Work): void => {
  const { constant, most, columns } = packing(work);
  const model = {
    optimize: 'cost',
    opType: 'min',
    constraints: Object.fromEntries(Object.entries(most).map(([row, max]) => [row, { max }])),
    variables: Object.fromEntries(columns.map(({ j, cost, factors }) => [`x${j}`, { cost, ...factors }])),
    ints: Object.fromEntries(columns.map(({ j }) => [`x${j}`, 1])),
    // It checks its clock only between branches; when it runs out of time, its result is not a proof.
    timeout: work.limitSeconds * 1000,
  };
  send({ kind: 'ready' });
  const begun = performance.now();
  const { feasible, result } = lpSolver.Solve(model);
  const isInTime = performance.now() - begun < work.limitSeconds * 1000;
  finish(feasible ? known(result) : null, feasible && isInTime, constant);
};

const finish = (result: number | null, isProven: boolean, constant: number): void => {
  const score = result === null ? null : result + constant;
  send({ kind: 'done', score, bound: isProven ? score : null, isProven });
};

const work = workerData as Work;
if (work.solver === 'highs') await solveByHighs(work);
else if (work.solver === 'yalps') solveByYalps(work);
else solveByLpSolver(work);
