import type { ConflictKind } from '../conflicts/visitConflicts.ts';
import type { Instance } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import { type CostLevels, type Score, toScore } from '../objective/score.ts';
import { findArc, partTerms } from '../objective/arcs.ts';
import { type Ineligibility, ineligibility } from '../explain/ineligibility.ts';
import { numberText } from '../wording.ts';

/** One resource as a place for one part, with its score and what speaks against it. */
export interface Candidate {
  readonly resource: string;
  readonly current: boolean;
  /** Whether the resource is eligible and the part has no conflict there. */
  readonly feasible: boolean;
  readonly score: { readonly before: Score; readonly after: Score; readonly delta: number };
  readonly breaks: readonly Break[];
  /** Ids of the operations that it would be in conflict with there. */
  readonly blockedBy: readonly string[];
}

export interface Break extends Omit<Ineligibility, 'kind'> {
  readonly kind: Ineligibility['kind'] | ConflictKind;
}

/** Judges every resource as a place for the part while everything else stays; best first. The plan is unchanged afterwards. */
export const candidates = (plan: Plan, part: number): readonly Candidate[] => {
  const { instance } = plan;
  const from = plan.placement[part];
  const before = plan.levels();
  if (from >= 0) plan.remove(part);
  const without = plan.levels();
  const found = instance.names.resources.map((_, resource) => judge(plan, part, resource, from, before, without));
  if (from >= 0) plan.place(part, from);
  return found.sort(
    (a, b) =>
      Number(b.feasible) - Number(a.feasible) ||
      a.score.delta - b.score.delta ||
      Number(b.current) - Number(a.current) ||
      (a.resource < b.resource ? -1 : 1),
  );
};

const judge = (
  plan: Plan,
  part: number,
  resource: number,
  from: number,
  before: CostLevels,
  without: CostLevels,
): Candidate => {
  const { instance } = plan;
  const { names, operation, conflictCost } = instance;
  const breaks: Break[] = [...ineligibility(instance, part, resource)];
  let rules = 0;
  let reassigned = 0;
  partTerms(instance, part, resource, ({ level, kind, rule, cost }) => {
    if (level === 'reassigned') reassigned += cost;
    else rules += cost;
    if (level !== 'rules' || cost <= 0 || (kind !== 'match' && kind !== 'mismatch')) return;
    const { id, name } = names.rules[rule];
    breaks.push({ kind, rule: id, message: `Costs ${numberText(cost / 100)} by the rule "${name}".` });
  });
  let conflicts = 0;
  const blockedBy = new Set<string>();
  plan.visitConflicts(part, resource, (kind, other, rule) => {
    conflicts++;
    blockedBy.add(names.operations[operation[other]]);
    const label = names.operationLabels[operation[other]];
    if (rule < 0) breaks.push({ kind, message: `Overlaps ${label}.` });
    else {
      const { id, name } = names.rules[rule];
      breaks.push({ kind, rule: id, message: `Too close to ${label} by the rule "${name}".` });
    }
  });
  const conflictsCost = conflicts * conflictCost;
  rules += plan.sharedCost(part, resource) - conflictsCost;
  const unassigned = -instance.unassignedCost[part];
  const after: CostLevels = {
    total: without.total + conflictsCost + unassigned + reassigned + rules,
    conflicts: without.conflicts + conflictsCost,
    unassigned: without.unassigned + unassigned,
    reassigned: without.reassigned + reassigned,
    delay: without.delay,
    rules: without.rules + rules,
  };
  return {
    resource: names.resources[resource],
    current: resource === from,
    feasible: conflicts === 0 && findArcOf(instance, part, resource),
    score: { before: toScore(before), after: toScore(after), delta: (after.total - before.total) / 100 },
    breaks,
    blockedBy: [...blockedBy].sort(),
  };
};

/** Whether tags and rules let the part use the resource, whether or not it may move. */
const findArcOf = (instance: Instance, part: number, resource: number): boolean =>
  findArc(instance, part, resource) >= 0 || ineligibility(instance, part, resource).length === 0;
