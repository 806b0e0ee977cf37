/**
 * How much time does the service add to that of its database? Writes, listings and uploads over one HTTP connection are compared with
 * the bare database work that they need, alternately in one run; the bench also measures how that grows from 1,000 to 100,000
 * operations.
 * npm run bench -- load [--database URL] [--quick] [--sizes 1000,10000]
 */
import { measureListing } from './measures/listing.ts';
import { fillPlanning } from './measures/planning.ts';
import { measureUploads } from './measures/uploads.ts';
import { measureWrites } from './measures/writes.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { type PlaceName, startServing } from './serving.ts';

/** The largest allowed ratios of service to raw. */
const LIMITS = { write: 4, listing: 2.5, upload: 4 } as const;
const LISTED = 3000;
const UPLOADED = 5000;
const DEFAULT_SIZES = '1000,10000,100000';

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

const run = async (): Promise<{ lines: readonly Line[]; growth: readonly Growth[] }> => {
  const lines: Line[] = [];
  const took: Record<'write' | 'listing' | 'fill', number[]> = { write: [], listing: [], fill: [] };
  const add = (line: Omit<Line, 'limit'>): void => {
    const { measure, planningSize, operations, serviceMs, rawMs } = line;
    lines.push({ ...line, limit: LIMITS[measure] });
    console.log(
      `${measure} of ${operations}, planning of ${planningSize}: ${serviceMs.toFixed(2)} ms, raw ${rawMs.toFixed(2)} ms`,
    );
  };
  const rounds = values.quick ? 5 : 7;
  const sizes = values.quick ? [3000] : numbers(values.sizes);
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
  return Object.entries(took).map(([measure, ms]) => ({
    measure: measure as Growth['measure'],
    fromSize: from,
    toSize: to,
    times: ms[ms.length - 1] / ms[0],
    limit: to / from,
  }));
};

const verdict = (found: number, limit: number): string => `≤ ${limit} ${found <= limit ? 'met' : 'MISSED'}`;

const tableOf = (lines: readonly Line[]): string =>
  formatTable(
    ['request', 'operations of the planning', 'of the request', 'service', 'raw', 'ratio', 'limit'],
    lines.map(({ measure, planningSize, operations, serviceMs, rawMs, ratio, limit }) => [
      measure,
      planningSize,
      operations,
      `${serviceMs.toFixed(2)} ms`,
      `${rawMs.toFixed(2)} ms`,
      ratio.toFixed(2),
      verdict(ratio, limit),
    ]),
  );

const growthTable = (growth: readonly Growth[]): string =>
  formatTable(
    ['request', 'from a planning of', 'to one of', 'times longer', 'limit'],
    growth.map(({ measure, fromSize, toSize, times, limit }) => [
      measure,
      fromSize,
      toSize,
      times.toFixed(2),
      verdict(times, limit),
    ]),
  );

const place: PlaceName = url === null ? 'pglite' : 'postgres';
const { lines, growth } = await run();
const title = `The service compared with the bare work of its database (${place}). ${machine()}, busy with other work: only the ratios are comparable.`;
const tables = [tableOf(lines), ...(growth.length > 0 ? [growthTable(growth)] : [])];
await publish(`load-${place}${values.quick ? '-quick' : ''}`, [title, ...tables].join('\n\n'), {
  database: place,
  machine: machine(),
  lines,
  growth,
});
