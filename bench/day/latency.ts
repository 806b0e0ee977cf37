/**
 * How soon after a change that opens a conflict is its repair there? `npm run bench -- repair-latency [--changes 120] [--seed 1]` starts the
 * service as processes of its own, on the embedded database and, when TEST_DATABASE_URL is set, on PostgreSQL (two servers and a
 * worker). It plans a day and a week with `auto`, turns the standing repair on with `{"mode":"propose"}`, and delays departures, one after
 * the other: each is drawn from those that another operation follows on the same resource, and ends 5 to 40 minutes after that one's
 * arrival. The time is from the response to the change until its repair arrives over a WebSocket. Each repair is applied, and the
 * standing repair has caught up, before the next change. A conflict without a repair stays, and is looked at again with every
 * change that follows.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../client/schema.d.ts';
import { EventSocket } from '../../client/eventSocket.ts';
import { dataOf, openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { importPlanning } from '../../tests/served.ts';
import { IN_LINES, linesOf } from '../../client/lines.ts';
import { type TestPlace, testPlaces } from '../../db/testing/testDatabases.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { createRandom, type Random } from '../../fixtures/generate/random.ts';
import { openService } from '../../tests/faults/service.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish, quantile } from '../table/table.ts';
import { MINUTE_MS, readDay } from './days.ts';

type Repair = components['schemas']['Repair'];
type Conflict = components['schemas']['Conflict'];

const { changes, seed } = readOptions({
  changes: ['number of changes to measure in each planning', 120],
  seed: ['seed of the generated week, of the runs and of the changes', 1],
});

/** Changes of each planning that are made first and not counted, while the service compiles its code and fills its caches. */
const WARM_UP = 5;
/** After this time without a repair it is asked whether one is still looked for. */
const QUIET_MS = 2000;
const ASK_MS = 100;
/** The longest time that a message over the WebSocket may take after the service says that it has caught up. */
const DELIVERY_MS = 500;
const PATIENCE_MS = 60_000;
const SETTINGS = { REQUESTS_PER_SECOND: '100000', REQUESTS_BURST: '100000' };

interface Subject {
  readonly name: string;
  readonly document: () => PlanningDocument;
  /** The time limit of the run that plans it. */
  readonly seconds: number;
  readonly goalMs: number;
}

const SUBJECTS: readonly Subject[] = [
  {
    name: 'a day, 1 212 × 161',
    document: () => readDay('2008-03-14_ATL', null).document,
    seconds: 5,
    goalMs: 1000,
  },
  {
    name: 'a week, 7 000 × 150',
    document: () => generatePlan({ operations: 7000, resources: 150, days: 7, seed, disrupted: false }),
    seconds: 30,
    goalMs: 2000,
  },
];

/** What happened after one change. */
interface Change {
  /** Milliseconds from the request to its response. */
  readonly writtenMs: number;
  readonly opened: number;
  /** Milliseconds from the response until the repair arrived; null without one. */
  readonly repairedMs: number | null;
}

/** What a subscriber of a planning has received. */
class Subscriber {
  private readonly socket: EventSocket;
  private readonly repairs: { readonly repair: Repair; readonly at: number }[] = [];
  private readonly opened = new Map<string, readonly Conflict[]>();
  /** The conflicts at the beginning; null while unknown. */
  standing: number | null = null;

  constructor(url: string, token: string, planning: string) {
    this.socket = new EventSocket(url, token);
    this.socket.send({ type: 'subscribe', planning, batch: true });
    void this.listen();
  }

  private async listen(): Promise<void> {
    for await (const message of this.socket) {
      const at = performance.now();
      if (message.type === 'state') this.standing = message.conflicts.length;
      if (message.type === 'change') this.opened.set(message.change, message.conflicts.opened);
      if (message.type === 'repair.proposed') this.repairs.push({ repair: message.data as unknown as Repair, at });
    }
  }

  /** The conflicts that a change opened; undefined while its message has not arrived. */
  openedBy(change: string): readonly Conflict[] | undefined {
    return this.opened.get(change);
  }

  /** Repairs of conflicts of the operation that arrived since then, in order of arrival. */
  repairsOf(operation: string, since: number) {
    return this.repairs.filter(
      ({ repair, at }) => at >= since && repair.closes.some(({ operations }) => operations.includes(operation)),
    );
  }

  close(): void {
    this.socket.close();
  }
}

