import { IN_LINES, linesOf } from '../../client/lines.ts';
import type { components } from '../../client/schema.d.ts';
import { MINUTE_MS } from './days.ts';
import { standing } from './standing.ts';
import { AHEAD, type World } from './world.ts';

/** What is done about the plan while the day goes on. */
export interface Policy {
  readonly name: string;
  readonly description: string;
  /** By which times the plan of the evening before is made. */
  readonly evening: 'scheduled' | 'actual';
  /** The plan is never changed: nothing has to be told to the service before the end. */
  readonly isStatic?: boolean;
  /** The policy is only computed: the service is told nothing, and there is no score. */
  readonly isOnPaper?: boolean;
  /** Whether it is found out why conflicts remain. */
  readonly isExplained?: boolean;
  /** Acts at the world's minute, after the feed's messages of that minute. */
  act(world: World): Promise<void>;
}

type RunParameters = components['schemas']['RunParameters'];

const nothing = async (): Promise<void> => {};

/** Minutes between two runs of the policies that optimize. */
const EVERY = 15;
const RUN_SECONDS = 0.2;
/** An aircraft keeps its stand from this many minutes before it is expected there: it is landing, and its way on the ground is cleared. */
const FREEZE = 10;
/** Minutes that must lie between two aircraft by the hand rule: the hard buffer of the days. */
const GAP = 5;

/** Runs `auto` and waits until its plan is written. Returns whether it changed something. */
export const optimize = async (world: World, parameters: RunParameters): Promise<boolean> => {
  const from = performance.now();
  const request = {
    ...IN_LINES,
    params: { path: { id: world.planning } },
    body: { parameters: { seed: 1, ...parameters } },
  };
  let assigned = 0;
  for await (const line of linesOf<'/v1/plannings/{id}/optimize/'>(
    world.tidegate.POST('/v1/plannings/{id}/optimize/', request),
  )) {
    if (line.type === 'error') throw new Error(`A run of ${world.day.name} failed: ${line.detail}`);
    if (line.type !== 'done') continue;
    if (line.task.status !== 'SUCCEEDED') throw new Error(`A run of ${world.day.name} ended as ${line.task.status}.`);
    assigned = (line.task.applied as { readonly assigned: number } | null)?.assigned ?? 0;
  }
  world.policyMs.push(performance.now() - from);
  return assigned > 0;
};

/**
 * Optimizes everything that does not arrive within ten minutes, every 15 minutes in which the feed said something. The service starts each run from what
 * its last one learned.
 */
const reoptimizing =
  (weights: RunParameters['weights']) =>
  async (world: World): Promise<void> => {
    if (world.now % EVERY !== 0 || !world.isNew) return;
    world.isNew = false;
    const now = new Date(world.now * MINUTE_MS).toISOString();
    const frozenBefore = new Date((world.now + FREEZE) * MINUTE_MS).toISOString();
    const limits = { timeLimitSeconds: RUN_SECONDS, frozenBefore, referenceTime: now };
    if (await optimize(world, { ...limits, ...(weights && { weights }) })) await world.look();
  };

/** Whether the operation may still get another stand. */
export const isMovable = ({ arrived, expected, now }: World, id: string): boolean =>
  !arrived.has(id) && expected.get(id)!.start >= now + FREEZE;

/**
 * What a repair could do at best that acts as soon as the estimates show a conflict, and on nothing else: there are as many stands as
 * one could wish for, and whatever is in a conflict and may still move leaves for one of its own. What is left are conflicts that no
 * estimate told of until both aircraft were on their stands or within ten minutes of them. Only another plan of the evening before, or luck, does better.
 */
const leaveConflicts = async (world: World): Promise<void> => {
  for (const { earlier, later } of world.conflicts(GAP)) {
    for (const id of [earlier, later]) if (isMovable(world, id)) world.put(id, `a stand for ${id}`);
  }
};

/**
 * At each conflict of the next two hours, and for each operation that has no stand, the one that arrives later gets the first stand,
 * in the order of the board, where it may stand and nothing else is expected during its stay and five minutes before and after. What
 * arrives within ten minutes stays. Without such a stand, the conflict stays until there is one.
 */
