import type { PlanExplanation } from '../engine/explain/explainPlan.ts';
import type { CostRecord } from '../engine/explain/planCosts.ts';
import type { ReasonRecord } from '../engine/explain/planReasons.ts';
import type { Instance } from '../engine/instance/instance.ts';
import type { Candidate } from '../engine/metrics/candidates.ts';
import { formatScore } from './progressLine.ts';

const MOST_OPERATIONS = 10;
const MOST_RESOURCES = 10;

/** The lines of an explanation for a terminal. */
export const explanationText = (
  { names }: Instance,
  { terms, costs, reasons, reasonCount }: PlanExplanation,
): readonly string[] => {
  const rules = new Map(names.rules.map(({ id, name }) => [id, name]));
  const labels = new Map(names.operations.map((id, index) => [id, names.operationLabels[index]]));
  const resources = new Map(names.resources.map((id, index) => [id, names.resourceLabels[index]]));
  const nameOf = ({ kind, rule, level }: CostRecord): string => {
    if (rule === null) return kind;
    const name = rules.get(rule) ?? rule;
    return level === 'conflicts' ? `${name} (conflicts)` : name;
  };
  const inTerms = (list: readonly CostRecord[]): string =>
    list.map((term) => `${nameOf(term)} ${formatScore(term.cost)}`).join(', ');
  const count = reasonCount > reasons.length ? `${reasons.length} of ${reasonCount}` : `${reasonCount}`;
  return [
    'What it costs, by rule',
    ...terms
      .filter(({ cost }) => cost !== 0)
      .toSorted((a, b) => b.cost - a.cost)
      .map((term) => `  ${formatScore(term.cost).padStart(10)}  ${nameOf(term)}  (${term.count})`),
    `What it costs, by operation (the most expensive of ${costs.operationCount})`,
    ...costs.operations
      .slice(0, MOST_OPERATIONS)
      .map(
        ({ operation, cost, terms: own }) =>
          `  ${formatScore(cost).padStart(10)}  ${labels.get(operation)}: ${inTerms(own)}`,
      ),
    ...(costs.resources.length === 0 ? [] : ['What it costs, by resource used']),
    ...costs.resources
      .slice(0, MOST_RESOURCES)
      .map(({ resource, cost }) => `  ${formatScore(cost).padStart(10)}  ${resources.get(resource)}`),
    `Why operations have no place or are in conflict (${count})`,
    ...groupAlike(reasons).flatMap(([first, ...others]) =>
      reasonText(
        first,
        others.map(({ operation }) => labels.get(operation) ?? operation),
      ),
    ),
  ];
};

/** Groups reasons that differ only in the operation that they belong to. */
const groupAlike = (reasons: readonly ReasonRecord[]): readonly (readonly ReasonRecord[])[] => {
  const groups = new Map<string, ReasonRecord[]>();
  for (const reason of reasons) {
    const { part, conflict, kind, operations, fixed, resources, startAt, endAt } = reason;
    const others = operations.filter((other) => other !== reason.operation);
    const changes = reason.relaxations.map((change) => ({
      ...change,
      operation: change.operation === reason.operation ? null : change.operation,
      message: null,
    }));
    const isShared = conflict === null && others.length > 0;
    const key = JSON.stringify(isShared ? [kind, others, fixed, resources, startAt, endAt, changes] : [part, conflict]);
    const group = groups.get(key);
    if (group) group.push(reason);
    else groups.set(key, [reason]);
  }
  return [...groups.values()];
};

const reasonText = ({ message, relaxations }: ReasonRecord, others: readonly string[]): readonly string[] => [
  `  ${message}`,
  ...(others.length === 0 ? [] : [`    The same is true of each of these in its place: ${others.join(', ')}.`]),
  ...relaxations.map(
    (one) =>
      `    ${formatScore(one.price).padStart(8)}  ${one.message}${one.enough ? ' Then it has a place, and every operation that has one keeps one.' : ' This helps these operations; it is not proven to be enough for the plan.'}`,
  ),
];

/** The lines that show every resource as a place for an operation. */
export const alternativesText = (operation: string, candidates: readonly Candidate[]): readonly string[] => [
  `Every resource for ${operation}`,
  ...candidates.map(({ resource, current, feasible, score, breaks }) => {
    const state = current ? 'here' : feasible ? 'free' : 'no';
    const why = breaks.map(({ message }) => message).join(' ');
    return `  ${state.padEnd(4)}  ${resource}  ${score.delta > 0 ? '+' : ''}${formatScore(score.delta)}  ${why}`.trimEnd();
  }),
];