interface Stay {
  start: number;
  end: number;
  resource: string;
}

/** One planning while its departures are delayed. */
class Delays {
  private readonly tidegate: Tidegate;
  private readonly planning: string;
  private readonly subscriber: Subscriber;
  private readonly stays: Map<string, Stay>;
  /** Operations that were not drawn yet. */
  private readonly undrawn: string[];
  private readonly random: Random;

  constructor(tidegate: Tidegate, planning: string, subscriber: Subscriber, stays: Map<string, Stay>) {
    [this.tidegate, this.planning, this.subscriber, this.stays] = [tidegate, planning, subscriber, stays];
    this.random = createRandom(seed);
    this.undrawn = [...stays.keys()];
  }

  /** Delays the next departure that another operation follows; waits until its repair was applied, or until it is known that there is none. */
  async next(): Promise<Change> {
    const { tidegate, planning, subscriber, stays } = this;
    const [operation, follower] = this.draw();
    const end = follower.start + Math.round(this.random.between(5, 40)) * MINUTE_MS;
    stays.get(operation)!.end = end;
    const outboundTask = { expectedTime: new Date(end).toISOString() };
    const from = performance.now();
    const { change } = await dataOf(
      tidegate.POST('/v1/plannings/{id}/edits/', {
        params: { path: { id: planning } },
        body: { operations: [{ id: operation, outboundTask }] },
      }),
    );
    const answered = performance.now();
    if (change === null) throw new Error(`Delaying ${operation} changed nothing.`);
    await until(() => subscriber.openedBy(change) !== undefined);
    const opened = subscriber.openedBy(change)!.length;
    const arrived = opened === 0 ? null : await this.repairOf(operation, from);
    if (arrived !== null) await this.apply(operation, from);
    await until(() => this.isCaughtUp());
    return { writtenMs: answered - from, opened, repairedMs: arrived === null ? null : arrived - answered };
  }

  private draw(): readonly [operation: string, follower: Stay] {
    while (this.undrawn.length > 0) {
      const [operation] = this.undrawn.splice(this.random.below(this.undrawn.length), 1);
      const { resource, end } = this.stays.get(operation)!;
      const after = [...this.stays.values()].filter((stay) => stay.resource === resource && stay.start >= end);
      const follower = after.toSorted((a, b) => a.start - b.start)[0];
      if (follower !== undefined) return [operation, follower];
    }
    throw new Error('Every departure that another operation follows was delayed.');
  }

  /** When the first repair of the operation's conflicts arrived; null if none does. */
  private async repairOf(operation: string, since: number): Promise<number | null> {
    const arrived = (): number | undefined => this.subscriber.repairsOf(operation, since)[0]?.at;
    const quietFrom = performance.now() + QUIET_MS;
    await until(async () => arrived() !== undefined || (performance.now() > quietFrom && (await this.isCaughtUp())));
    if (arrived() === undefined) await sleep(DELIVERY_MS);
    return arrived() ?? null;
  }

  private async apply(operation: string, since: number): Promise<void> {
    for (const { repair } of this.subscriber.repairsOf(operation, since)) {
      const { state } = await dataOf(
        this.tidegate.POST('/v1/repairs/{id}/apply/', { params: { path: { id: repair.id } } }),
      );
      if (state !== 'applied') continue;
      for (const { operation: moved, toResource } of repair.moves) this.stays.get(moved)!.resource = toResource!;
    }
  }

  private async isCaughtUp(): Promise<boolean> {
    const path = { id: this.planning };
    const query = { since: new Date().toISOString() };
    const balance = await dataOf(this.tidegate.GET('/v1/plannings/{id}/repair-balance/', { params: { path, query } }));
    return balance.caughtUp;
  }
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > PATIENCE_MS) throw new Error(`Nothing happened for ${PATIENCE_MS / 1000} s.`);
    await sleep(ASK_MS);
  }
};

/** Imports the document and plans it; answers the planning's id. */
const plan = async (tidegate: Tidegate, { document, seconds }: Subject): Promise<string> => {
  const [organization] = await dataOf(tidegate.GET('/v1/organizations/', { params: {} }));
  const id = await importPlanning(tidegate, organization.id, document());
  const run = tidegate.POST('/v1/plannings/{id}/optimize/', {
    ...IN_LINES,
    params: { path: { id } },
    body: { parameters: { timeLimitSeconds: seconds, seed, weights: { reassigned: 0 } } },
  });
  for await (const line of linesOf<'/v1/plannings/{id}/optimize/'>(run)) {
    if (line.type === 'error') throw new Error(line.detail);
  }
  return id;
};

