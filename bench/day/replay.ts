import { dataOf } from '../../client/tidegate.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { type Day, MINUTE_MS, type Stay, withActualTimes } from './days.ts';
import { feedOf } from './feed.ts';
import { type CauseMinutes, Causes } from './causes.ts';
import { optimize, type Policy } from './policies.ts';
import { type ConflictMinutes, conflictMinutes, type Moves, movesOf, withoutStand } from './conflictMinutes.ts';
import { type Served, World } from './world.ts';

/** What a planner suffered on one replayed day. */
export interface Outcome {
  readonly day: string;
  readonly isKept: boolean;
  readonly draw: number;
  readonly policy: string;
  readonly operations: number;
  readonly minutes: ConflictMinutes;
  /** Null where nobody asked why conflicts remained. */
  readonly causes: CauseMinutes | null;
  readonly moves: Moves;
  readonly withoutStand: number;
  /** The longest time that a conflict of the next two hours, by the times then expected, stood open; in minutes. */
  readonly longestOpen: number;
  /** The score's total at the end, when all times are actual ones. */
  readonly score: number;
  readonly feedMs: Latency;
  readonly policyMs: Latency;
  /** The time of the whole replay. */
  readonly seconds: number;
}

export interface Latency {
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
}

/** The plan of the evening before is made half an hour before the first arrival. */
const LEAD_MINUTES = 30;
/** After this time, a plan of these days hardly improves. */
const EVENING_SECONDS = 5;

const importing = async ({ tidegate, organization }: Served, document: PlanningDocument): Promise<string> => {
  const imported = await dataOf(
    tidegate.POST('/v1/organizations/{org_pk}/plannings/import/', {
      params: { path: { org_pk: organization } },
      body: document as never,
    }),
  );
  if (!('planning' in imported) || imported.ids !== null) throw new Error('The planning before was not removed.');
  return imported.planning.id;
};

const removing = ({ tidegate, organization }: Served, id: string): Promise<unknown> =>
  dataOf(
    tidegate.DELETE('/v1/organizations/{org_pk}/plannings/{id}/', { params: { path: { org_pk: organization, id } } }),
  );

/** The day with the plan that `auto` makes on the times of its document, or on the actual ones; current places cost nothing to leave. */
export const planEvening = async (served: Served, day: Day, times: Policy['evening']): Promise<PlanningDocument> => {
  const planning = await importing(served, times === 'scheduled' ? day.document : withActualTimes(day, 'expectedTime'));
  const world = new World(served, planning, day, 0);
  const from = new Date(beginning(day.stays) * MINUTE_MS).toISOString();
  await optimize(world, {
    timeLimitSeconds: EVENING_SECONDS,
    referenceTime: from,
    weights: { reassigned: 0 },
  });
  await world.look();
  await removing(served, planning);
  const assignments = [...world.places.keys()].flatMap((operation) => {
    const resource = world.placeOf(operation);
    return resource === null ? [] : [{ id: `at-${operation}`, operation, resource }];
  });
  return { ...day.document, assignments };
};

const beginning = (stays: readonly Stay[]): number =>
  Math.min(...stays.flatMap(({ scheduled, actual }) => [scheduled.start, actual.start])) - LEAD_MINUTES;

/** Replays a day minute by minute, beginning with the plan of `evening`. Only minutes with something to tell or to do cost time. */
export const replay = async (
  served: Served,
  day: Day,
  evening: PlanningDocument,
  policy: Policy,
  draw: number,
): Promise<Outcome> => {
  const started = performance.now();
  const from = beginning(day.stays);
  const planning = await importing(served, evening);
  const world = new World(served, planning, day, from);
  await world.look();
  const messages = Map.groupBy(feedOf(day.stays, draw, from), ({ at }) => at);
  const until = Math.max(...day.stays.map(({ actual }) => actual.end));
  if (policy.isStatic) await world.tell([...messages.values()].flat().filter(({ sigmaMinutes }) => sigmaMinutes === 0));
  const causes = policy.isExplained ? new Causes() : null;
  for (world.now = from; world.now <= until && !policy.isStatic; world.now++) {
    const told = messages.get(world.now) ?? [];
    if (policy.isOnPaper) world.hear(told);
    else if (told.length > 0) await world.tell(told);
    await policy.act(world);
    world.noteOpen();
    await causes?.note(world);
  }
  const { score } = await dataOf(
    served.tidegate.GET('/v1/plannings/{id}/metrics/', { params: { path: { id: planning } } }),
  );
  await removing(served, planning);
  const { stays } = day;
  return {
    day: day.name,
    isKept: day.isKept,
    draw,
    policy: policy.name,
    operations: stays.filter(({ isBlocker }) => !isBlocker).length,
    minutes: conflictMinutes(stays, world.places),
    causes: causes?.minutes(stays, world.places) ?? null,
    moves: movesOf(stays, world.places),
    withoutStand: withoutStand(stays, world.places),
    longestOpen: Math.max(0, ...[...world.opened.values()].map(({ since, until: end }) => end - since)),
    score: score.total,
    feedMs: latencyOf(world.feedMs),
    policyMs: latencyOf(world.policyMs),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
};

const latencyOf = (times: readonly number[]): Latency => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { requests: times.length, p50: at(0.5), p95: at(0.95) };
};
