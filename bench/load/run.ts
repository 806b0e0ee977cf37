/**
 * How much time does the service add to that of its database? Writes, listings and uploads over one HTTP connection are compared with
 * the bare database work that they need, alternately in one run; the bench also measures how that grows from 1 000 to 100 000
 * operations.
 * npx node bench/load/run.ts [--database URL] [--quick] [--sizes 1000,10000]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { measureListing } from './measures/listing.ts';
import { fillPlanning } from './measures/planning.ts';
import { measureUploads } from './measures/uploads.ts';
import { measureWrites } from './measures/writes.ts';
import { readOptions } from '../readOptions.ts';
import { type PlaceName, startServing } from './serving.ts';

/** The largest allowed ratios of service to raw. */
const LIMITS = { write: 4, listing: 2.5, upload: 4 } as const;
const LISTED = 3000;
const UPLOADED = 5000;
const DEFAULT_SIZES = '1000,10000,100000';
const RESULTS = new URL('../results/', import.meta.url);

/** Growth of a step's duration between two planning sizes; `limit` is the ratio of the sizes, which is linear growth. */
interface Growth {
  readonly measure: keyof typeof LIMITS | 'fill';
  readonly fromSize: number;
  readonly toSize: number;
  readonly times: number;
  readonly limit: number;
}

interface Line {
  readonly measure: keyof typeof LIMITS;
  readonly planningSize: number;
  /** The number of operations of one request. */
  readonly operations: number;
  readonly serviceMs: number;
  readonly rawMs: number;
  readonly ratio: number;
  readonly limit: number;
}

const values = readOptions({
  database: ['URL of a PostgreSQL server; default: the embedded database', ''],
  quick: ['measure one size with few rounds', false],
  sizes: ['numbers of operations, comma-separated', DEFAULT_SIZES],
});
const url = values.database === '' ? null : values.database;

const run = async (place: PlaceName): Promise<{ lines: readonly Line[]; growth: readonly Growth[] }> => {
  const lines: Line[] = [];
  const took: Record<'write' | 'listing' | 'fill', number[]> = { write: [], listing: [], fill: [] };
  const add = (line: Omit<Line, 'limit'>): void => {
    const { measure, planningSize, operations, serviceMs, rawMs, ratio } = line;
    lines.push({ ...line, limit: LIMITS[measure] });
    const share = measure === 'write' ? ` (${(100 / ratio).toFixed(0)} % of the bare rate)` : '';
    console.log(
      [
        measure.padEnd(8),
        `${planningSize}`.padStart(8),
        `${operations}`.padStart(7),
        serviceMs.toFixed(2).padStart(10),
        rawMs.toFixed(2).padStart(10),
        ratio.toFixed(2).padStart(7),
        `≤ ${LIMITS[measure]} ${ratio <= LIMITS[measure] ? 'met' : 'MISSED'}${share}`,
      ].join('  '),
    );
  };
  console.log(`${place}${values.quick ? ', quick' : ''}`);
  console.log('measure   planning  request  service ms      raw ms    ratio  limit');
  const rounds = values.quick ? 5 : 7;
  const sizes = values.quick ? [3000] : values.sizes.split(',').map(Number);
  for (const size of sizes) {
    const serving = await startServing(url);
    try {
      const planning = await fillPlanning(serving, size);
      const writes = await measureWrites(serving, planning, { rounds, writes: values.quick ? 50 : 100 });
      add({ measure: 'write', planningSize: size, operations: 1, ...writes });
      const { listed, ...listing } = await measureListing(serving, planning, { rounds, count: Math.min(LISTED, size) });
      add({ measure: 'listing', planningSize: size, operations: listed, ...listing });
      took.write.push(writes.serviceMs);
      took.listing.push(listing.serviceMs);
      took.fill.push(planning.filledMs);
    } finally {
      await serving.close();
    }
  }
  const serving = await startServing(url);
  try {
    for (const count of values.quick ? [UPLOADED] : [1000, UPLOADED, 10_000]) {
      const uploads = await measureUploads(serving, { rounds: values.quick ? 3 : 5, count });
      add({ measure: 'upload', planningSize: 0, operations: count, ...uploads });
    }
  } finally {
    await serving.close();
  }
  return { lines, growth: growthOf(sizes, took) };
};

const growthOf = (
  sizes: readonly number[],
  took: Readonly<Record<'write' | 'listing' | 'fill', readonly number[]>>,
): Growth[] => {
  const [from, to] = [sizes[0], sizes[sizes.length - 1]];
  if (from === to) return [];
  console.log('growth    from size  to size  times longer  limit');
  return Object.entries(took).map(([measure, ms]) => {
    const growth = { fromSize: from, toSize: to, times: ms[ms.length - 1] / ms[0], limit: to / from };
    console.log(
      `${measure.padEnd(8)}  ${String(from).padStart(9)}  ${String(to).padStart(7)}  ${growth.times.toFixed(2).padStart(12)}  ≤ ${growth.limit} ${growth.times <= growth.limit ? 'met' : 'MISSED'}`,
    );
    return { measure: measure as Growth['measure'], ...growth };
  });
};

const name: PlaceName = url === null ? 'pglite' : 'postgres';
const { lines, growth } = await run(name);
mkdirSync(RESULTS, { recursive: true });
const file = new URL(`load-${name}${values.quick ? '-quick' : ''}.json`, RESULTS);
const machine = { node: process.version, cpu: cpus()[0].model, cores: cpus().length };
writeFileSync(file, `${JSON.stringify({ database: name, machine, lines, growth }, null, 2)}\n`);