const staysOf = async (tidegate: Tidegate, id: string, document: PlanningDocument): Promise<Map<string, Stay>> => {
  const assignments = await dataOf(tidegate.GET('/v1/plannings/{id}/assignments/', { params: { path: { id } } }));
  const resourceOf = new Map(assignments.map(({ operation, resource }) => [operation, resource]));
  return new Map(
    document.operations.flatMap(({ id: operation, isBlocker, inboundTask, outboundTask }) => {
      const resource = resourceOf.get(operation);
      if (resource == null || isBlocker === true) return [];
      const [start, end] = [inboundTask!, outboundTask!].map(({ expectedTime }) => Date.parse(expectedTime));
      return [[operation, { start, end, resource }] as const];
    }),
  );
};

interface Line {
  readonly database: TestPlace['name'];
  readonly subject: string;
  readonly goalMs: number;
  /** The number of conflicts before the first change and after the last one; null when there are too many to list. */
  readonly conflicts: readonly (number | null)[];
  readonly changes: readonly Change[];
}

const measure = async (place: TestPlace, subject: Subject): Promise<Line> => {
  const service = await openService(place, SETTINGS);
  try {
    const url = service.urls().at(-1)!;
    const tidegate = openTidegate({ url, token: service.key });
    const planning = await plan(tidegate, subject);
    const path = { id: planning };
    await dataOf(tidegate.PUT('/v1/plannings/{id}/repair-policy/', { params: { path }, body: { mode: 'propose' } }));
    const subscriber = new Subscriber(url, service.key, planning);
    await until(() => subscriber.standing !== null);
    const stays = await staysOf(tidegate, planning, subject.document());
    const delays = new Delays(tidegate, planning, subscriber, stays);
    for (let i = 0; i < WARM_UP; i++) await delays.next();
    const measured: Change[] = [];
    for (let i = 0; i < changes; i++) measured.push(await delays.next());
    const { conflicts } = await dataOf(
      tidegate.GET('/v1/plannings/{id}/repair-balance/', { params: { path, query: {} } }),
    );
    subscriber.close();
    return {
      database: place.name,
      subject: subject.name,
      goalMs: subject.goalMs,
      conflicts: [subscriber.standing, conflicts],
      changes: measured,
    };
  } finally {
    await service.close();
  }
};

const rowOf = ({ subject, database, goalMs, conflicts, changes: all }: Line): readonly (string | number)[] => {
  const repaired = all.flatMap(({ repairedMs }) => (repairedMs === null ? [] : [repairedMs]));
  const at = (share: number): string => (repaired.length === 0 ? '–' : `${Math.round(quantile(repaired, share))} ms`);
  const written = quantile(
    all.map(({ writtenMs }) => writtenMs),
    0.5,
  );
  const verdict = quantile(repaired, 0.95) <= goalMs ? 'met' : 'MISSED';
  return [
    subject,
    database,
    all.length,
    all.filter(({ opened }) => opened > 0).length,
    repaired.length,
    conflicts.map((count) => count ?? 'many').join(' → '),
    `${Math.round(written)} ms`,
    at(0.5),
    at(0.95),
    at(1),
    `≤ ${goalMs} ms: ${verdict}`,
  ];
};

const lines: Line[] = [];
for (const place of testPlaces().filter(({ skipped }) => skipped === null)) {
  for (const subject of SUBJECTS) {
    lines.push(await measure(place, subject));
    console.log(rowOf(lines.at(-1)!).join(', '));
  }
}
const head = ['planning', 'database', 'changes', 'opened a conflict', 'with a repair', 'conflicts'];
await publish(
  'repair-latency',
  `From the response to a change until its repair arrives over a WebSocket, while one change is made after the other; seed ${seed}. ${machine()}, load ${loadavg()[0].toFixed(1)}.

${formatTable([...head, 'the change', 'p50', 'p95', 'max', 'goal for p95'], lines.map(rowOf))}

A change delays one departure beyond the arrival that follows on its resource. "Conflicts" are those before the first change and after the last one: a conflict without a repair within the default limits stays, and is looked at again with every change. "The change" is the median from the request to its response. ${WARM_UP} changes before these are not counted. \`bench/day/latency.ts\` says more.`,
  { seed, lines },
);
