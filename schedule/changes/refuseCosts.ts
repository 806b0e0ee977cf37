import type { Fields } from '../../db/versions/entities.ts';
import { LARGEST_COST } from '../../engine/instance/arcPlan.ts';
import { hourlyCost } from '../../engine/objective/arcs.ts';
import { windowOf } from '../tasks/window.ts';
import type { Edits } from './edits.ts';

type Rule = Fields['rule'];

/** What costs depend on, either before the edits or after them. */
interface Plan {
  readonly rules: readonly Rule[];
  /** The largest cost of one reassignment, in hundredths of a weight unit. */
  readonly reassigned: number;
  readonly minimumStaySeconds: number;
  readonly resources: readonly Fields['resource'][];
  operation(id: string): Fields['operation'] | undefined;
  task(id: string, role: 'inbound' | 'outbound'): Fields['task'] | undefined;
}

/** What the cost of an operation depends on. */
interface Priced {
  readonly tags: ReadonlySet<string>;
  readonly isBlocker: boolean;
  readonly seconds: number;
}

/** Above this many steps, resources are not distinguished, so the check uses an upper bound and may refuse too much. */
const MOST_STEPS = 2_000_000;

/**
 * Collects a problem if placing an operation could cost more than the engine can represent (match and mismatch rules plus a reassignment). Checks
 * only the written operations, unless rules, weights or resources are written. A value that was already too large may be made smaller.
 */
export const refuseCosts = (edits: Edits, reassigned: (side: 'before' | 'after') => number): void => {
  const after = planAfter(edits, reassigned('after'));
  if (after.rules.length === 0) return;
  const { writes } = edits;
  const isWhole = writes.some(({ entity }) => entity === 'rule' || entity === 'planning' || entity === 'resource');
  const ids = isWhole ? [...edits.all('operation')].map(([id]) => id) : operationsIn(edits);
  if (!mayBeTooCostly(after, ids)) return;
  const costliestAfter = costliest(after, ids);
  if (costliestAfter <= LARGEST_COST || costliestAfter <= costliest(planBefore(edits, reassigned('before')), ids))
    return;
  const most = Math.floor(LARGEST_COST / 100);
  const message = `A place would cost ${costliestAfter / 100} from match and mismatch rules and a reassignment; the maximum is ${most}.`;
  const rule = writes.find(({ entity }) => entity === 'rule');
  const task = writes.find(({ entity }) => entity === 'task');
  const path =
    rule !== undefined
      ? 'weight'
      : task === undefined
        ? 'weights.reassigned'
        : edits.pathInTask(task.id, 'expectedTime');
  edits.problems.add(path, 'too_big', message);
};

const planAfter = (edits: Edits, reassigned: number): Plan => ({
  rules: [...edits.all('rule')].map(([, rule]) => rule).filter(prices),
  reassigned,
  minimumStaySeconds: edits.get('planning', edits.state.planning.id)?.minimumStaySeconds ?? 0,
  resources: [...edits.all('resource')].map(([, resource]) => resource),
  operation: (id) => edits.get('operation', id),
  task: (id, role) => edits.taskOf(id, role)?.fields,
});

const planBefore = ({ state }: Edits, reassigned: number): Plan => ({
  rules: [...state.all('rule')].map(({ fields }) => fields).filter(prices),
  reassigned,
  minimumStaySeconds: state.record?.fields.minimumStaySeconds ?? 0,
  resources: [...state.all('resource')].map(({ fields }) => fields),
  operation: (id) => state.get('operation', id)?.fields,
  task: (id, role) => state.taskOf(id, role)?.fields,
});

const prices = ({ enabled, hard, kind, weight }: Rule): boolean =>
  enabled && !hard && weight !== 0 && (kind === 'match' || kind === 'mismatch');

const operationsIn = ({ writes }: Edits): string[] => {
  const ids = new Set<string>();
  for (const { entity, id, fields } of writes) {
    if (entity === 'operation') ids.add(id);
    if (entity === 'task' && fields?.operation != null) ids.add(fields.operation);
  }
  return [...ids];
};

/** A cheap upper bound: as if every rule applied to the longest operation. */
const mayBeTooCostly = (plan: Plan, ids: readonly string[]): boolean => {
  let seconds = 0;
  for (const id of ids) seconds = Math.max(seconds, secondsOf(plan, id));
  const whole = plan.rules.reduce((sum, rule) => sum + Math.abs(costOf(rule, seconds)), plan.reassigned);
  return whole > LARGEST_COST;
};

const secondsOf = (plan: Plan, id: string): number => {
  const window = windowOf(plan.task(id, 'inbound'), plan.task(id, 'outbound'), plan.minimumStaySeconds);
  return window === null ? 0 : (window.end - window.start) / 1000;
};

const costOf = ({ weight, parameters }: Rule, seconds: number): number =>
  parameters['perHour'] === true ? hourlyCost(weight, seconds) : Math.round(100 * weight);

/** The most that one of the operations costs, or saves, on one resource; in hundredths. */
const costliest = (plan: Plan, ids: readonly string[]): number => {
  const operations = kindsOf(plan, ids);
  const offers = new Map(plan.resources.map(({ tags }) => [JSON.stringify(tags.toSorted()), new Set(tags)]));
  const distinguishesPlaces = operations.length * offers.size * plan.rules.length <= MOST_STEPS;
  const places: readonly (ReadonlySet<string> | null)[] = distinguishesPlaces ? [...offers.values()] : [null];
  let most = 0;
  for (const operation of operations) {
    const rules = plan.rules.filter((rule) => concerns(rule, operation));
    for (const place of places) {
      let [above, below] = [0, 0];
      for (const rule of rules) {
        if (place !== null && !meets(rule, place)) continue;
        const cost = costOf(rule, operation.seconds);
        // If resources are not distinguished, assume one that meets only the rules that cost, and one that meets only those that save.
        if (place !== null || cost > 0) above += cost;
        if (place !== null || cost < 0) below -= cost;
      }
      most = Math.max(most, above + plan.reassigned, below);
    }
  }
  return most;
};

/** One entry for each distinct set of tags, with the longest duration among its operations. */
const kindsOf = (plan: Plan, ids: readonly string[]): Priced[] => {
  const kinds = new Map<string, Priced>();
  for (const id of ids) {
    const operation = plan.operation(id);
    if (operation === undefined) continue;
    const sides = [plan.task(id, 'inbound'), plan.task(id, 'outbound')];
    const tags = new Set([...operation.tags, ...sides.flatMap((side) => side?.tags ?? [])]);
    const { isBlocker } = operation;
    const key = JSON.stringify([isBlocker, ...[...tags].sort()]);
    const seconds = Math.max(kinds.get(key)?.seconds ?? 0, secondsOf(plan, id));
    kinds.set(key, { tags, isBlocker, seconds });
  }
  return [...kinds.values()];
};

const hasAny = (tags: readonly string[], of: ReadonlySet<string>): boolean => tags.some((tag) => of.has(tag));

const concerns = ({ operationTags }: Rule, { tags, isBlocker }: Priced): boolean =>
  operationTags.length === 0 ? !isBlocker : hasAny(operationTags, tags);

const meets = ({ kind, resourceTags }: Rule, place: ReadonlySet<string>): boolean =>
  (resourceTags.length === 0 || hasAny(resourceTags, place)) === (kind === 'match');
