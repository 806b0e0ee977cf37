import type { Instance } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { hardGapSeconds, longestHardGap } from '../objective/pairs/buffers.ts';
import { Relations } from '../objective/pairs/relations.ts';
import { isPair } from '../objective/pairs/pair.ts';
import { momentsOf } from '../uncertainty/skewNormal.ts';

/** Pairs of parts that may be in conflict when times deviate from the plan, in flat arrays. `a` starts first. */
export interface NearPairs {
  readonly count: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The gap in seconds that a hard buffer requires; the pair is in conflict when start(b) − end(a) is less. */
  readonly gap: Int32Array;
  /** The resource of `a`. */
  readonly resource: Int32Array;
}

const REACH_SIGMAS = 5;

/** All pairs on one resource, or on resources that a hard adjacency rule relates, that are in conflict or may become so. */
export const findNearPairs = (instance: Instance, placement: Placement): NearPairs => {
  const search = new NearPairSearch(instance, placement);
  for (let resource = 0; resource < instance.resourceCount; resource++) search.onOne(resource);
  if (instance.terms.adjacencies.some(({ hard }) => hard)) {
    const relations = new Relations(instance);
    for (let resource = 0; resource < instance.resourceCount; resource++) {
      for (const there of relations.neighborsOf(resource)) search.onRelated(resource, there, relations);
    }
  }
  return search.pairs();
};

class NearPairSearch {
  private readonly a: number[] = [];
  private readonly b: number[] = [];
  private readonly gap: number[] = [];
  private readonly resource: number[] = [];
  private readonly instance: Instance;
  private readonly placement: Placement;
  private readonly reaches: Reaches;
  /** The parts on each resource, by start. */
  private readonly parts: readonly (readonly number[])[];
  /** The longest hard buffer, or 0. */
  private readonly longestGap: number;

  constructor(instance: Instance, placement: Placement) {
    this.instance = instance;
    this.placement = placement;
    this.reaches = reachesOf(instance);
    const parts: number[][] = Array.from({ length: instance.resourceCount }, () => []);
    for (let part = 0; part < instance.partCount; part++) if (placement[part] >= 0) parts[placement[part]].push(part);
    this.parts = parts;
    this.longestGap = longestHardGap(instance);
  }

  onOne(resource: number): void {
    const { instance, longestGap } = this;
    const { start, end } = instance;
    const { late, earliest } = this.reaches;
    const list = this.parts[resource];
    for (let i = 0; i < list.length; i++) {
      const first = list[i];
      const until = end[first] + late[first] + longestGap;
      for (let j = i + 1; j < list.length && start[list[j]] - earliest < until; j++) {
        const second = list[j];
        if (!isPair(instance, first, second)) continue;
        const gap = longestGap > 0 ? hardGapSeconds(instance, first, second, resource) : 0;
        if (this.mayConflict(first, second, gap)) this.add(first, second, gap);
      }
    }
  }

  onRelated(here: number, there: number, relations: Relations): void {
    for (const first of this.parts[here]) {
      for (const second of this.parts[there]) {
        if (second < first || !isPair(this.instance, first, second) || !this.mayConflict(first, second, 0)) continue;
        if (relations.hardRuleOf(first, here, second, there) >= 0) this.add(first, second, 0);
      }
    }
  }

  pairs(): NearPairs {
    return {
      count: this.a.length,
      a: Int32Array.from(this.a),
      b: Int32Array.from(this.b),
      gap: Int32Array.from(this.gap),
      resource: Int32Array.from(this.resource),
    };
  }

  private mayConflict(first: number, second: number, gap: number): boolean {
    const { start, end } = this.instance;
    const { late, early } = this.reaches;
    return start[second] - early[second] < end[first] + late[first] + gap;
  }

  private add(first: number, second: number, gap: number): void {
    this.a.push(first);
    this.b.push(second);
    this.gap.push(gap);
    this.resource.push(this.placement[first]);
  }
}

type Reaches = ReturnType<typeof reachesOf>;

/** For each part, how many seconds later it may end and how many earlier it may start; `earliest` is the maximum of the latter. */
const reachesOf = ({ partCount, uncertainty }: Instance) => {
  const { distributions } = uncertainty;
  const moments = Array.from({ length: distributions.length / 3 }, (_, i) => {
    const [location, scale, shape] = distributions.subarray(3 * i, 3 * i + 3);
    return momentsOf({ location, scale, shape });
  });
  const late = new Int32Array(partCount);
  const early = new Int32Array(partCount);
  let earliest = 0;
  for (let part = 0; part < partCount; part++) {
    const ends = moments[uncertainty.end[part]];
    const starts = moments[uncertainty.start[part]];
    if (ends) late[part] = Math.max(0, Math.ceil(ends.mean + REACH_SIGMAS * ends.sigma));
    if (starts) early[part] = Math.max(0, Math.ceil(REACH_SIGMAS * starts.sigma - starts.mean));
    earliest = Math.max(earliest, early[part]);
  }
  return { late, early, earliest };
};
