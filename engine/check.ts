import { type Instance, PartFlag, NOT_PINNED } from './instance/instance.ts';
import type { CostLevels, Placement } from './objective/score.ts';
import { overlapProbability } from './uncertainty/pairProbability.ts';

/** A way in which a plan breaks what every solver must respect. */
export interface Violation {
  readonly kind: 'ineligible' | 'pinned' | 'reassignments' | 'shape';
  /** −1 when the violation concerns the whole plan. */
  readonly part: number;
  readonly resource: number;
  readonly message: string;
}

/** What one rule charges for a plan. */
export interface RuleVerdict {
  /** Index into names.rules. */
  readonly rule: number;
  /** In hundredths; the cost of a hard rule is counted among the conflicts instead. */
  readonly cost: number;
  /** The number of parts, pairs or resources that the rule charges or forbids, without those that it rewards. */
  readonly violations: number;
}

export interface Verdict {
  readonly feasible: boolean;
  readonly violations: readonly Violation[];
  /** The cost by level, recomputed by the judge, in hundredths; null when the placement does not fit the instance at all. */
  readonly levels: CostLevels | null;
  /** One verdict for each rule, in order of rule; empty when the placement does not fit. */
  readonly rules: readonly RuleVerdict[];
  /** The cost of near pairs by their probability of conflict, in hundredths; it belongs to no rule. */
  readonly risk: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassignments: number;
}

/**
 * Judges a plan independently: it shares only the Instance and the probability of a pair with evaluate and Plan. Reports violations,
 * costs, and the numbers of conflicts and of unassigned parts. O(parts log parts, and pairs that are near or on related resources).
 */
