import { type Instance, PartFlag } from '../instance/instance.ts';
import { partTerms } from '../objective/arcs.ts';
import { isDelayable } from '../strategies/delays.ts';
import type { Effort } from './effort.ts';
import { findPlaces } from './findPlaces.ts';
import type { Crowd } from './irreducible.ts';
import type { Rearrangement, Trial } from './rearrangement.ts';
import type { Relaxation } from './reason.ts';

/** A change, the conditions under which it is tried, and the parts that must then have a place. */
interface Proposal extends Trial {
  readonly change: Omit<Relaxation, 'enough'>;
  readonly parts: readonly number[];
}

const MOST_DELAY_SECONDS = 4 * 3600;
const MINUTE_SECONDS = 60;
/** How many changes of one kind are tried until one helps. */
const MOST_TRIALS = 40;
/** How many more are tried after one helps the crowd, to find one that is enough for the whole plan. */
const MORE_TRIALS = 3;
const TRIAL_STEPS = 1500;
const NEIGHBORHOOD = 48;

/**
 * Single changes that were each tried and after which the crowd can be placed, cheapest first: of each kind the cheapest one, and the
 * cheapest one that was found to be enough for the whole plan.
 */
export const relaxationsOf = (near: Rearrangement, crowd: Crowd, effort: Effort): readonly Relaxation[] =>
  [delays, waivers, releases, cuts, buffers]
    .flatMap((propose) => cheapest(near, propose(near, crowd), crowd, effort))
    .sort((a, b) => a.cost - b.cost || Number(b.enough) - Number(a.enough) || a.part - b.part);

const cheapest = (
  near: Rearrangement,
  proposals: readonly Proposal[],
  crowd: Crowd,
  effort: Effort,
): readonly Relaxation[] => {
  const found: Relaxation[] = [];
  let left = MOST_TRIALS;
  for (const proposal of proposals) {
    if (effort.isOver || left-- === 0) break;
    if (!helps(near, crowd, proposal, effort)) continue;
    const enough = isEnough(near, proposal, effort);
    if (found.length === 0) left = MORE_TRIALS;
    if (enough || found.length === 0) found.push({ ...proposal.change, enough });
    if (enough) break;
  }
  return found;
};

/**
 * Whether the change lets the crowd be placed while immovable parts stay. For two pinned parts, which have no crowd, they must no
 * longer be in conflict.
 */
const helps = ({ around }: Rearrangement, { given }: Crowd, proposal: Proposal, effort: Effort): boolean => {
  const { view, gone, extra, parts } = proposal;
  const [a, b] = given.filter((part) => !gone.has(part));
  if (
    given.length === 2 &&
    b !== undefined &&
    around.inConflict(view, a, around.placement[a], b, around.placement[b])
  ) {
    return false;
  }
  const places = parts.map((part) => {
    const open = around.open(view, part, gone);
    return extra?.part === part ? [...open, extra.resource] : open;
  });
  return findPlaces(around, { view, parts, places }, effort.part(TRIAL_STEPS)).kind === 'placed';
};

/** Whether every part then has a place, found by moving the crowd and nearby parts. */
const isEnough = (near: Rearrangement, proposal: Proposal, effort: Effort): boolean => {
  const first = near.around.isGiven(near.target) ? proposal.parts : [...new Set([near.target, ...proposal.parts])];
  const parts = near.neighborhood(Math.max(NEIGHBORHOOD, first.length), first);
  return near.find(parts, effort.part(TRIAL_STEPS), proposal).kind === 'placed';
};

const NOTHING: ReadonlySet<number> = new Set();

const plain = { resource: -1, rule: -1, tag: null, seconds: 0, atEnd: false } as const;

const byCost = (proposals: readonly Proposal[]): readonly Proposal[] =>
  proposals.toSorted((a, b) => a.change.cost - b.change.cost);

/** Delays one of the parts by whole minutes, so that it comes after another part or after a given one. */
const delays = ({ around }: Rearrangement, { parts }: Crowd): readonly Proposal[] => {
  const { instance } = around;
  const { start, end, delayCost } = instance;
  const gaps = hardGaps(instance);
  /** Encoded so that keys sort by minutes, then by part. */
  const tried = new Set<number>();
  const key = (minutes: number, part: number): number => minutes * instance.partCount + part;
  for (const part of parts) {
    if (!isDelayable(instance, part)) continue;
    const latest = start[part] + MOST_DELAY_SECONDS;
    for (const other of [...parts, ...around.given]) {
      if (other === part) continue;
      for (const gap of [0, ...gaps]) {
        const after = end[other] + gap;
        if (after > start[part] && after <= latest)
          tried.add(key(Math.ceil((after - start[part]) / MINUTE_SECONDS), part));
      }
    }
  }
  return Array.from(Float64Array.from(tried).sort())
    .slice(0, MOST_TRIALS)
    .map((found): Proposal => {
      const part = found % instance.partCount;
      const minutes = Math.floor(found / instance.partCount);
      const seconds = minutes * MINUTE_SECONDS;
      const view = withWindow(instance, part, start[part] + seconds, end[part] + seconds);
      const change = { ...plain, kind: 'delay', part, seconds, cost: delayCost * minutes } as const;
      return { change, parts, view, gone: NOTHING, extra: null };
    });
};

