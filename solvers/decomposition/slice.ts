import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { transposeArcs } from '../../engine/instance/transposeArcs.ts';
import { arcCostAt } from '../../engine/objective/arcs.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Cut } from '../../engine/objective/terms/termShape.ts';
import { SHAPES, sliceShapedTerms } from '../../engine/objective/terms/termShapes.ts';

/** An instance made of a few parts of another one. */
export interface Slice {
  readonly instance: Instance;
  /** For each part of the slice, its index in the whole instance; ascending. */
  readonly partOf: Int32Array;
  /** The current placement, in the slice's indices. */
  readonly placement: Int32Array;
}

/**
 * Makes an instance of the parts that are free to move and, pinned where `placement` has them, of all others that may share a term with
 * them. A change in the slice therefore changes the cost of the whole by the same amount. Arcs that `keeps` does not mark are left out
 * (null: none are), except those that `placement` uses; a free part without a place keeps all its arcs. Indices of names remain those of the whole
 * instance.
 */
export const slice = (instance: Instance, free: Int32Array, placement: Placement, keeps: Uint8Array | null): Slice => {
  const isFree = new Uint8Array(instance.partCount);
  for (const part of free) isFree[part] = 1;
  const partOf = Int32Array.from(membersOf(instance, free, isFree, placement));
  const cut = cutOf(instance, partOf, placement);
  const { ints, mask } = cut;
  const { terms, uncertainty } = instance;
  const here = ints(placement);
  return {
    partOf,
    placement: here,
    instance: {
      ...instance,
      partCount: partOf.length,
      start: ints(instance.start),
      end: ints(instance.end),
      operation: ints(instance.operation),
      flags: mask(instance.flags),
      pinned: Int32Array.from(partOf, (part) => (isFree[part] === 1 ? NOT_PINNED : placement[part])),
      current: ints(instance.current),
      placed: here,
      placedCost: Int32Array.from(partOf, (part) =>
        placement[part] < 0 ? 0 : arcCostAt(instance, part, placement[part]),
      ),
      partIndex: ints(instance.partIndex),
      unassignedCost: ints(instance.unassignedCost),
      reassignedCost: ints(instance.reassignedCost),
      group: ints(instance.group),
      ...arcsOf(cut, isFree, keeps),
      uncertainty: { ...uncertainty, start: ints(uncertainty.start), end: ints(uncertainty.end) },
      terms: {
        matches: terms.matches.map((term) => ({ ...term, parts: mask(term.parts) })),
        buffers: terms.buffers.map((term) => ({ ...term, previous: mask(term.previous), next: mask(term.next) })),
        adjacencies: terms.adjacencies.map((term) => ({ ...term, own: mask(term.own), other: mask(term.other) })),
        ...sliceShapedTerms(terms, cut),
        risk: terms.risk,
      },
    },
  };
};

const cutOf = (instance: Instance, partOf: Int32Array, placement: Placement): Cut => {
  const localOf = new Map(Array.from(partOf, (part, i) => [part, i]));
  return {
    instance,
    partOf,
    placement,
    mask: (values) => Uint8Array.from(partOf, (part) => values[part]),
    ints: (values) => Int32Array.from(partOf, (part) => values[part]),
    local: (part) => localOf.get(part) ?? -1,
    visitOutside(visit) {
      let i = 0;
      for (let part = 0; part < placement.length; part++) {
        if (partOf[i] === part) i++;
        else if (placement[part] >= 0) visit(part, placement[part]);
      }
    },
  };
};

type Arcs = Pick<
  Instance,
  'arcStart' | 'arcResource' | 'arcCost' | 'resourceArcStart' | 'resourceArcPart' | 'resourceArc'
>;

/** The arcs of free parts that are kept, and for each part that is not free the one that it uses. */
const arcsOf = ({ instance, partOf, placement }: Cut, isFree: Uint8Array, keeps: Uint8Array | null): Arcs => {
  const { arcStart: starts, resourceCount } = instance;
  const most = partOf.reduce((sum, part) => sum + (isFree[part] === 1 ? starts[part + 1] - starts[part] : 1), 0);
  const arcStart = new Int32Array(partOf.length + 1);
  const arcResource = new Int32Array(most);
  const arcCost = new Int32Array(most);
  let count = 0;
  for (let i = 0; i < partOf.length; i++) {
    const part = partOf[i];
    const place = placement[part];
    if (isFree[part] === 1) {
      for (let arc = starts[part]; arc < starts[part + 1]; arc++) {
        const resource = instance.arcResource[arc];
        if (place >= 0 && resource !== place && keeps?.[arc] === 0) continue;
        arcResource[count] = resource;
        arcCost[count++] = instance.arcCost[arc];
      }
    } else if (place >= 0) {
      arcResource[count] = place;
      arcCost[count++] = arcCostAt(instance, part, place);
    }
    arcStart[i + 1] = count;
  }
  const arcs = {
    arcStart,
    arcResource: arcResource.slice(0, count),
    arcCost: arcCost.slice(0, count),
    resourceArcStart: new Int32Array(resourceCount + 1),
    resourceArcPart: new Int32Array(count),
    resourceArc: new Int32Array(count),
  };
  transposeArcs(arcs);
  return arcs;
};

/**
 * Returns the free parts and the placed parts that may share a term with one of them, because they are near in time or tied by a rule;
 * ascending.
 */
const membersOf = (
  instance: Instance,
  free: Int32Array,
  isFree: Uint8Array,
  placement: Placement,
): readonly number[] => {
  const { partCount, start, end, maxGapSeconds } = instance;
  const reach = Math.max(0, maxGapSeconds, ...SHAPES.map(({ reachSeconds }) => reachSeconds?.(instance) ?? 0));
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const part of free) {
    from = Math.min(from, start[part] - reach);
    to = Math.max(to, end[part] + reach);
  }
  const tied = new Uint8Array(partCount);
  for (const { tie } of SHAPES) tie?.(instance, isFree, tied);
  const members: number[] = [];
  for (let part = 0; part < partCount; part++) {
    const isNear = start[part] <= to && end[part] >= from;
    if (isFree[part] === 1 || (placement[part] >= 0 && (isNear || tied[part] === 1))) members.push(part);
  }
  return members;
};
