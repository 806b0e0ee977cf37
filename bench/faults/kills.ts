/**
 * Is anything lost, done twice, or told wrong, when processes of the service are killed (kill -9) at random points of writes, publishings, uploads, reverts,
 * imports and runs, also while they start? Real processes on each database; a judge compares what clients were told with the history, and
 * `tidegate verify` judges the database. The exit code is 1 when anything did not hold.
 *
 *   TEST_DATABASE_URL=… npm run bench -- kills [--kills 200] [--seed 7] [--database PGlite|PostgreSQL] [--append]
 */
import { readFile } from 'node:fs/promises';
import { testPlaces, type TestPlace } from '../../db/testing/testDatabases.ts';
import { type Killed, killAtRandom } from '../../tests/faults/killing.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, publish } from '../table/table.ts';

const PLANNERS = 4;
/** Long enough for an import to end now and then, on the embedded database beside everything else. */
const WORK_MS = { PGlite: 6000, PostgreSQL: 1000 } as const;
const START_MS = 2000;
const STARTS_TO_ONE = 4;
/** An import is long enough to be written piece by piece on the embedded database. */
const PACE = { pauseMs: 20, runEveryMs: 5000, importEveryMs: 15_000, importedOperations: 400 };

const values = readOptions({
  kills: ['on each database', 200],
  seed: ['draws the same requests and victims again', Date.now() % 100_000],
  database: ['PGlite or PostgreSQL; both when it is not given', ''],
  append: ['keeps the runs that the result has, and adds this one', false],
});
const { kills, seed } = values;
if (!(kills >= 1) || !Number.isSafeInteger(seed)) throw new Error('--kills and --seed are whole numbers.');
console.log(`seed ${seed}`);

interface Run extends Omit<Killed, 'killed'> {
  readonly seed: number;
  readonly kills: number;
  readonly seconds: number;
  readonly machine: string;
  readonly killed: Readonly<Record<string, number>>;
}

const runsBefore = async (name: string): Promise<Run[]> => {
  if (!values.append) return [];
  const file = new URL(`../results/${name}.json`, import.meta.url);
  const { runs } = JSON.parse(await readFile(file, 'utf8')) as { runs: Run[] };
  return runs;
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const LINES: readonly [what: string, of: (run: Run) => string | number][] = [
  ['seed', ({ seed }) => seed],
  ['kills', ({ kills }) => kills],
  ['requests', ({ requests }) => requests],
  ['acknowledged writes', ({ acknowledged }) => acknowledged],
  ['changesets', ({ changesets }) => changesets],
  ['runs applied', ({ runs }) => runs],
  [`imports of ${PACE.importedOperations} operations`, ({ imports }) => imports],
  ['back after a kill, median', ({ recoveriesMs }) => seconds(median(recoveriesMs))],
  ['back after a kill, longest', ({ recoveriesMs }) => seconds(Math.max(...recoveriesMs))],
  ['took', (run) => seconds(run.seconds * 1000)],
  ['problems', ({ problems }) => problems.length],
];

const report = async (place: TestPlace): Promise<Killed> => {
  const from = performance.now();
  const killing = {
    kills,
    seed,
    planners: PLANNERS,
    workMs: WORK_MS[place.name],
    startMs: START_MS,
    startsToOne: STARTS_TO_ONE,
  };
  const done = await killAtRandom(place, { ...killing, pace: PACE }, (left) =>
    console.log(`${place.name}: ${kills - left} kills after ${seconds(performance.now() - from)}`),
  );
  const took = Math.round((performance.now() - from) / 1000);
  const name = `kills-${place.name.toLowerCase()}`;
  const run: Run = { ...done, seed, kills, seconds: took, machine: machine(), killed: Object.fromEntries(done.killed) };
  const runs = [...(await runsBefore(name)), run];
  const victims = [...new Set(runs.flatMap(({ killed }) => Object.keys(killed)))].sort();
  const rows = [
    ...LINES.map(([what, of]) => [what, ...runs.map(of)]),
    ...victims.map((victim) => [`killed: ${victim}`, ...runs.map(({ killed }) => killed[victim] ?? 0)]),
  ];
  const total = runs.reduce((sum, one) => sum + one.kills, 0);
  const text = [
    `# ${total} kills on ${place.name}`,
    '',
    `A column a run, one after the other, ${PLANNERS} clients by every verb in each. ${run.machine}.`,
    '',
    formatTable(['what', ...runs.map((_, i) => `run ${i + 1}`)], rows),
    ...runs.flatMap(({ problems }) => problems.slice(0, 100).map((problem) => `\n- ${problem}`)),
  ];
  await publish(name, text.join('\n'), { runs });
  return done;
};

const places = testPlaces().filter(({ name, skipped }) => skipped === null && ['', name].includes(values.database));
if (places.length === 0) throw new Error('--database is PGlite or PostgreSQL, which needs TEST_DATABASE_URL.');
for (const place of places) if ((await report(place)).problems.length > 0) process.exitCode = 1;
