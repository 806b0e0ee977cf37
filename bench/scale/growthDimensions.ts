import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { Answer } from '../load/connection.ts';
import { elapsedMs } from '../load/rounds.ts';
import { type Serving, startServing } from '../load/serving.ts';
import { ageHistory } from '../history/ageHistory.ts';
import { median } from '../table/table.ts';

/** Figures by what was measured: milliseconds, or kilobytes where the name begins with `KB`. */
export type Figures = Readonly<Record<string, number>>;

/** Something that grows, and what it costs at some sizes. */
export interface Dimension {
  readonly name: string;
  readonly of: string;
  /** What stays the same while it grows, in one sentence. */
  readonly setting: string;
  readonly sizes: string;
  readonly measure: (sizes: readonly number[], rounds: number) => Promise<Figures[]>;
}

const OPERATIONS_A_DAY = 1000;
const RESOURCES = 150;
const LARGE_BODIES = { BODY_LIMIT_BYTES: String(1 << 30), BODIES_BYTES: String(2 ** 31), BODY_VALUES: String(1 << 30) };
/** What is measured at more sizes of these needs fewer rounds: each takes seconds. */
const LARGE = 30_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heldKilobytes = async (): Promise<number> => {
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1000;
};

/** Median milliseconds of the work, without the first round, which compiles and reads. `first` is done before each and not counted. */
const typicalMs = async (
  rounds: number,
  work: () => Promise<unknown>,
  first: () => Promise<unknown> = async () => {},
): Promise<number> => {
  const took: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await first();
    const ms = await elapsedMs(work);
    if (round > 0) took.push(ms);
  }
  return median(took);
};

const documentOf = (id: string, operations: number, resources: number, days: number): Document => {
  const generated = generatePlan({ operations, resources, days, seed: 1, disrupted: true });
  return {
    text: JSON.stringify({ ...generated, planning: { ...generated.planning, id } }),
    operations: generated.operations.map((one) => one.id),
    resources: generated.resources.map((one) => one.id),
  };
};

interface Document {
  readonly text: string;
  readonly operations: readonly string[];
  readonly resources: readonly string[];
}

/** The main requests of one planning. Every read follows a write, so that nothing is answered from a cache. */
const requestsOf = async (
  serving: Serving,
  id: string,
  { operations, resources }: Document,
  rounds: number,
): Promise<Figures> => {
  const { connection } = serving;
  let turn = 0;
  const drawn = (): string => operations[(turn++ * 7919) % operations.length];
  const write = () => connection.json('PATCH', `/v1/operations/${drawn()}/`, { description: `turn ${turn}` });
  const move = () =>
    connection.json('PATCH', `/v1/operations/${drawn()}/`, { inboundTask: { sigma: 60 + (turn % 600) } });
  const at = `/v1/plannings/${id}`;
  const virtualState = { assignments: [{ operation: operations[0], resource: resources[1] }] };
  const edits = () => ({ operations: Array.from({ length: 100 }, () => ({ id: drawn(), description: `e${turn}` })) });
  const get = (path: string) => () => connection.json('GET', path);
  const ms = (work: () => Promise<unknown>, first?: () => Promise<unknown>) => typicalMs(rounds, work, first);
  return {
    'read one': await ms(() => connection.json('GET', `/v1/operations/${drawn()}/`), write),
    'a page of 50': await ms(get(`${at}/operations/?limit=50`), write),
    'write one': await ms(write),
    'write 100': await ms(() => connection.json('POST', `${at}/edits/`, edits())),
    'conflicts, first 20': await ms(get(`${at}/conflicts/?limit=20`), move),
    candidates: await ms(() => connection.json('GET', `/v1/operations/${drawn()}/candidates/`), move),
    'score of a virtual state': await ms(() => connection.json('POST', `${at}/score/`, { virtualState }), move),
    metrics: await ms(get(`${at}/metrics/`), move),
    'changes, latest 20': await ms(get(`${at}/changesets/?limit=20`), write),
  };
};

const importInto = ({ connection, organization }: Serving, text: string): Promise<Answer> =>
  connection.send('POST', `/v1/organizations/${organization}/plannings/import/`, text);

/** Serves each size on a database of its own. */
const eachServed =
  (measure: (serving: Serving, size: number, rounds: number) => Promise<Figures>): Dimension['measure'] =>
  async (sizes, rounds) => {
    const all: Figures[] = [];
    for (const size of sizes) {
      const serving = await startServing(null, LARGE_BODIES);
      try {
        all.push(await measure(serving, size, rounds));
      } finally {
        await serving.close();
      }
      console.log(size, JSON.stringify(all.at(-1)));
    }
    return all;
  };

const ofOnePlanning =
  (operations: number, resources: number, days: number) => async (serving: Serving, rounds: number) => {
    const document = documentOf('grown', operations, resources, days);
    const before = await heldKilobytes();
    const importMs = await elapsedMs(() => importInto(serving, document.text));
    const figures = await requestsOf(serving, 'grown', document, rounds);
    return { import: importMs, ...figures, 'KB an operation': ((await heldKilobytes()) - before) / operations };
  };