export const check = (instance: Instance, placement: Placement): Verdict => {
  const violations = shapeViolations(instance, placement);
  if (violations.length > 0) {
    const counts = { conflicts: 0, unassigned: 0, reassignments: 0 };
    return { feasible: false, violations, levels: null, rules: [], risk: 0, ...counts };
  }
  const places: Places = {
    onResource: instance.names.resources.map(() => []),
    unassigned: 0,
    unassignedCost: 0,
    reassignments: 0,
    reassignedCost: 0,
  };
  for (let part = 0; part < placement.length; part++) judgePlace(instance, part, placement[part], places, violations);
  const { onResource, unassigned, unassignedCost, reassignments, reassignedCost } = places;
  if (instance.maxReassignments >= 0 && reassignments > instance.maxReassignments) {
    const message = `${reassignments} operations lose or change their place; at most ${instance.maxReassignments} may.`;
    violations.push({ kind: 'reassignments', part: -1, resource: -1, message });
  }
  const tally = new Tally(instance.names.rules.length);
  const pairs = judgePairs(instance, onResource, tally);
  for (const charge of JUDGES) charge(instance, placement, tally);
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

/** The parts on each resource, in order of start, and what having no place or another one costs, in hundredths. */
interface Places {
  readonly onResource: readonly number[][];
  unassigned: number;
  unassignedCost: number;
  reassignments: number;
  reassignedCost: number;
}

const judgePlace = (
  instance: Instance,
  part: number,
  resource: number,
  places: Places,
  violations: Violation[],
): void => {
  const { names, flags, arcStart, arcResource } = instance;
  const [current, pinned] = [instance.current[part], instance.pinned[part]];
  if (pinned !== NOT_PINNED && resource !== pinned) {
    const message = `${nameOf(instance, part)} must stay ${pinned < 0 ? 'unassigned' : `on ${names.resources[pinned]}`}.`;
    violations.push({ kind: 'pinned', part, resource, message });
  }
  if (current >= 0 && current !== resource) places.reassignments++;
  if (resource < 0) {
    if ((flags[part] & PartFlag.blocker) === 0) places.unassigned++;
    places.unassignedCost += instance.unassignedCost[part];
    return;
  }
  places.onResource[resource].push(part);
  if (current >= 0 && current !== resource) places.reassignedCost += instance.reassignedCost[part];
  let arc = arcStart[part];
  while (arc < arcStart[part + 1] && arcResource[arc] !== resource) arc++;
  if (arc < arcStart[part + 1]) return;
  const message = `${nameOf(instance, part)} may not be on ${names.resources[resource]}.`;
  violations.push({ kind: 'ineligible', part, resource, message });
};

/** A part as messages name it: the author of the plan may know only its operation. */
const nameOf = ({ names, operation }: Instance, part: number): string =>
  `Part ${names.parts[part]} of operation ${names.operations[operation[part]]}`;

const shapeViolations = (instance: Instance, placement: Placement): Violation[] => {
  if (placement.length !== instance.partCount) {
    const message = `A placement of ${placement.length} parts does not fit ${instance.partCount}.`;
    return [{ kind: 'shape', part: -1, resource: -1, message }];
  }
  const violations: Violation[] = [];
  for (let part = 0; part < placement.length; part++) {
    const resource = placement[part];
    if (Number.isInteger(resource) && resource >= -1 && resource < instance.resourceCount) continue;
    violations.push({ kind: 'shape', part, resource, message: `There is no resource ${resource}.` });
  }
  return violations;
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

  /** Counts a broken hard rule. It has no cost here: it either makes a conflict or forbids the place. */
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

interface Pairs {
  conflicts: number;
  risk: number;
}

/**
 * Counts conflicts, and charges what rules and risk cost for pairs on one resource and on related ones. Pairs are not stored, because
 * there may be very many.
 */
const judgePairs = (instance: Instance, onResource: readonly number[][], tally: Tally): Pairs => {
  const pairs = { conflicts: 0, risk: 0 };
  onResource.forEach((parts, resource) => sweep(instance, parts, resource, pairs, tally));
  judgeNeighbors(instance, onResource, pairs, tally);
  return pairs;
};

const isBlocker = ({ flags }: Instance, part: number): boolean => (flags[part] & PartFlag.blocker) !== 0;

const concerns = (instance: Instance, a: number, b: number): boolean =>
  instance.operation[a] !== instance.operation[b] && !(isBlocker(instance, a) && isBlocker(instance, b));

/**
 * Sweeps one resource in order of time: every part that is still present when a part starts overlaps it, and a part that has just left
 * may be too near.
 */
const sweep = (instance: Instance, parts: readonly number[], resource: number, pairs: Pairs, tally: Tally): void => {
  const { start, end, operation, terms, maxGapSeconds } = instance;
  const leaving = [...parts].sort((a, b) => end[a] - end[b]);
  const present = new Map<number, number>();
  let [left, blockers] = [0, 0];
  for (let come = 0; come < parts.length; come++) {
    const later = parts[come];
    for (; left < leaving.length && end[leaving[left]] <= start[later]; left++) {
      const gone = leaving[left];
      present.set(operation[gone], present.get(operation[gone])! - 1);
      if (isBlocker(instance, gone)) blockers--;
    }
    const own = present.get(operation[later]) ?? 0;
    pairs.conflicts += come - left - (isBlocker(instance, later) ? blockers : own);
    present.set(operation[later], own + 1);
    if (isBlocker(instance, later)) blockers++;
    for (let i = left - 1; i >= 0; i--) {
      const earlier = leaving[i];
      const gap = start[later] - end[earlier];
      if (gap >= maxGapSeconds) break;
      if (!concerns(instance, earlier, later)) continue;
      if (terms.risk && gap < terms.risk.horizonSeconds) {
        pairs.risk += Math.round(100 * terms.risk.weight * overlapProbability(instance, earlier, later));
      }
      if (breachesBuffer(instance, { earlier, later, gap, resource }, tally)) pairs.conflicts++;
    }
  }
};

interface Neighbors {
  readonly earlier: number;
  readonly later: number;
  /** Seconds between them. */
  readonly gap: number;
  readonly resource: number;
}

/** Charges the soft buffers that two parts of one resource violate. Returns whether they violate a hard one: that is one conflict, of the longest of these. */
const breachesBuffer = ({ terms }: Instance, { earlier, later, gap, resource }: Neighbors, tally: Tally): boolean => {
  let [broken, longest] = [-1, 0];
  for (const { rule, seconds, hard, cost, previous, next, resources } of terms.buffers) {
    if (gap >= seconds || !previous[earlier] || !next[later] || !resources[resource]) continue;
    if (!hard) tally.charge(rule, cost);
    else if (seconds > longest) [broken, longest] = [rule, seconds];
  }
  if (broken >= 0) tally.breach(broken);
  return broken >= 0;
};

/** Judges pairs of parts on every two resources that some rule relates. */
const judgeNeighbors = (instance: Instance, onResource: readonly number[][], pairs: Pairs, tally: Tally): void => {
  const { start, end, terms } = instance;
  const relations = terms.adjacencies.map(({ relatedStart, related }) =>
    onResource.map((_, r) => new Set(related.subarray(relatedStart[r], relatedStart[r + 1]))),
  );
  for (let r = 0; r < onResource.length; r++) {
    for (let s = r + 1; s < onResource.length; s++) {
      const ways = relations.map((of) => [of[r].has(s), of[s].has(r)] as const);
      if (!ways.some(([there, back]) => there || back)) continue;
      for (const p of onResource[r]) {
        for (const q of onResource[s]) {
          if (start[q] >= end[p]) break;
          if (end[q] <= start[p] || !concerns(instance, p, q)) continue;
          let isConflict = false;
          terms.adjacencies.forEach(({ rule, hard, cost, own, other }, term) => {
            const [there, back] = ways[term];
            if (!(there && own[p] && other[q]) && !(back && own[q] && other[p])) return;
            if (!hard) tally.charge(rule, cost);
            else if (!isConflict) {
              // A pair that breaks several hard rules is one conflict, of the first of these.
              isConflict = true;
              tally.breach(rule);
            }
          });
          if (isConflict) pairs.conflicts++;
        }
      }
    }
  }
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

/** Compares the ends of all pairs, straight from the definition of the rule. */
const chargeDepartures = ({ terms, end, operation, flags }: Instance, placement: Placement, tally: Tally): void => {
  for (const { rule, cost, seconds, member, relatedStart, related } of terms.departures) {
    const leaving = [...placement.keys()].filter((part) => placement[part] >= 0 && member[part] === 1);
    leaving.sort((a, b) => end[a] - end[b]);
    leaving.forEach((part, i) => {
      const neighbors = new Set(related.subarray(relatedStart[placement[part]], relatedStart[placement[part] + 1]));
      for (let j = i + 1; j < leaving.length && end[leaving[j]] < end[part] + seconds; j++) {
        const other = leaving[j];
        const bothBlock = (flags[part] & flags[other] & PartFlag.blocker) !== 0;
        if (operation[part] === operation[other] || bothBlock || !neighbors.has(placement[other])) continue;
        tally.charge(rule, cost);
      }
    });
  }
};

const chargeContinuities = ({ terms }: Instance, placement: Placement, tally: Tally): void => {
  for (const { rule, cost, previous, place } of terms.continuities) {
    for (let part = 0; part < placement.length; part++) {
      const [here, before] = [placement[part], previous[part] < 0 ? -1 : placement[previous[part]]];
      if (here >= 0 && before >= 0 && place[here] !== place[before]) tally.charge(rule, cost);
    }
  }
};

/** The n-th counted part on a resource costs n − 1 times the rule's cost. */
const chargeBalances = ({ terms }: Instance, placement: Placement, tally: Tally): void => {
  for (const { rule, cost, member, counts, given } of terms.balances) {
    const sofar = given.slice();
    placement.forEach((resource, part) => {
      if (resource < 0 || member[part] === 0 || counts[resource] === 0) return;
      tally.charge(rule, cost * sofar[resource]++);
    });
  }
};

const chargeUsage = ({ terms, flags }: Instance, placement: Placement, tally: Tally): void => {
  const used = new Set(placement.filter((resource, part) => resource >= 0 && (flags[part] & PartFlag.blocker) === 0));
  for (const resource of used) for (const { rule, cost } of terms.usages) tally.charge(rule, cost[resource]);
};

/**
 * One judge for each kind of term except those of pairs, which `judgePairs` judges. A new term shape gets its own judge here, written
 * from its definition alone.
 */
const JUDGES = [chargeMatches, chargeGroups, chargeUsage, chargeDepartures, chargeContinuities, chargeBalances];
