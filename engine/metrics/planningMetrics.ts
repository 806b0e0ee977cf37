import { toShare } from '../objective/wireNumbers.ts';
import { type Instance, PartFlag } from '../instance/instance.ts';
import { type CostLevels, type Placement, type Score, toScore } from '../objective/score.ts';
import { conflictTotals, countTerms } from '../objective/tally.ts';
import { expectedPairs } from '../uncertainty/expectedPairs.ts';

/** A plan in a few numbers. Counts are of operations with a part in the window; the score is that of the whole plan. */
export interface PlanFigures {
  /** All operations except blockers. */
  readonly operations: number;
  /** Operations of which every part has a resource. */
  readonly assigned: number;
  readonly unassigned: number;
  readonly blockers: number;
  readonly conflicts: {
    readonly pairs: number;
    readonly operations: number;
    readonly overlapSeconds: number;
    /**
     * The sum of the probabilities that pairs on one resource overlap, including pairs that are only near each other; exact to within 1
     * % where a resource has more than 20,000 near pairs.
     */
    readonly expectedPairs: number;
  };
  readonly timesCrossed: number;
  readonly reassignments: number;
  readonly score: Score;
}

/** The figures of a plan with their breakdown by rule and by resource. */
export interface PlanningMetrics extends PlanFigures {
  readonly rules: readonly RuleMetrics[];
  readonly utilization: readonly Utilization[];
  readonly window: { readonly start_timestamp: number; readonly end_timestamp: number };
}

export interface RuleMetrics {
  readonly id: string;
  readonly name: string;
  /** The number of terms with a cost, and of broken hard rules whatever a conflict costs; satisfied preferences do not count. */
  readonly violations: number;
  /** In weight units; hard rules cause conflicts, whose cost is not included. */
  readonly penalty: number;
}

export interface Utilization {
  readonly resource: string;
  /** The time in the window during which an operation is on the resource; blockers do not count. */
  readonly occupiedSeconds: number;
  readonly operations: number;
  readonly ratio: number;
}

/** Computes the metrics of a plan. `window` is in Unix seconds; default: from the first start to the last end. */
export const planningMetrics = (
  instance: Instance,
  placement: Placement,
  window: PlanningMetrics['window'] = wholeWindow(instance),
): PlanningMetrics => {
  const from = window.start_timestamp - instance.origin;
  const to = window.end_timestamp - instance.origin;
  const parts = Array.from(instance.start.keys()).filter(
    (part) => instance.start[part] < to && instance.end[part] > from,
  );
  const { violations, penalties, levels } = termTotals(instance, placement);
  const byResource: number[][] = instance.names.resources.map(() => []);
  for (const part of parts) {
    if (placement[part] >= 0 && !isBlocker(instance, part)) byResource[placement[part]].push(part);
  }
  return {
    ...planFigures(instance, placement, { parts, from, to, levels }),
    rules: instance.names.rules.map(({ id, name }, rule) => ({
      id,
      name,
      violations: violations[rule],
      penalty: penalties[rule] / 100,
    })),
    utilization: instance.names.resources.map((resource, index) => {
      const on = byResource[index];
      const occupiedSeconds = unionSeconds(instance, on, from, to);
      return {
        resource,
        occupiedSeconds,
        operations: countOf(instance, on),
        ratio: to > from ? toShare(occupiedSeconds / (to - from)) : 0,
      };
    }),
    window,
  };
};

export interface FigureScope {
  /** Only these parts are counted. */
  readonly parts: readonly number[];
  /** Only conflicts within this window count, in seconds since the instance's origin. */
  readonly from: number;
  readonly to: number;
  /** The cost of the plan by level. */
  readonly levels: CostLevels;
}

/** The figures of the parts in the scope. Scores are in weight units; an operation counts once, however many parts it has. */
export const planFigures = (
  instance: Instance,
  placement: Placement,
  { parts, from, to, levels }: FigureScope,
): PlanFigures => {
  const { flags, current } = instance;
  const own = parts.filter((part) => !isBlocker(instance, part));
  const operations = countOf(instance, own);
  const unassigned = countOf(
    instance,
    own.filter((part) => placement[part] < 0),
  );
  const count = (which: (part: number) => boolean): number => countOf(instance, parts.filter(which));
  return {
    operations,
    assigned: operations - unassigned,
    unassigned,
    blockers: count((part) => isBlocker(instance, part)),
    conflicts: {
      ...conflictTotals(instance, placement, { from, to }),
      expectedPairs: toShare(expectedPairs(instance, placement, { from, to })),
    },
    timesCrossed: count((part) => (flags[part] & PartFlag.crossed) !== 0),
    reassignments: count((part) => current[part] >= 0 && current[part] !== placement[part]),
    score: toScore(levels),
  };
};

const isBlocker = ({ flags }: Instance, part: number): boolean => (flags[part] & PartFlag.blocker) !== 0;

const countOf = ({ operation }: Instance, parts: readonly number[]): number =>
  new Set(parts.map((part) => operation[part])).size;

const wholeWindow = ({ origin, end }: Instance): PlanningMetrics['window'] => ({
  start_timestamp: origin,
  end_timestamp: origin + end.reduce((latest, at) => Math.max(latest, at), 0),
});

/** The score by level, and for each rule its cost and the number of its violations. */
const termTotals = (instance: Instance, placement: Placement) => {
  const violations = instance.names.rules.map(() => 0);
  const penalties = instance.names.rules.map(() => 0);
  const levels = { total: 0, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 };
  countTerms(instance, placement, ({ rule, cost, level, count }) => {
    levels[level] += cost * count;
    levels.total += cost * count;
    if (rule < 0) return;
    if (cost > 0 || level === 'conflicts') violations[rule] += count;
    if (level === 'rules') penalties[rule] += cost * count;
  });
  for (const { rule, hard, parts, resources } of instance.terms.matches) {
    if (!hard) continue;
    placement.forEach((resource, part) => {
      if (resource >= 0 && parts[part] === 1 && resources[resource] === 1) violations[rule]++;
    });
  }
  return { violations, penalties, levels };
};

/** The time that the parts, which are in order of start, cover in [from, to); time that two parts cover counts once. */
const unionSeconds = ({ start, end }: Instance, parts: readonly number[], from: number, to: number): number => {
  let covered = from;
  let seconds = 0;
  for (const part of parts) {
    const until = Math.min(end[part], to);
    if (until <= covered) continue;
    seconds += until - Math.max(covered, start[part]);
    covered = until;
  }
  return seconds;
};