/** Plannings that nobody reads, with a cache for a few of them. */
const plannings: Dimension['measure'] = async (sizes, rounds) => {
  const all: Figures[] = [];
  const serving = await startServing(null, { CACHE_MEGABYTES: '16' });
  const { connection, organization } = serving;
  // All but the first get ids of their own, since those of the document are taken.
  const { text } = documentOf('grown', 20, 5, 1);
  const ids: string[] = [];
  try {
    const add = async (): Promise<void> => {
      const answer = await importInto(serving, text);
      ids.push((JSON.parse(answer.body.toString()) as { planning: { id: string } }).planning.id);
    };
    await add();
    const before = await heldKilobytes();
    for (const size of sizes) {
      while (ids.length < size) await add();
      let turn = 0;
      const drawn = (): string => ids[(turn++ * 7919) % ids.length];
      const kilobytes = (await heldKilobytes()) - before;
      all.push({
        'import one': await typicalMs(rounds, add),
        'a page of plannings': await typicalMs(rounds, () =>
          connection.json('GET', `/v1/organizations/${organization}/plannings/?limit=50`),
        ),
        'one planning': await typicalMs(rounds, () => connection.json('GET', `/v1/plannings/${drawn()}/`)),
        'conflicts of one not read before': await typicalMs(rounds, () =>
          connection.json('GET', `/v1/plannings/${drawn()}/conflicts/`),
        ),
        'write into one': await typicalMs(rounds, () =>
          connection.json('PATCH', `/v1/organizations/${organization}/plannings/${drawn()}/`, {
            description: `turn ${turn}`,
          }),
        ),
        'KB an idle planning': size < 100 ? Number.NaN : kilobytes / size,
      });
      console.log(size, JSON.stringify(all.at(-1)));
    }
    return all;
  } finally {
    await serving.close();
  }
};

/** Changes that a planning has seen, each of which moved one of its operations. They are inserted as rows, as fast as the database can. */
const history: Dimension['measure'] = async (sizes, rounds) => {
  const all: Figures[] = [];
  const serving = await startServing(process.env['TEST_DATABASE_URL'] ?? null, LARGE_BODIES);
  try {
    const document = documentOf('grown', 1000, RESOURCES, 1);
    await importInto(serving, document.text);
    for (const size of sizes) {
      await ageHistory(serving.sql, 'grown', size);
      const { connection } = serving;
      const at = '/v1/plannings/grown';
      const [newest] = (await connection.json('GET', `${at}/changesets/?limit=1`)) as { id: string }[];
      const past = (
        await serving.sql<{ id: string }[]>`
        select c.id from changesets c join plannings p on p.key = c.planning and p.id = 'grown' where c.change = p.head / 2`
      )[0].id;
      const operation = document.operations[7];
      all.push({
        ...(await requestsOf(serving, 'grown', document, rounds)),
        'one change': await typicalMs(rounds, () => connection.json('GET', `${at}/changesets/${newest.id}/`)),
        'an operation half of the history ago': await typicalMs(rounds, () =>
          connection.json('GET', `${at}/operations/?limit=50&version=${past}`),
        ),
        'the tasks of an operation, first 50': await typicalMs(rounds, () =>
          connection.json('GET', `/v1/operations/${operation}/tasks/?limit=50`),
        ),
      });
      console.log(size, JSON.stringify(all.at(-1)));
    }
    return all;
  } finally {
    await serving.close();
  }
};

export const DIMENSIONS: readonly Dimension[] = [
  {
    name: 'operations',
    of: 'operations of a planning',
    setting: `${RESOURCES} resources, ${OPERATIONS_A_DAY} operations a day; embedded database.`,
    sizes: '1000,3000,10000,30000,100000',
    measure: eachServed((serving, size, rounds) =>
      ofOnePlanning(
        size,
        RESOURCES,
        Math.max(1, Math.round(size / OPERATIONS_A_DAY)),
      )(serving, size > LARGE ? Math.min(3, rounds) : rounds),
    ),
  },
  {
    name: 'resources',
    of: 'resources of a planning',
    setting: '1000 operations on seven days; embedded database.',
    sizes: '10,30,100,300,1000',
    measure: eachServed((serving, size, rounds) => ofOnePlanning(1000, size, 7)(serving, rounds)),
  },
  {
    name: 'plannings',
    of: 'plannings of an organization',
    setting: '20 operations on 5 resources each, a cache of 16 MB for all; embedded database.',
    sizes: '1,50,500,5000',
    measure: plannings,
  },
  {
    name: 'history',
    of: 'changes in the history of a planning',
    setting:
      '1000 operations on 150 resources; the last is a hundred days with 5 000 changes each; a year is 1 825 000 (--only history --sizes …). PostgreSQL where TEST_DATABASE_URL is set, else embedded.',
    sizes: '5000,50000,500000',
    measure: history,
  },
];
