import { CountedFamily, pairFamilies, type Span } from '../conflicts/pairFamilies.ts';
import type { Instance } from '../instance/instance.ts';
import { visitOverlaps } from '../intervals/visitOverlaps.ts';
import type { CostLevels, Placement } from './score.ts';
import { arcTerms } from './arcs.ts';
import { RiskCosts } from './pairs/risk.ts';
import { isPair } from './pairs/pair.ts';
import type { Term } from './term.ts';
import { SHAPES } from './terms/termShapes.ts';

/** Equal terms of a plan's score with their count; `visitTerms` would visit them one by one. */
export interface TermCount extends Pick<Term, 'level' | 'kind' | 'rule' | 'cost'> {
  readonly count: number;
}

/** Counts the terms of the plan's score, so that a crowd costs no more than its parts: O(parts log parts), plus the pairs at risk. */
export const countTerms = (instance: Instance, placement: Placement, emit: (term: TermCount) => void): void => {
  const kindOf = (rule: number): string => instance.names.rules[rule].kind;
  const one = (term: Term): void => emit({ ...term, count: 1 });
  arcTerms(instance, placement, one);
  for (const family of pairFamilies(instance, placement)) {
    const { kind, hard, rule, cost } = family;
    const count = new CountedFamily(instance, family).pairs();
    if (count > 0) emit({ level: hard ? 'conflicts' : 'rules', kind, rule, cost, count });
  }
  for (const { count, visit } of SHAPES) {
    if (count === undefined) visit(instance, placement, one);
    else
      count(instance, placement, (rule, cost, times) =>
        emit({ level: 'rules', kind: kindOf(rule), rule, cost, count: times }),
      );
  }
  countRisks(instance, placement, (cost) => emit({ level: 'rules', kind: 'risk', rule: -1, cost, count: 1 }));
};

/** Visits near pairs that do not overlap one by one, because each has a cost of its own. */
const countRisks = (instance: Instance, placement: Placement, emit: (cost: number) => void): void => {
  const { start, end, terms } = instance;
  if (terms.risk === null) return;
  const { horizonSeconds } = terms.risk;
  const risks = new RiskCosts(instance);
  const reached = end.map((at) => at + horizonSeconds);
  visitOverlaps(start, reached, placement, (a, b) => {
    const gap = start[b] - end[a];
    if (gap < 0 || !isPair(instance, a, b)) return;
    const cost = risks.costOf(a, b, gap);
    if (cost !== 0) emit(cost);
  });
};

/** The plan's exact cost, equal to that of `evaluate`. */
export const tally = (instance: Instance, placement: Placement): CostLevels => {
  const levels = { total: 0, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 };
  countTerms(instance, placement, ({ level, cost, count }) => {
    levels[level] += cost * count;
    levels.total += cost * count;
  });
  return levels;
};

export interface ConflictTotals {
  readonly pairs: number;
  /** The number of operations that are in a conflict. */
  readonly operations: number;
  readonly overlapSeconds: number;
}

/** Totals of the conflicts that touch the window, or of all when it is null. */
export const conflictTotals = (instance: Instance, placement: Placement, window: Span | null): ConflictTotals => {
  const operations = new Set<number>();
  let pairs = 0;
  let overlapSeconds = 0;
  for (const family of pairFamilies(instance, placement, window)) {
    if (!family.hard) continue;
    const counted = new CountedFamily(instance, family);
    let count = 0;
    for (const part of family.later) {
      const earlier = counted.earlierOf(part);
      count += earlier;
      if (earlier > 0) operations.add(instance.operation[part]);
    }
    for (const part of family.earlier) if (counted.laterOf(part) > 0) operations.add(instance.operation[part]);
    pairs += count;
    overlapSeconds += counted.overlapSeconds();
  }
  return { pairs, operations: operations.size, overlapSeconds };
};
