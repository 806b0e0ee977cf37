import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Command } from 'commander';
import highsPackage, { type Highs } from 'highs';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { formatTable, publish } from '../table/table.ts';
import { lpText, type PeerModel, peerModel, scoreOf } from './model.ts';

const run = promisify(execFile);

/** What a peer reached: its last score, when it had that, and whether it proved it. Null: no plan in time. */
interface Reached {
  readonly score: number | null;
  readonly seconds: number;
  readonly isProven: boolean;
  readonly note?: string;
}

type Peer = (model: PeerModel, instance: Instance, limitSeconds: number, folder: string) => Promise<Reached>;

const tidegate: Peer = async (_, instance, limitSeconds) => {
  const pool = new SolverPool({ threads: 1 });
  let lastSeconds = 0;
  const { solution, seconds, status } = await pool.run({
    instance,
    solver: 'auto',
    parameters: { timeLimitSeconds: limitSeconds },
    onEvent: (event) => {
      if (event.kind === 'incumbent') lastSeconds = event.seconds;
    },
  });
  await pool.close();
  const isProven = status === 'optimal';
  return {
    score: solution.cost / 100,
    seconds: lastSeconds,
    isProven,
    note: isProven ? `proof at ${seconds.toFixed(2)} s` : '',
  };
};

const highsWasm: Peer = async (model, _, limitSeconds) => {
  const highs = await (highsPackage as unknown as () => Promise<Highs>)();
  const { program } = model;
  const begun = performance.now();
  let seconds = 0;
  return highs.withModel(
    {
      numCols: program.columnCount,
      numRows: program.rowCount,
      colCost: program.cost,
      colLower: new Float64Array(program.columnCount),
      colUpper: program.upper,
      rowLower: program.rowLower,
      rowUpper: program.rowUpper,
      matrix: {
        format: 'csr',
        numRows: program.rowCount,
        numCols: program.columnCount,
        starts: program.starts,
        indices: program.indices,
        values: program.values,
      },
      integrality: new Int32Array(program.columnCount).fill(1),
    },
    (solver) => {
      solver.options.set({ output_flag: false, time_limit: limitSeconds, mip_rel_gap: 0 });
      solver.run({
        [highs.constants.callbackType.mipImprovingSolution]: () => {
          seconds = (performance.now() - begun) / 1000;
          return undefined;
        },
      });
      const isProven = solver.getModelStatus() === highs.constants.modelStatus.optimal;
      const found = Number.isFinite(solver.getObjectiveValue()) && seconds > 0;
      const score = found ? scoreOf(model, solver.getSolution().colValue) : null;
      return { score, seconds: found ? seconds : (performance.now() - begun) / 1000, isProven };
    },
  );
};

/** CBC and GLPK write `x12 1` lines, or a report; only the objective is read. */
const commandLine =
  (command: string, args: (lp: string, out: string, limit: number) => string[], pattern: RegExp): Peer =>
  async (model, _, limitSeconds, folder) => {
    const lp = join(folder, 'model.lp');
    const out = join(folder, 'solution.txt');
    await writeFile(lp, lpText(model.program));
    await rm(out, { force: true });
    const begun = performance.now();
    try {
      const { stdout } = await run(command, args(lp, out, limitSeconds), {
        timeout: (limitSeconds + 10) * 1000,
        maxBuffer: 1 << 28,
      });
      const seconds = (performance.now() - begun) / 1000;
      const text = await readFile(out, 'utf8').catch(() => '');
      const found = pattern.exec(text);
      const isProven = /Optimal - objective|INTEGER OPTIMAL/i.test(text + stdout);
      return { score: found ? Number(found[1]) + model.relaxation.constant / 100 : null, seconds, isProven };
    } catch (error) {
      const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return { score: null, seconds: limitSeconds, isProven: false, note: isAbsent ? 'absent' : 'stopped' };
    }
  };

const cpSat =
  (python: string, workers: number): Peer =>
  async ({ program, relaxation }, _, limitSeconds, folder) => {
    const file = join(folder, 'model.json');
    const row = Array.from(program.position, (k) => (k < 0 ? -1 : relaxation.columns.row[k]));
    const { start, end } = relaxation;
    const plain = { cost: [...program.cost], part: [...program.part], row, start: [...start], end: [...end] };
    await writeFile(file, JSON.stringify(plain));
    const script = new URL('./cpsat.py', import.meta.url).pathname;
    try {
      const { stdout } = await run(python, [script, file, `${limitSeconds}`, `${workers}`], {
        timeout: (limitSeconds + 60) * 1000,
      });
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { seconds: number; score: number; optimal?: boolean });
      const plans = lines.slice(0, -1);
      if (plans.length === 0) return { score: null, seconds: limitSeconds, isProven: false };
      const { score, seconds } = plans[plans.length - 1];
      return { score: score + relaxation.constant / 100, seconds, isProven: lines[lines.length - 1].optimal === true };
    } catch {
      return { score: null, seconds: 0, isProven: false, note: 'absent: give --python a Python with ortools' };
    }
  };

const main = async (options: {
  operations: number;
  resources: number;
  seed: number;
  disrupted: boolean;
  limit: number;
  python: string;
}): Promise<void> => {
  const { operations, resources, seed, disrupted } = options;
  const instance = compile(generatePlan({ operations, resources, days: 1, seed, disrupted }));
  const model = peerModel(instance, false);
  const peers: Record<string, Peer> = {
    'Tidegate auto, 1 thread': tidegate,
    'HiGHS (WebAssembly)': highsWasm,
    CBC: commandLine(
      'cbc',
      (lp, out, limit) => [lp, 'sec', `${limit}`, 'solve', 'solu', out],
      /objective value\s+([-\d.e+]+)/,
    ),
    GLPK: commandLine(
      'glpsol',
      (lp, out, limit) => ['--lp', lp, '--tmlim', `${Math.ceil(limit)}`, '-o', out],
      /INTEGER (?:NON-)?OPTIMAL\s+Objective:\s+obj = ([-\d.e+]+)/,
    ),
    'OR-Tools CP-SAT, 2 workers': cpSat(options.python, 2),
  };
  const folder = await mkdtemp(join(tmpdir(), 'peers-'));
  const rows: string[][] = [];
  const raw: Record<string, Reached> = {};
  for (const [name, peer] of Object.entries(peers)) {
    const reached = await peer(model, instance, options.limit, folder);
    raw[name] = reached;
    const { score, seconds, isProven, note = '' } = reached;
    rows.push([
      name,
      score === null ? 'no plan' : score.toFixed(0),
      `${seconds.toFixed(2)} s`,
      isProven ? 'yes' : 'no',
      note,
    ]);
    console.log(rows[rows.length - 1].join(' · '));
  }
  await rm(folder, { recursive: true });
  const name = `${operations}x${resources}${disrupted ? 'd' : ''}-${seed}`;
  const title = `The same instance (${name}), machine and limit (${options.limit} s), one run.\n\n`;
  await publish(`peers-${name}`, title + formatTable(['solver', 'score', 'reached at', 'proven', ''], rows), raw);
};

await new Command('peers')
  .description('Who gets how far on the same instance in the same time?')
  .option('--operations <n>', 'operations', Number, 300)
  .option('--resources <n>', 'resources', Number, 50)
  .option('--seed <n>', 'seed', Number, 101)
  .option('--disrupted', 'planned, then delayed', false)
  .option('--limit <seconds>', 'for each', Number, 60)
  .option('--python <path>', 'a Python with ortools', 'python3')
  .action(main)
  .parseAsync();
