import { ActiveMatching } from './activeMatching.ts';
import { type Instance, PartFlag, NOT_PINNED } from './instance/instance.ts';

/** A lower bound on the number of parts that have no resource in any plan without overlaps. */
export interface CliqueBound {
  /** `pinnedOut` + `withoutPlace` + `atOnce`. */
  readonly unavoidableUnassigned: number;
  /** Parts that are pinned without a resource; blockers do not count. */
  readonly pinnedOut: number;
  /** Movable parts for which pinned parts take every resource that they may use. */
  readonly withoutPlace: number;
  /** The largest number of the remaining parts that must go without a resource at one time. */
  readonly atOnce: number;
  /** That time, in seconds since the instance's origin, and the parts then active; −1 and none when `atOnce` is 0. */
  readonly at: number;
  readonly active: readonly number[];
}

/**
 * A valid lower bound on the number of unassigned parts under any eligibility. At each time, the active movable parts are matched to
 * the resources that they may use and that no pinned part takes during their stay; the parts beyond a maximum matching must go without.
 * The matching is maintained from event to event, each repaired by at most one augmenting path. O(events × active × resources) at
 * worst. Source: Berge, "Two theorems in graph theory", PNAS 43 (1957); interval cliques as in Krishnamoorthy, Ernst, Baatar (2012).
 */
export const cliqueBound = (instance: Instance): CliqueBound => {
  const { partCount, start, end, pinned, flags } = instance;
  const matching = matchingOf(instance);
  let pinnedOut = 0;
  let withoutPlace = 0;
  const movable: number[] = [];
  for (let part = 0; part < partCount; part++) {
    if ((flags[part] & PartFlag.blocker) !== 0) continue;
    if (pinned[part] === -1) pinnedOut++;
    else if (pinned[part] === NOT_PINNED) {
      if (matching.hasPlace(part)) movable.push(part);
      else withoutPlace++;
    }
  }
  const byEnd = movable.toSorted((a, b) => end[a] - end[b]);
  let ended = 0;
  let atOnce = 0;
  let at = -1;
  let active: readonly number[] = [];
  for (const part of movable) {
    while (end[byEnd[ended]] <= start[part]) matching.leave(byEnd[ended++]);
    matching.arrive(part);
    if (matching.unmatched <= atOnce) continue;
    atOnce = matching.unmatched;
    at = start[part];
    active = matching.activeParts();
  }
  return { unavoidableUnassigned: pinnedOut + withoutPlace + atOnce, pinnedOut, withoutPlace, atOnce, at, active };
};

/** A matching on the free arcs, that is, those that no pinned part blocks. */
const matchingOf = (instance: Instance): ActiveMatching => {
  const { partCount, resourceCount, pinned, arcStart, arcResource } = instance;
  const free = freeArcs(instance);
  const from = new Int32Array(partCount + 1);
  const resources = new Int32Array(free.reduce((sum, isFree) => sum + isFree, 0));
  let count = 0;
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] === NOT_PINNED) {
      for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
        if (free[arc] === 1) resources[count++] = arcResource[arc];
      }
    }
    from[part + 1] = count;
  }
  return new ActiveMatching(from, resources, resourceCount);
};

/** 1 for each arc of a movable part whose resource no pinned part takes during the part's stay. */
const freeArcs = (instance: Instance): Uint8Array => {
  const { start, end, pinned, operation, arcResource } = instance;
  const free = new Uint8Array(arcResource.length).fill(1);
  const { resourceArcStart, resourceArcPart, resourceArc } = instance;
  for (let resource = 0; resource < instance.resourceCount; resource++) {
    const takers: number[] = [];
    for (let i = resourceArcStart[resource]; i < resourceArcStart[resource + 1]; i++) {
      const part = resourceArcPart[i];
      if (pinned[part] === resource) takers.push(part);
    }
    if (takers.length === 0) continue;
    for (let i = resourceArcStart[resource]; i < resourceArcStart[resource + 1]; i++) {
      const part = resourceArcPart[i];
      if (pinned[part] !== NOT_PINNED) continue;
      for (const taker of takers) {
        if (start[taker] >= end[part]) break;
        if (end[taker] > start[part] && operation[taker] !== operation[part]) free[resourceArc[i]] = 0;
      }
    }
  }
  return free;
};
