import type { Instance } from '../../engine/instance/instance.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { GroupMembers } from '../../engine/objective/terms/group.ts';

/** An instance in which what groups cost is known for each part alone. */
export interface GroupsNear {
  readonly near: Instance;
  /** For each part, what its group costs it where it is, or where it costs least if the part has no place; in hundredths. */
  readonly own: Int32Array;
}

/**
 * Returns the instance in which each part costs on each resource what its group would cost it there beside the others where the placement has them, and groups
 * cost nothing else. While only one part moves, the cost changes as in the original instance. If many move, the original cost mostly changes less than this,
 * because what a group costs is concave in the numbers of its members at each place.
 * Source: linear costs in place of quadratic ones, Frank, Wolfe, "An algorithm for quadratic programming", Naval Research Logistics Quarterly 3 (1956).
 */
export const groupsNear = (instance: Instance, placement: Placement): GroupsNear => {
  const { partCount, group, arcStart, arcResource, terms } = instance;
  const members = new GroupMembers(instance);
  for (let part = 0; part < partCount; part++) if (placement[part] >= 0) members.count(part, placement[part], 1);
  const arcCost = instance.arcCost.slice();
  const own = new Int32Array(partCount);
  for (let part = 0; part < partCount; part++) {
    if (group[part] < 0 || arcStart[part] === arcStart[part + 1]) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let a = arcStart[part]; a < arcStart[part + 1]; a++) {
      const apart = members.costAt(part, arcResource[a], placement);
      arcCost[a] += apart;
      least = Math.min(least, apart);
    }
    own[part] = placement[part] < 0 ? least : members.costAt(part, placement[part], placement);
  }
  return { near: { ...instance, arcCost, terms: { ...terms, groups: [] } }, own };
};