const byHand = async (world: World): Promise<void> => {
  const soon = world.now + AHEAD;
  const wanted = new Set<string>();
  for (const { earlier, later, start } of world.conflicts()) {
    if (start > soon || wanted.has(earlier) || wanted.has(later)) continue;
    const one = [later, earlier].find((id) => isMovable(world, id));
    if (one !== undefined) wanted.add(one);
  }
  for (const { id } of world.day.stays) {
    if (world.placeOf(id) === null && !world.arrived.has(id) && world.expected.get(id)!.start <= soon) wanted.add(id);
  }
  for (const operation of wanted) await moveToFirstFree(world, operation);
};

/** The first stand, in the order of the board, where the operation may stand and nothing else is expected during its stay and five minutes before and after. */
export const firstFree = async (world: World, operation: string, times: number[]): Promise<string | undefined> => {
  const allowed = await allowedFor(world, operation, times);
  const { start, end } = world.expected.get(operation)!;
  const taken = new Set(
    world.day.stays.flatMap(({ id }) => {
      const window = world.expected.get(id)!;
      const place = world.placeOf(id);
      const isNear = window.start < end + GAP && start < Math.max(window.end, world.now) + GAP;
      return id !== operation && place !== null && isNear ? [place] : [];
    }),
  );
  return world.day.document.resources.find(({ id }) => allowed.has(id) && !taken.has(id))?.id;
};

const moveToFirstFree = async (world: World, operation: string): Promise<void> => {
  const resource = await firstFree(world, operation, world.policyMs);
  if (resource === undefined) return;
  await world.timed(world.policyMs, () =>
    world.tidegate.POST('/v1/assignments/', { params: {}, body: { operation, resource } }),
  );
  world.put(operation, resource);
};

/** Kinds of rules that, when hard, keep an operation off a resource at any time. */
const ARC_KINDS: ReadonlySet<string> = new Set(['match', 'mismatch']);

/** The resources on which the operation may stand at all, which do not change during the day. */
const allowedFor = async (world: World, operation: string, times: number[]): Promise<ReadonlySet<string>> => {
  const known = world.allowed.get(operation);
  if (known !== undefined) return known;
  const candidates = await world.timed(times, () =>
    world.tidegate.GET('/v1/operations/{id}/candidates/', { params: { path: { id: operation } } }),
  );
  const hard = new Set(
    world.day.document.rules.flatMap(({ id, kind, hard }) => (hard && ARC_KINDS.has(kind) ? [id] : [])),
  );
  const forbids = ({ kind, rule }: { readonly kind: string; readonly rule?: string }): boolean =>
    kind === 'requiredTag' || (rule !== undefined && hard.has(rule));
  const allowed = new Set(
    candidates.flatMap((one) => ('breaks' in one && !one.breaks.some(forbids) ? [one.resource] : [])),
  );
  world.allowed.set(operation, allowed);
  return allowed;
};

export const POLICIES: readonly Policy[] = [
  { name: 'none', description: 'no repair', evening: 'scheduled', act: nothing },
  { name: 'by-hand', description: 'first free stand, by hand', evening: 'scheduled', act: byHand },
  {
    name: 'every-15',
    description: 'optimized afresh every 15 min',
    evening: 'scheduled',
    act: reoptimizing({ reassigned: 0 }),
  },
  {
    name: 'every-15-stable',
    description: 'optimized every 15 min, moves cost',
    evening: 'scheduled',
    act: reoptimizing(undefined),
  },
  {
    name: 'standing',
    description: 'standing repair',
    evening: 'scheduled',
    isExplained: true,
    act: standing(FREEZE),
  },
  {
    name: 'limit',
    description: 'limit of reacting, with any number of stands',
    evening: 'scheduled',
    isOnPaper: true,
    act: leaveConflicts,
  },
  { name: 'foresight', description: 'planned on the actual times', evening: 'actual', isStatic: true, act: nothing },
];
