import { type Instance, PartFlag } from '../../engine/instance/instance.ts';
import { farthestDeparture } from '../../engine/objective/terms/departure.ts';
import { arcCostAt } from '../../engine/objective/terms/arc.ts';
import type { Placement } from '../../engine/objective/score.ts';

/** A few parts of an instance as an instance of its own. */
export interface Slice {
  readonly instance: Instance;
  /** Part of the whole instance of each part here; ascending. */
  readonly partOf: Int32Array;
  /** Where they are, in terms of the slice. */
  readonly placement: Int32Array;
}

/**
 * The parts free to move, and around them, pinned where `placement` has them, all others that they may have terms with: what
 * changes here changes the cost of the whole by as much. Arcs that `keeps` does not mark are left out, except where a part is;
 * a free part without a place has all of its own. `names` remain those of the whole.
 */
export const slice = (instance: Instance, free: Int32Array, placement: Placement, keeps: Uint8Array): Slice => {
  const isFree = new Uint8Array(instance.partCount);
  for (const part of free) isFree[part] = 1;
  const partOf = Int32Array.from(membersOf(instance, free, isFree, placement));
  const n = partOf.length;
  const arcStart = new Int32Array(n + 1);
  const arcResource: number[] = [];
  const arcCost: number[] = [];
  for (let i = 0; i < n; i++) {
    const part = partOf[i];
    const place = placement[part];
    if (isFree[part] === 1) {
      for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
        const resource = instance.arcResource[arc];
        if (place >= 0 && resource !== place && keeps[arc] === 0) continue;
        arcResource.push(resource);
        arcCost.push(instance.arcCost[arc]);
      }
    } else if (place >= 0) {
      arcResource.push(place);
      arcCost.push(arcCostAt(instance, part, place));
    }
    arcStart[i + 1] = arcResource.length;
  }
  const pick = (values: Int32Array): Int32Array => Int32Array.from(partOf, (part) => values[part]);
  const mask = (values: Uint8Array): Uint8Array => Uint8Array.from(partOf, (part) => values[part]);
  const here = pick(placement);
  const localOf = new Map(Array.from(partOf, (part, i) => [part, i]));
  const local = (part: number): number => localOf.get(part) ?? -1;
  const { terms, uncertainty } = instance;
  const used = usedOutside(instance, partOf, placement);
  return {
    partOf,
    placement: here,
    instance: {
      ...instance,
      partCount: n,
      start: pick(instance.start),
      end: pick(instance.end),
      operation: pick(instance.operation),
      flags: mask(instance.flags),
      pinned: Int32Array.from(partOf, (part) => (isFree[part] === 1 ? -2 : placement[part])),
      current: pick(instance.current),
      placed: here,
      placedCost: Int32Array.from(partOf, (part) =>
        placement[part] < 0 ? 0 : arcCostAt(instance, part, placement[part]),
      ),
      partIndex: pick(instance.partIndex),
      unassignedCost: pick(instance.unassignedCost),
      reassignedCost: pick(instance.reassignedCost),
      group: pick(instance.group),
      arcStart,
      arcResource: Int32Array.from(arcResource),
      arcCost: Int32Array.from(arcCost),
      ...byResource(instance.resourceCount, arcStart, arcResource),
      uncertainty: { ...uncertainty, start: pick(uncertainty.start), end: pick(uncertainty.end) },
      terms: {
        matches: terms.matches.map((term) => ({ ...term, parts: mask(term.parts) })),
        buffers: terms.buffers.map((term) => ({ ...term, previous: mask(term.previous), next: mask(term.next) })),
        adjacencies: terms.adjacencies.map((term) => ({ ...term, own: mask(term.own), other: mask(term.other) })),
        departures: terms.departures.map((term) => ({ ...term, member: mask(term.member) })),
        links: terms.links.map((term) => ({ ...term, previous: pick(term.previous).map((part) => local(part)) })),
        balances: terms.balances.map((term) => ({
          ...term,
          member: mask(term.member),
          given: onOutside(term, partOf, placement),
        })),
        groups: terms.groups.map((term) => ({ ...term, member: mask(term.member) })),
        usages: terms.usages.map((term) => ({ ...term, cost: term.cost.map((cost, r) => (used[r] === 1 ? 0 : cost)) })),
        risk: terms.risk,
      },
    },
  };
};

/** The free parts, and the placed ones near them in time, of their groups or linked to them; ascending. */
const membersOf = (
  instance: Instance,
  free: Int32Array,
  isFree: Uint8Array,
  placement: Placement,
): readonly number[] => {
  const { partCount, start, end, group, maxGapSeconds, terms } = instance;
  const gap = Math.max(0, maxGapSeconds, farthestDeparture(instance));
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const groups = new Set<number>();
  const linked = linkedTo(terms.links, isFree);
  for (const part of free) {
    from = Math.min(from, start[part] - gap);
    to = Math.max(to, end[part] + gap);
    if (terms.groups.length > 0 && group[part] >= 0) groups.add(group[part]);
  }
  const members: number[] = [];
  for (let part = 0; part < partCount; part++) {
    const isNear = start[part] <= to && end[part] >= from;
    if (isFree[part] === 1 || (placement[part] >= 0 && (isNear || linked.has(part) || groups.has(group[part]))))
      members.push(part);
  }
  return members;
};

/** Parts with a link to one that is free. */
const linkedTo = (links: Instance['terms']['links'], isFree: Uint8Array): ReadonlySet<number> => {
  const linked = new Set<number>();
  for (const { previous } of links) {
    previous.forEach((part, other) => {
      if (part < 0) return;
      if (isFree[part] === 1) linked.add(other);
      if (isFree[other] === 1) linked.add(part);
    });
  }
  return linked;
};

/** How many members of a balance are on each resource besides these parts. */
const onOutside = (
  { member, counts, given }: Instance['terms']['balances'][number],
  partOf: Int32Array,
  placement: Placement,
): Int32Array => {
  const others = given.slice();
  let i = 0;
  for (let part = 0; part < placement.length; part++) {
    if (partOf[i] === part) i++;
    else if (placement[part] >= 0 && member[part] === 1 && counts[placement[part]] === 1) others[placement[part]]++;
  }
  return others;
};

/** Resources that others than these use: using them costs nothing more. */
const usedOutside = ({ resourceCount, flags }: Instance, partOf: Int32Array, placement: Placement): Uint8Array => {
  const used = new Uint8Array(resourceCount);
  let i = 0;
  for (let part = 0; part < placement.length; part++) {
    if (partOf[i] === part) i++;
    else if (placement[part] >= 0 && (flags[part] & PartFlag.blocker) === 0) used[placement[part]] = 1;
  }
  return used;
};

/** The arcs again, by resource. */
const byResource = (resourceCount: number, arcStart: Int32Array, arcResource: readonly number[]) => {
  const resourceArcStart = new Int32Array(resourceCount + 1);
  for (const resource of arcResource) resourceArcStart[resource + 1]++;
  for (let r = 0; r < resourceCount; r++) resourceArcStart[r + 1] += resourceArcStart[r];
  const next = resourceArcStart.slice();
  const resourceArcPart = new Int32Array(arcResource.length);
  const resourceArc = new Int32Array(arcResource.length);
  for (let part = 0; part + 1 < arcStart.length; part++) {
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const at = next[arcResource[arc]]++;
      resourceArcPart[at] = part;
      resourceArc[at] = arc;
    }
  }
  return { resourceArcStart, resourceArcPart, resourceArc };
};
