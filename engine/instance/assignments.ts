import type { Placement } from '../objective/score.ts';
import { findArc } from '../objective/arcs.ts';
import { type Instance, resourceIdOf } from './instance.ts';
import type { DocumentAssignment, DocumentAssignmentPart } from './planningDocument.ts';
import { readSplits } from './splits.ts';

/** The resource that the document gives each part, eligible or not. The planning's score and conflicts refer to this placement. */
export const placementOf = (instance: Instance): Placement => instance.placed.slice();

/** Like `placementOf`, without the parts whose place is not eligible: a feasible plan to start a search from. */
export const feasiblePlacementOf = (instance: Instance): Placement =>
  instance.placed.map((resource, part) => (resource >= 0 && findArc(instance, part, resource) < 0 ? -1 : resource));

/**
 * The plan as assignments, one for each operation with a window, in order of id; a resource is null where a part has none. Parts are
 * returned as in the document with their new resources, after the resource of the first one; empty parts keep theirs.
 */
export const toAssignments = (instance: Instance, placement: Placement): readonly DocumentAssignment[] => {
  const { names, operation, partIndex } = instance;
  const places = new Map<number, Map<number, number>>();
  for (let part = 0; part < instance.partCount; part++) {
    const own = places.get(operation[part]) ?? new Map<number, number>();
    own.set(partIndex[part], placement[part]);
    places.set(operation[part], own);
  }
  const splits = new Map(readSplits(names).map((split) => [split.operation, split.parts]));
  return names.operations.flatMap((id, index): DocumentAssignment[] => {
    const own = places.get(index);
    const parts = splits.get(index);
    if (!parts) return !own ? [] : [{ operation: id, resource: resourceIdOf(names, own.get(0)!) }];
    const moved = parts.map((part, i): DocumentAssignmentPart => {
      const resource = own?.get(i);
      return resource === undefined ? part : { ...part, resource: resourceIdOf(names, resource) };
    });
    return [{ operation: id, resource: moved[0]?.resource ?? null, parts: moved }];
  });
};