const hardGaps = ({ terms }: Instance): readonly number[] => [
  ...new Set(terms.buffers.flatMap(({ hard, seconds }) => (hard && seconds > 0 ? [seconds] : []))),
];

const withWindow = (instance: Instance, part: number, from: number, to: number): Instance => {
  const [start, end] = [instance.start.slice(), instance.end.slice()];
  start[part] = from;
  end[part] = to;
  return { ...instance, start, end };
};

/** Lets one of the parts use a resource that only one tag or one hard rule keeps it off; free resources first. */
const waivers = ({ around }: Rearrangement, { parts }: Crowd): readonly Proposal[] => {
  const { instance } = around;
  const cost = instance.conflictCost;
  // Parts that are all present at once need as many different resources as there are parts, so another part on a resource they already may use
  // does not help.
  const open = new Set(parts.flatMap((part) => around.open(instance, part)));
  const areAtOnce =
    Math.max(...parts.map((part) => instance.start[part])) < Math.min(...parts.map((part) => instance.end[part]));
  const needsMore = areAtOnce && open.size < parts.length;
  return parts
    .flatMap((part) => around.oneShort(part).map((short) => ({ part, short })))
    .filter(({ short }) => !needsMore || !open.has(short.resource))
    .map(({ part, short }) => {
      let soft = 0;
      partTerms(instance, part, short.resource, (term) => (soft += term.cost));
      return { part, short, soft, inTheWay: around.blockers(instance, part, short.resource).length };
    })
    .sort((a, b) => a.inTheWay - b.inTheWay || a.soft - b.soft)
    .slice(0, MOST_TRIALS)
    .map(({ part, short }): Proposal => {
      const change = { ...plain, ...short, kind: 'waive', part, cost } as const;
      return { change, parts, view: instance, gone: NOTHING, extra: { part, resource: short.resource } };
    });
};

/** Lets a fixed or frozen part move; a part that has started may not. */
const releases = ({ around, target }: Rearrangement, { parts, given }: Crowd): readonly Proposal[] => {
  const { instance } = around;
  const fixed = [...given, ...(parts.length === 0 ? [target] : [])];
  return byCost(
    [...new Set(fixed)]
      .filter((part) => (instance.flags[part] & (PartFlag.blocker | PartFlag.started)) === 0)
      .map((part): Proposal => {
        const change = { ...plain, kind: 'release', part, cost: instance.reassignedCost[part] } as const;
        const freed = [...new Set([...parts, part])].sort((a, b) => a - b);
        return { change, parts: freed, view: instance, gone: new Set([part]), extra: null };
      }),
  );
};

/** Ends a blocker sooner, begins it later, or removes it. */
const cuts = ({ around }: Rearrangement, { parts, given }: Crowd): readonly Proposal[] => {
  const { instance } = around;
  const { start, end, conflictCost } = instance;
  return byCost(
    given
      .filter((part) => (instance.flags[part] & PartFlag.blocker) !== 0)
      .flatMap((part) => {
        const length = end[part] - start[part];
        const remove = { ...plain, kind: 'remove', part, cost: conflictCost } as const;
        const proposals: Proposal[] = [{ change: remove, parts, view: instance, gone: new Set([part]), extra: null }];
        const cut = (from: number, to: number): void => {
          const seconds = length - (to - from);
          if (seconds <= 0 || seconds >= length || from < start[part] || to > end[part]) return;
          const cost = Math.ceil((conflictCost * seconds) / length);
          const change = { ...plain, kind: 'shorten', part, seconds, atEnd: from === start[part], cost } as const;
          proposals.push({ change, parts, view: withWindow(instance, part, from, to), gone: NOTHING, extra: null });
        };
        for (const other of [...parts, ...given]) {
          for (const gap of [0, ...hardGaps(instance)]) {
            cut(start[part], start[other] - gap);
            cut(end[other] + gap, end[part]);
          }
        }
        return proposals;
      }),
  );
};

/** Shortens a hard buffer everywhere. */
const buffers = ({ around }: Rearrangement, { parts, given }: Crowd): readonly Proposal[] => {
  const { instance } = around;
  const { start, end, terms, conflictCost } = instance;
  const all = [...parts, ...given];
  return byCost(
    terms.buffers.flatMap(({ hard, seconds, rule }, index) => {
      if (!hard || seconds === 0) return [];
      const left = new Set<number>();
      for (const a of all) {
        for (const b of all) {
          const gap = start[b] - end[a];
          if (gap >= 0 && gap < seconds) left.add(gap);
        }
      }
      return [...left].map((gap): Proposal => {
        const shorter = terms.buffers.map((buffer, i) => (i === index ? { ...buffer, seconds: gap } : buffer));
        const cost = Math.ceil((conflictCost * (seconds - gap)) / seconds);
        const change = { ...plain, kind: 'buffer', part: -1, rule, seconds: gap, cost } as const;
        return {
          change,
          parts,
          view: { ...instance, terms: { ...terms, buffers: shorter } },
          gone: NOTHING,
          extra: null,
        };
      });
    }),
  );
};
