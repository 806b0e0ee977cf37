import { performance } from 'node:perf_hooks';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { solvers } from '../../solvers/registry.ts';
import type { Solver } from '../../solvers/solver.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, publish } from '../table/table.ts';
import { CLASSES } from './classes.ts';
import { clockedRun } from './clockedRun.ts';

// How long does a solver still run after the stop flag is set?

interface Outcome {
  readonly solver: string;
  readonly instance: string;
  /** For each moment (seconds after the start) at which the flag was set: how long `solve` still took. */
  readonly moments: readonly { readonly atSeconds: number; readonly lateMs: number }[];
  /** The longest time between two checks of the flag. */
  readonly longestMs: number;
}

const options = readOptions({
  moments: ['number of moments for each solver and class', 20],
  within: ['the moments lie within this many seconds from the start', 3],
  solvers: ['ids of solvers, comma-separated', 'all'],
  classes: ['names of classes, comma-separated', '300×50,1000×200 d,7000×150 d'],
});

/** Solves with a flag that is set at that moment; `lateMs` is null when the solver had ended before. */
const stopAt = (solver: Solver, instance: Instance, atSeconds: number, seed: number) => {
  const startedMs = performance.now();
  const flagMs = startedMs + 1000 * atSeconds;
  let askedMs = startedMs;
  let longestMs = 0;
  const stop = (): boolean => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - askedMs);
    askedMs = nowMs;
    return nowMs >= flagMs;
  };
  solver.solve(instance, { ...clockedRun(instance, { seed, limitSeconds: 600 }), stop });
  const endedMs = performance.now();
  return { lateMs: endedMs < flagMs ? null : endedMs - flagMs, longestMs };
};

const measure = (solver: Solver, name: string, instance: Instance): Outcome => {
  const { moments, within } = options;
  const random = createRandom(1);
  const found: { atSeconds: number; lateMs: number }[] = [];
  let longest = 0;
  for (let at = 0; at < moments; at++) {
    const atSeconds = within * random.next();
    const { lateMs, longestMs } = stopAt(solver, instance, atSeconds, at + 1);
    longest = Math.max(longest, longestMs);
    if (lateMs !== null) found.push({ atSeconds, lateMs });
  }
  return { solver: solver.id, instance: name, moments: found, longestMs: longest };
};

const main = async (): Promise<void> => {
  const wanted = CLASSES.filter(({ name }) => options.classes.split(',').includes(name));
  const chosen = solvers.filter(({ id }) => options.solvers === 'all' || options.solvers.split(',').includes(id));
  const outcomes: Outcome[] = [];
  for (const { name, options: plan } of wanted) {
    const instance = compile(generatePlan({ ...plan, seed: 1 }));
    for (const solver of chosen) {
      if (solver.supports(instance) !== null) continue;
      await solver.prepare?.();
      const outcome = measure(solver, name, instance);
      outcomes.push(outcome);
      const late = outcome.moments.map(({ lateMs }) => lateMs);
      console.log(`${name} ${solver.id}: worst ${Math.max(0, ...late).toFixed(1)} ms of ${late.length} moments`);
    }
  }
  const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
  const rows = outcomes.map(({ solver, instance, moments, longestMs }) => {
    const late = moments.map(({ lateMs }) => lateMs);
    return [
      instance,
      solver,
      late.length,
      late.length > 0 ? milliseconds(median(late)) : '–',
      late.length > 0 ? milliseconds(Math.max(...late)) : '–',
      milliseconds(longestMs),
    ];
  });
  const title = `From the flag, set at random moments of the first ${options.within} s, to the return of \`solve\`. ${machine()}.\n\n`;
  const head = ['class', 'solver', 'moments', 'median', 'worst', 'longest time between two checks'];
  await publish('stopping', title + formatTable(head, rows), outcomes);
};

await main();
