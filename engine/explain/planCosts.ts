import type { Instance } from '../instance/instance.ts';
import { visitTerms } from '../objective/evaluate.ts';
import type { Placement } from '../objective/score.ts';
import type { Term } from '../objective/term.ts';

/** Terms of one level, kind and rule, summed; in weight units. */
export interface CostRecord {
  readonly level: Term['level'];
  readonly kind: string;
  readonly rule: string | null;
  readonly count: number;
  readonly cost: number;
}

export interface CostsOf {
  readonly cost: number;
  readonly terms: readonly CostRecord[];
}

export interface PlanCosts {
  /** The cost by rule; sums to the score's total. */
  readonly rules: readonly CostRecord[];
  /** Operations with a cost or reward, most expensive first. With `resources` they sum to the score's total. */
  readonly operations: readonly (CostsOf & { readonly operation: string })[];
  readonly resources: readonly (CostsOf & { readonly resource: string })[];
}

/**
 * Splits a plan's score by rule and by operation. Each operation of a pair bears half of the pair's cost, the earlier one the odd
 * hundredth. What a resource costs by being used at all stays with the resource.
 */
export const planCosts = (instance: Instance, placement: Placement): PlanCosts => {
  const { names, operation } = instance;
  const rules = new Sums();
  const operations = new Map<number, Sums>();
  const resources = new Map<number, Sums>();
  visitTerms(instance, placement, (term) => {
    rules.add(instance, term, term.cost);
    if (term.part < 0) sumsOf(resources, term.resource).add(instance, term, term.cost);
    else {
      const other = term.other < 0 ? 0 : Math.floor(term.cost / 2);
      sumsOf(operations, operation[term.part]).add(instance, term, term.cost - other);
      if (term.other >= 0) sumsOf(operations, operation[term.other]).add(instance, term, other);
    }
  });
  return {
    rules: rules.list,
    operations: costliest(operations, (index) => ({ operation: names.operations[index] })),
    resources: costliest(resources, (index) => ({ resource: names.resources[index] })),
  };
};

/** The cost of a plan by rule alone; cheaper than `planCosts`. */
export const costsByRule = (instance: Instance, placement: Placement): readonly CostRecord[] => {
  const sums = new Sums();
  visitTerms(instance, placement, (term) => sums.add(instance, term, term.cost));
  return sums.list;
};

const sumsOf = (all: Map<number, Sums>, index: number): Sums => {
  let sums = all.get(index);
  if (sums === undefined) all.set(index, (sums = new Sums()));
  return sums;
};

const costliest = <T>(all: ReadonlyMap<number, Sums>, nameOf: (index: number) => T): readonly (CostsOf & T)[] =>
  [...all]
    .filter(([, { list }]) => list.some(({ cost }) => cost !== 0))
    .sort(([a, x], [b, y]) => y.total - x.total || a - b)
    .map(([index, { total, list }]) => ({ ...nameOf(index), cost: total / 100, terms: list }));

class Sums {
  total = 0;
  private readonly sums = new Map<string, { term: Term; rule: string | null; count: number; cost: number }>();

  add({ names }: Instance, term: Term, cost: number): void {
    this.total += cost;
    const key = `${term.level} ${term.kind} ${term.rule}`;
    let sum = this.sums.get(key);
    if (sum === undefined) {
      const rule = term.rule < 0 ? null : names.rules[term.rule].id;
      this.sums.set(key, (sum = { term, rule, count: 0, cost: 0 }));
    }
    sum.count++;
    sum.cost += cost;
  }

  get list(): readonly CostRecord[] {
    return [...this.sums.values()].map(({ term, rule, count, cost }) => ({
      level: term.level,
      kind: term.kind,
      rule,
      count,
      cost: cost / 100,
    }));
  }
}
