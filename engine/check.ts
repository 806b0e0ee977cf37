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

/** What one rule says of a plan. */
export interface RuleVerdict {
  /** Index into names.rules. */
  readonly rule: number;
  /** Hundredths; what a hard rule costs is among the conflicts. */
  readonly cost: number;
  /** Parts, pairs or resources that it charges or forbids; those that it rewards are none. */
  readonly violations: number;
}

export interface Verdict {
  readonly feasible: boolean;
  readonly violations: readonly Violation[];
  /** Recomputed here, in hundredths; null when the placement does not fit the instance at all. */
  readonly levels: CostLevels | null;
  /** Every rule, in order; empty when the placement does not fit. */
  readonly rules: readonly RuleVerdict[];
  /** What near pairs cost by their probability, in hundredths; no rule says it. */
  readonly risk: number;
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
    const counts = { conflicts: 0, unassigned: 0, reassignments: 0 };
    return { feasible: false, violations, levels: null, rules: [], risk: 0, ...counts };
  }
  const { names } = instance;
  const onResource: number[][] = names.resources.map(() => []);
  let [unassigned, reassignments, unassignedCost, reassignedCost] = [0, 0, 0, 0];
  const tally = new Tally(names.rules.length);
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
    if (current >= 0 && current !== resource) reassignedCost += instance.reassignedCost[part];
    let arc = instance.arcStart[part];
    while (arc < instance.arcStart[part + 1] && instance.arcResource[arc] !== resource) arc++;
    if (arc === instance.arcStart[part + 1]) {
      violations.push({
        kind: 'ineligible',
        part,
        resource,
        message: `${name} may not be on ${names.resources[resource]}.`,
      });
    }
  });
  chargeMatches(instance, placement, tally);
  if (instance.maxReassignments >= 0 && reassignments > instance.maxReassignments) {
    const message = `${reassignments} operations lose or change their place; at most ${instance.maxReassignments} may.`;
    violations.push({ kind: 'reassignments', part: -1, resource: -1, message });
  }
  const pairs = judgePairs(instance, onResource, tally);
  chargeGroups(instance, placement, tally);
  chargeUsage(instance, onResource, tally);
  const conflicts = pairs.conflicts * instance.conflictCost;
  const rules = tally.total + pairs.risk;
  const total = conflicts + unassignedCost + reassignedCost + rules;
  const levels = { total, conflicts, unassigned: unassignedCost, reassigned: reassignedCost, delay: 0, rules };
  return {
    feasible: violations.length === 0,
    violations,
    levels,
    rules: tally.verdicts(),
    risk: pairs.risk,
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

/** What each rule has charged so far. */
class Tally {
  total = 0;
  private readonly costs: number[];
  private readonly counts: number[];

  constructor(rules: number) {
    this.costs = Array.from({ length: rules }, () => 0);
    this.counts = Array.from({ length: rules }, () => 0);
  }

  charge(rule: number, cost: number): void {
    this.total += cost;
    this.costs[rule] += cost;
    if (cost > 0) this.counts[rule]++;
  }

  /** A hard rule is broken: its cost is a conflict's, or it forbids. */
  breach(rule: number): void {
    this.counts[rule]++;
  }

  verdicts(): readonly RuleVerdict[] {
    return this.costs.map((cost, rule) => ({ rule, cost, violations: this.counts[rule] }));
  }
}

/** Match and mismatch rules, part by part. */
const chargeMatches = ({ terms, start, end }: Instance, placement: Placement, tally: Tally): void => {
  for (const { rule, hard, weight, perHour, parts, resources } of terms.matches) {
    placement.forEach((resource, part) => {
      if (resource < 0 || parts[part] === 0 || resources[resource] === 0) return;
      const cost = perHour ? (100 * weight * (end[part] - start[part])) / 3600 : 100 * weight;
      if (hard) tally.breach(rule);
      else tally.charge(rule, Math.round(cost));
    });
  }
};

/** Conflicts, and what rules and risk charge for pairs on one resource and on related ones. */
const judgePairs = (
  instance: Instance,
  onResource: readonly number[][],
  tally: Tally,
): { conflicts: number; risk: number } => {
  const { start, end, operation, flags, terms } = instance;
  const conflicting = new Set<number>();
  let risk = 0;
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
            risk += Math.round(100 * terms.risk.weight * overlapProbability(instance, earlier, later));
          }
          for (const { rule, seconds, hard, cost, previous, next, resources } of terms.buffers) {
            if (gap >= seconds || !previous[earlier] || !next[later] || !resources[resource]) continue;
            if (hard) {
              conflicting.add(keyOf(earlier, later));
              tally.breach(rule);
            } else tally.charge(rule, cost);
          }
        }
      }
    }
  });
  for (const { rule, hard, cost, own, other, relatedStart, related } of terms.adjacencies) {
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
    for (const pair of broken) {
      if (hard) {
        conflicting.add(pair);
        tally.breach(rule);
      } else tally.charge(rule, cost);
    }
  }
  return { conflicts: conflicting.size, risk };
};

const chargeGroups = (
  { terms, group, operation, flags, partCount }: Instance,
  placement: Placement,
  tally: Tally,
): void => {
  for (const { rule, cost, member, place } of terms.groups) {
    const byGroup = new Map<number, number[]>();
    for (let part = 0; part < partCount; part++) {
      if (group[part] < 0 || !member[part] || placement[part] < 0) continue;
      const list = byGroup.get(group[part]) ?? [];
      for (const other of list) {
        const bothBlock = (flags[other] & flags[part] & PartFlag.blocker) !== 0;
        if (operation[other] === operation[part] || bothBlock) continue;
        if (place[placement[other]] !== place[placement[part]]) tally.charge(rule, cost);
      }
      list.push(part);
      byGroup.set(group[part], list);
    }
  }
};

const chargeUsage = ({ terms, flags }: Instance, onResource: readonly number[][], tally: Tally): void => {
  onResource.forEach((parts, resource) => {
    if (!parts.some((part) => (flags[part] & PartFlag.blocker) === 0)) return;
    for (const { rule, cost } of terms.usages) tally.charge(rule, cost[resource]);
  });
};
