import { type Instance, PartFlag } from './instance/instance.ts';
import type { CostLevels, Placement } from './objective/score.ts';
import { overlapProbability } from './uncertainty/pairProbability.ts';

/** What is wrong with a plan that a solver must never make. */
export interface Violation {
  readonly kind: 'ineligible' | 'pinned' | 'reassignments' | 'shape';
  /** −1 when it is the whole plan. */
  readonly part: number;
  readonly resource: number;
  readonly message: string;
}

export interface Verdict {
  readonly feasible: boolean;
  readonly violations: readonly Violation[];
  /** Recomputed here, in hundredths; null when the placement does not fit the instance at all. */
  readonly levels: CostLevels | null;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassignments: number;
}

/**
 * Judges a plan on its own, sharing nothing with evaluate and Plan but the Instance: what it may not do, what it costs, and
 * how many conflicts and unassigned parts it has. O(pairs on one resource, and on related ones).
 */
export const check = (instance: Instance, placement: Placement): Verdict => {
  const violations = shapeViolations(instance, placement);
  if (violations.length > 0) {
    return { feasible: false, violations, levels: null, conflicts: 0, unassigned: 0, reassignments: 0 };
  }
  const { names } = instance;
  const onResource: number[][] = names.resources.map(() => []);
  let [unassigned, reassignments, unassignedCost, reassignedCost, rules] = [0, 0, 0, 0, 0];
  placement.forEach((resource, part) => {
    const [current, pinned] = [instance.current[part], instance.pinned[part]];
    const name = names.parts[part];
    if (pinned !== -2 && resource !== pinned) {
      const message = `${name} must stay ${pinned < 0 ? 'unassigned' : `on ${names.resources[pinned]}`}.`;
      violations.push({ kind: 'pinned', part, resource, message });
    }
    if (current >= 0 && current !== resource) reassignments++;
    if (resource < 0) {
      if ((instance.flags[part] & PartFlag.blocker) === 0) unassigned++;
      unassignedCost += instance.unassignedCost[part];
      return;
    }
    onResource[resource].push(part);
    const moved = current >= 0 && current !== resource ? instance.reassignedCost[part] : 0;
    reassignedCost += moved;
    let arc = instance.arcStart[part];
    while (arc < instance.arcStart[part + 1] && instance.arcResource[arc] !== resource) arc++;
    if (arc < instance.arcStart[part + 1]) rules += instance.arcCost[arc] - moved;
    else {
      violations.push({
        kind: 'ineligible',
        part,
        resource,
        message: `${name} may not be on ${names.resources[resource]}.`,
      });
      if (resource === instance.placed[part]) rules += instance.placedCost[part] - moved;
    }
  });
  if (instance.maxReassignments >= 0 && reassignments > instance.maxReassignments) {
    const message = `${reassignments} operations lose or change their place; at most ${instance.maxReassignments} may.`;
    violations.push({ kind: 'reassignments', part: -1, resource: -1, message });
  }
  const pairs = pairCosts(instance, onResource);
  const conflicts = pairs.conflicts * instance.conflictCost;
  rules += pairs.soft + groupCost(instance, placement) + usageCost(instance, onResource);
  const total = conflicts + unassignedCost + reassignedCost + rules;
  const levels = { total, conflicts, unassigned: unassignedCost, reassigned: reassignedCost, delay: 0, rules };
  return {
    feasible: violations.length === 0,
    violations,
    levels,
    conflicts: pairs.conflicts,
    unassigned,
    reassignments,
  };
};

const shapeViolations = (instance: Instance, placement: Placement): Violation[] => {
  if (placement.length !== instance.partCount) {
    const message = `A placement of ${placement.length} parts does not fit ${instance.partCount}.`;
    return [{ kind: 'shape', part: -1, resource: -1, message }];
  }
  return [...placement].flatMap((resource, part): Violation[] =>
    Number.isInteger(resource) && resource >= -1 && resource < instance.resourceCount
      ? []
      : [{ kind: 'shape', part, resource, message: `There is no resource ${resource}.` }],
  );
};

/** Conflicts, and the soft costs of pairs on one resource and on related ones. */
const pairCosts = (instance: Instance, onResource: readonly number[][]): { conflicts: number; soft: number } => {
  const { start, end, operation, flags, terms } = instance;
  const conflicting = new Set<number>();
  let soft = 0;
  const concerns = (a: number, b: number): boolean =>
    operation[a] !== operation[b] && !((flags[a] & PartFlag.blocker) !== 0 && (flags[b] & PartFlag.blocker) !== 0);
  const keyOf = (a: number, b: number): number => Math.min(a, b) * instance.partCount + Math.max(a, b);

  onResource.forEach((parts, resource) => {
    for (const later of parts) {
      for (const earlier of parts) {
        if (earlier >= later) break;
        if (!concerns(earlier, later)) continue;
        const gap = start[later] - end[earlier];
        if (gap < 0) conflicting.add(keyOf(earlier, later));
        else if (gap < instance.maxGapSeconds) {
          if (terms.risk && gap < terms.risk.horizonSeconds) {
            soft += Math.round(100 * terms.risk.weight * overlapProbability(instance, earlier, later));
          }
          for (const { seconds, hard, cost, previous, next, resources } of terms.buffers) {
            if (gap >= seconds || !previous[earlier] || !next[later] || !resources[resource]) continue;
            if (hard) conflicting.add(keyOf(earlier, later));
            else soft += cost;
          }
        }
      }
    }
  });
  for (const { hard, cost, own, other, relatedStart, related } of terms.adjacencies) {
    const broken = new Set<number>();
    onResource.forEach((parts, resource) => {
      for (let i = relatedStart[resource]; i < relatedStart[resource + 1]; i++) {
        for (const p of parts) {
          if (!own[p]) continue;
          for (const q of onResource[related[i]]) {
            if (start[q] >= end[p]) break;
            if (other[q] && end[q] > start[p] && concerns(p, q)) broken.add(keyOf(p, q));
          }
        }
      }
    });
    if (hard) for (const pair of broken) conflicting.add(pair);
    else soft += cost * broken.size;
  }
  return { conflicts: conflicting.size, soft };
};

const groupCost = ({ terms, group, operation, partCount }: Instance, placement: Placement): number => {
  let total = 0;
  for (const { cost, member, place } of terms.groups) {
    const byGroup = new Map<number, number[]>();
    for (let part = 0; part < partCount; part++) {
      if (group[part] < 0 || !member[part] || placement[part] < 0) continue;
      const list = byGroup.get(group[part]) ?? [];
      for (const other of list) {
        if (operation[other] !== operation[part] && place[placement[other]] !== place[placement[part]]) total += cost;
      }
      list.push(part);
      byGroup.set(group[part], list);
    }
  }
  return total;
};

const usageCost = ({ terms, flags }: Instance, onResource: readonly number[][]): number => {
  let total = 0;
  onResource.forEach((parts, resource) => {
    if (!parts.some((part) => (flags[part] & PartFlag.blocker) === 0)) return;
    for (const { cost } of terms.usages) total += cost[resource];
  });
  return total;
};
