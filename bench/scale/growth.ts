/**
 * How long does each main request take in a planning of 1 000 to 100 000 operations, and how much memory does an operation need? The
 * embedded server runs in this process and is called over HTTP; at each size the planning has the same number of operations per
 * resource and day. Every read follows a write, so that nothing is answered from a cache.
 * npx node bench/scale/growth.ts [--sizes 1000,3000,10000,30000,100000] [--rounds 7]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { elapsedMs } from '../load/rounds.ts';
import { startServing } from '../load/serving.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, publish } from '../table/table.ts';
import { readOptions } from '../readOptions.ts';

const RESOURCES = 150;
const OPERATIONS_A_DAY = 1000;
/** The exponent of n that corresponds to n log n from 1 000 to 100 000, plus measuring errors. */
const EXPONENT_LIMIT = 1.15;
const LARGE_BODIES = { BODY_LIMIT_BYTES: String(1 << 30), BODIES_BYTES: String(2 ** 31), BODY_VALUES: String(1 << 30) };

const values = readOptions({
  sizes: ['numbers of operations, comma-separated', '1000,3000,10000,30000,100000'],
  rounds: ['number of measurements of each request', '7'],
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heldBytes = async (): Promise<number> => {
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

type Line = Readonly<Record<string, number>>;

const measure = async (size: number): Promise<Line> => {
  const id = 'grown';
  const days = Math.max(1, Math.round(size / OPERATIONS_A_DAY));
  const generated = generatePlan({ operations: size, resources: RESOURCES, days, seed: 1, disrupted: true });
  const text = JSON.stringify({ ...generated, planning: { ...generated.planning, id } });
  const operations = generated.operations.map((one) => one.id);
  const resources = generated.resources.map((one) => one.id);
  const serving = await startServing(null, LARGE_BODIES);
  const { connection, organization } = serving;
  try {
    const before = await heldBytes();
    const importMs = await elapsedMs(() =>
      connection.send('POST', `/v1/organizations/${organization}/plannings/import/`, text),
    );
    let turn = 0;
    const drawn = (): string => operations[(turn++ * 7919) % operations.length];
    const write = (): Promise<unknown> =>
      connection.json('PATCH', `/v1/operations/${drawn()}/`, { description: `turn ${turn}` });
    const move = (): Promise<unknown> =>
      connection.json('PATCH', `/v1/operations/${drawn()}/`, { inboundTask: { sigma: 60 + (turn % 600) } });
    /** The median in milliseconds without the first round, which compiles and reads. */
    const typical = async (work: () => Promise<unknown>, first: () => Promise<unknown> = async () => {}) => {
      const took: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        await first();
        const ms = await elapsedMs(work);
        if (round > 0) took.push(ms);
      }
      return median(took);
    };
    const at = `/v1/plannings/${id}`;
    const moved = { assignments: [{ operation: operations[0], resource: resources[1] }] };
    const edits = () => ({ operations: Array.from({ length: 100 }, () => ({ id: drawn(), description: `e${turn}` })) });
    const line: Record<string, number> = {
      import: importMs,
      'read one': await typical(() => connection.json('GET', `/v1/operations/${drawn()}/`), write),
      'a page of 50': await typical(() => connection.json('GET', `${at}/operations/?limit=50`), write),
      'write one': await typical(write),
      'write 100': await typical(() => connection.json('POST', `${at}/edits/`, edits())),
      'conflicts, first 20': await typical(() => connection.json('GET', `${at}/conflicts/?limit=20`), move),
      candidates: await typical(() => connection.json('GET', `/v1/operations/${drawn()}/candidates/`), move),
      'score of a virtual state': await typical(
        () => connection.json('POST', `${at}/score/`, { virtualState: moved }),
        move,
      ),
      metrics: await typical(() => connection.json('GET', `${at}/metrics/`), move),
      'changes, latest 20': await typical(() => connection.json('GET', `${at}/changesets/?limit=20`), write),
    };
    line['KB an operation'] = ((await heldBytes()) - before) / size / 1000;
    return line;
  } finally {
    await serving.close();
  }
};

const slope = (points: readonly (readonly [number, number])[]): number => {
  const logs = points.map(([n, value]) => [Math.log(n), Math.log(value)] as const);
  const [x, y] = [0, 1].map((of) => logs.reduce((sum, point) => sum + point[of], 0) / logs.length);
  const covariance = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
};

const lines: Line[] = [];
for (const size of sizes) {
  lines.push(await measure(size));
  console.log(size, JSON.stringify(lines.at(-1)));
}
const rows = Object.keys(lines[0]).map((what) => {
  const exponent = slope(sizes.map((size, i) => [size, lines[i][what]]));
  const digits = what.startsWith('KB') ? 2 : 1;
  const verdict = exponent <= EXPONENT_LIMIT ? 'met' : 'MISSED';
  return [what, ...lines.map((line) => line[what].toFixed(digits)), exponent.toFixed(2), verdict];
});
const text = [
  `Milliseconds (median of ${rounds}) by the number of operations in a planning on ${RESOURCES} resources, ${OPERATIONS_A_DAY} a day; embedded database. ${machine()}. The exponent is that of n between the sizes; n log n is ${EXPONENT_LIMIT} at most.`,
  formatTable(['operation', ...sizes.map(String), 'exponent', `≤ ${EXPONENT_LIMIT}`], rows),
].join('\n\n');
await publish('growth', text, { machine: machine(), sizes, lines });
