import type { Instance } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { hardGapSeconds } from '../objective/pairs/buffers.ts';
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
  const { start, end, partCount, resourceCount, terms } = instance;
  const { late, early, earliest } = reachesOf(instance);
  const lists: number[][] = Array.from({ length: resourceCount }, () => []);
  for (let part = 0; part < partCount; part++) if (placement[part] >= 0) lists[placement[part]].push(part);
  const hasBuffers = terms.buffers.some(({ hard }) => hard);
  const longest = Math.max(0, ...terms.buffers.map(({ hard, seconds }) => (hard ? seconds : 0)));
  const a: number[] = [];
  const b: number[] = [];
  const gaps: number[] = [];
  const resources: number[] = [];
  const add = (first: number, second: number, gap: number): void => {
    a.push(first);
    b.push(second);
    gaps.push(gap);
    resources.push(placement[first]);
  };
  for (let resource = 0; resource < resourceCount; resource++) {
    const list = lists[resource];
    for (let i = 0; i < list.length; i++) {
      const first = list[i];
      const until = end[first] + late[first] + longest;
      for (let j = i + 1; j < list.length && start[list[j]] - earliest < until; j++) {
        const second = list[j];
        if (!isPair(instance, first, second)) continue;
        const gap = hasBuffers ? hardGapSeconds(instance, first, second, resource) : 0;
        if (start[second] - early[second] < end[first] + late[first] + gap) add(first, second, gap);
      }
    }
  }
  if (terms.adjacencies.some(({ hard }) => hard)) {
    const relations = new Relations(instance);
    for (let resource = 0; resource < resourceCount; resource++) {
      for (const there of relations.neighborsOf(resource)) {
        for (const first of lists[resource]) {
          for (const second of lists[there]) {
            if (second < first || !isPair(instance, first, second)) continue;
            if (start[second] - early[second] >= end[first] + late[first]) continue;
            if (relations.hardRuleOf(first, resource, second, there) >= 0) add(first, second, 0);
          }
        }
      }
    }
  }
  return {
    count: a.length,
    a: Int32Array.from(a),
    b: Int32Array.from(b),
    gap: Int32Array.from(gaps),
    resource: Int32Array.from(resources),
  };
};

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
