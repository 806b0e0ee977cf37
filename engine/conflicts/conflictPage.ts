import { atOnce } from '../atOnce.ts';
import type { Instance } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { brokenHardBuffer, bufferSeconds, longestHardGap } from '../objective/pairs/buffers.ts';
import { isPair } from '../objective/pairs/pair.ts';
import { type Conflict, describeConflict, timelinesOf } from './findConflicts.ts';
import { CountedFamily, pairFamilies, type Span } from './pairFamilies.ts';
import type { ConflictKind } from './visitConflicts.ts';

/** A plan with more conflicts than this is crowded: its conflicts are counted and listed by page, but no longer indexed one by one. */
export const MOST_CONFLICTS = 10_000;

export interface ConflictPage {
  readonly conflicts: readonly Conflict[];
  /** The number of all conflicts that touch the window; null if there are more than up to the end of the page, and they were not counted. */
  readonly total: number | null;
}

export interface PageOfConflicts {
  readonly offset: number;
  readonly limit: number;
  /** Only conflicts that touch this window; null: all. */
  readonly window: Span | null;
}

/** Up to this number of conflicts, listing those up to the end of the page is less work than counting all. */
const MOST_LISTED = 1000;

/**
 * One page of the conflicts in the order of `findConflicts`. A page that is near the beginning takes the conflicts up to its end. A later one, or one in
 * a window, is found without listing the others: for each part, the conflicts in which it is the later one are only counted. O(parts log parts) and, for
 * each part with a conflict on the page, its conflicts.
 */
export const conflictPage = (
  instance: Instance,
  placement: Placement,
  { offset, limit, window }: PageOfConflicts,
): ConflictPage => {
  if (window === null && limit > 0 && offset + limit <= MOST_LISTED)
    return pageFromStart(instance, placement, offset, limit);
  const counts = atOnce(earlierCounts(instance, placement, window));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const conflicts: Conflict[] = [];
  if (offset >= total || limit <= 0) return { conflicts, total };
  const earlierOf = earlierPartners(instance, placement);
  let skipped = 0;
  for (let b = 0; b < counts.length && conflicts.length < limit; b++) {
    if (counts[b] === 0) continue;
    if (skipped + counts[b] <= offset) {
      skipped += counts[b];
      continue;
    }
    const first = Math.max(0, offset - skipped);
    skipped += counts[b];
    const partners = earlierOf(b).filter((partner) => touches(instance, partner, b, window));
    for (const { kind, a, rule } of partners.slice(first, first + limit - conflicts.length)) {
      conflicts.push(describeConflict(instance, kind, a, b, placement[a], rule));
    }
  }
  return { conflicts, total };
};

const pageFromStart = (instance: Instance, placement: Placement, offset: number, limit: number): ConflictPage => {
  const earlierOf = earlierPartners(instance, placement);
  const conflicts: Conflict[] = [];
  let seen = 0;
  for (let b = 0; b < instance.partCount; b++) {
    if (placement[b] < 0) continue;
    for (const { kind, a, rule } of earlierOf(b)) {
      if (seen === offset + limit) return { conflicts, total: null };
      if (seen++ >= offset) conflicts.push(describeConflict(instance, kind, a, b, placement[a], rule));
    }
  }
  return { conflicts, total: seen };
};

/** The first page, with as many conflicts as are listed one by one. */
export const FIRST_CONFLICTS: PageOfConflicts = { offset: 0, limit: MOST_CONFLICTS, window: null };

/** The conflicts of the first page; that there are more of them is not said. */
export const firstConflicts = (instance: Instance, placement: Placement): readonly Conflict[] =>
  pageFromStart(instance, placement, 0, MOST_CONFLICTS).conflicts;

/** The number of all conflicts. */
export const countConflicts = (instance: Instance, placement: Placement): number =>
  atOnce(countingConflicts(instance, placement));

/** Like `countConflicts`, as a generator that yields between pieces of work. */
export function* countingConflicts(instance: Instance, placement: Placement): Generator<void, number> {
  return (yield* earlierCounts(instance, placement, null)).reduce((sum, count) => sum + count, 0);
}

/** For each part, the number of conflicts in which it is the later part. */
function* earlierCounts(instance: Instance, placement: Placement, window: Span | null): Generator<void, Float64Array> {
  const counts = new Float64Array(instance.partCount);
  for (const family of pairFamilies(instance, placement, window)) {
    if (!family.hard) continue;
    yield;
    const counted = new CountedFamily(instance, family);
    for (const part of family.later) counts[part] += counted.earlierOf(part);
  }
  return counts;
}

interface Partner {
  readonly kind: ConflictKind;
  readonly a: number;
  readonly rule: number;
}

/** The earlier parts that a part is in conflict with, ascending. */
const earlierPartners = (instance: Instance, placement: Placement): ((b: number) => readonly Partner[]) => {
  const { start, end, terms } = instance;
  const { timelines, adjacency } = timelinesOf(instance, placement);
  const reach = longestHardGap(instance);
  return (b) => {
    const resource = placement[b];
    const list = timelines.lists[resource];
    const latest = timelines.latestEnds[resource];
    const partners: Partner[] = [];
    const since = start[b] - reach;
    for (let i = timelines.position(resource, b) - 1; i >= 0 && latest[i] > since; i--) {
      const a = list[i];
      const gap = start[b] - end[a];
      if ((gap >= reach && gap >= 0) || !isPair(instance, a, b)) continue;
      if (gap < 0) partners.push({ kind: 'overlap', a, rule: -1 });
      else {
        const broken = brokenHardBuffer(instance, a, b, resource, gap);
        if (broken >= 0) partners.push({ kind: 'buffer', a, rule: terms.buffers[broken].rule });
      }
    }
    adjacency?.visitConflicts(b, resource, (a, rule) => {
      if (a < b) partners.push({ kind: 'adjacency', a, rule });
    });
    return partners.sort((x, y) => x.a - y.a);
  };
};

const touches = (instance: Instance, { kind, a, rule }: Partner, b: number, window: Span | null): boolean => {
  if (window === null) return true;
  const { start, end } = instance;
  const until = kind === 'buffer' ? end[a] + bufferSeconds(instance, rule) : Math.min(end[a], end[b]);
  return start[b] < window.to && until > window.from;
};
