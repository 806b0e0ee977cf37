import {
  type Agreement,
  isDecision,
  type LearningTask,
  type Preference,
  type RecordedChoice,
  type ResourceSet,
} from '../../engine/advice/learningTask.ts';

/** Differences of costs below this many weight units are ties. */
const TIE = 1e-6;

/** A choice with its places as numbers. */
export interface Choice {
  readonly recorded: RecordedChoice;
  readonly tags: ReadonlySet<string>;
  /** Index of the resource of each place. */
  readonly resources: Int32Array;
  /** Cost of each place by the weights so far, in weight units. */
  readonly cost: Float64Array;
}

/** By choice: the amount of each place that a weight multiplies; null where it is the same for all places, so that the weight decides nothing. */
export type Amounts = readonly (Float64Array | null)[];

/** The choices as a model of what a planner prefers: costs of places by weights, and what decides between them. */
export class ChoiceModel {
  readonly choices: readonly Choice[];
  private readonly task: LearningTask;
  private readonly indexOf = new Map<string, number>();
  private readonly members = new Map<string, Uint8Array>();

  constructor(task: LearningTask) {
    this.task = task;
    const weights = new Map(task.weights.map(({ id, weight }) => [id, weight]));
    for (const { places } of task.choices) {
      for (const { resource } of places) {
        if (!this.indexOf.has(resource)) this.indexOf.set(resource, this.indexOf.size);
      }
    }
    for (const set of task.sets) this.members.set(set.id, this.maskOf(set));
    this.choices = task.choices.map((recorded) => ({
      recorded,
      tags: new Set(recorded.operationTags),
      resources: Int32Array.from(recorded.places, ({ resource }) => this.indexOf.get(resource)!),
      cost: Float64Array.from(recorded.places, ({ terms }) =>
        Object.entries(terms).reduce((sum, [id, amount]) => sum + (weights.get(id) ?? 0) * amount, 0),
      ),
    }));
  }

  amountsOf(preference: Preference): Amounts {
    return this.choices.map((choice) => this.amountsIn(choice, preference));
  }

  /** Whether the resource of the place belongs to the set. */
  isIn({ resources }: Choice, place: number, set: string): boolean {
    return this.members.get(set)![resources[place]] === 1;
  }

  /** All weights, and all new rules with enough decisions. */
  candidates(): readonly Preference[] {
    const { weights, sets, choices } = this.task;
    const known = new Set(
      weights.flatMap(({ match }) => (match === null ? [] : [keyOf(match.operationTag, match.resourceTag)])),
    );
    const tags = new Map<string, number>();
    for (const { operationTags, kind } of choices) {
      if (isDecision(kind)) for (const tag of operationTags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
    const frequent = [...tags].filter(([, count]) => count >= LEAST_SUPPORT).map(([tag]) => tag);
    const found: Preference[] = weights.map(({ id }) => ({ of: 'weight', id }));
    for (const { id, tag, forAllOnly } of sets) {
      for (const operationTag of forAllOnly ? [null] : [null, ...frequent]) {
        if (tag === null || !known.has(keyOf(operationTag, tag))) found.push({ of: 'rule', operationTag, set: id });
      }
    }
    return found;
  }

  private amountsIn({ recorded, tags, resources }: Choice, preference: Preference): Float64Array | null {
    if (preference.of === 'weight') return varied(recorded.places.map(({ terms }) => terms[preference.id] ?? 0));
    if (preference.operationTag !== null && !tags.has(preference.operationTag)) return null;
    const members = this.members.get(preference.set)!;
    return varied(resources, members);
  }

  private maskOf({ resources }: ResourceSet): Uint8Array {
    const mask = new Uint8Array(this.indexOf.size);
    for (const resource of resources) {
      const index = this.indexOf.get(resource);
      if (index !== undefined) mask[index] = 1;
    }
    return mask;
  }
}

/** The fewest choices of a person that a preference is learned from. */
export const LEAST_SUPPORT = 5;

const keyOf = (operationTag: string | null, resourceTag: string | null): string =>
  `${operationTag ?? ''} ${resourceTag ?? ''}`;

const varied = (values: ArrayLike<number>, through?: Uint8Array): Float64Array | null => {
  const amounts = new Float64Array(values.length);
  let differs = false;
  for (let i = 0; i < amounts.length; i++) {
    amounts[i] = through === undefined ? values[i] : through[values[i]];
    if (amounts[i] !== amounts[0]) differs = true;
  }
  return differs ? amounts : null;
};

/** The cheapest place other than one (−1: among all); −1 if there is none. */
export const cheapest = (cost: Float64Array, except: number): number => {
  let best = -1;
  for (let place = 0; place < cost.length; place++) {
    if (place !== except && (best < 0 || cost[place] < cost[best])) best = place;
  }
  return best;
};

/**
 * Whether the costs agree with the choice. Against a place that the optimizer or a repair had chosen: the person's place is cheaper (of a refused one:
 * some other place). Otherwise: no place is cheaper than the person's.
 */
const agrees = (recorded: RecordedChoice, cost: Float64Array): boolean =>
  recorded.rejected >= 0
    ? cost[preferredPlace(recorded, cost)] < cost[recorded.rejected] - TIE
    : isCheapest(recorded.chosen, cost);

const isCheapest = (place: number, cost: Float64Array): boolean =>
  place >= 0 && cost[place] <= cost[cheapest(cost, -1)] + TIE;

/** The place that the person prefers to the rejected one: the chosen one or, where none is known, the cheapest other one. */
export const preferredPlace = ({ chosen, rejected }: RecordedChoice, cost: Float64Array): number =>
  chosen >= 0 ? chosen : cheapest(cost, rejected);

/** What a change of weights does to agreement. */
export interface Outcome extends Agreement {
  /** Accepted and kept places that lose by it, less those that win. */
  readonly contradicted: number;
  /** By how many more decisions the chosen place is now the cheapest of all. */
  readonly exact: number;
}

/** A change of the weight that multiplies these amounts. */
export interface Change {
  readonly amounts: Amounts;
  readonly change: number;
}

/** Counts the decisions with which the costs agree before and after a change. */
export const agreementOf = (
  choices: readonly Choice[],
  changes: readonly Change[],
  isCounted: (index: number) => boolean,
): Outcome => {
  let [count, before, after, contradicted, exact] = [0, 0, 0, 0, 0];
  choices.forEach((choice, i) => {
    if (!isCounted(i)) return;
    const { cost, recorded } = choice;
    const { kind, share } = recorded;
    const isTouched = changes.some(({ amounts }) => amounts[i] !== null);
    const was = agrees(recorded, cost);
    const changed = isTouched ? changedCost(cost, changes, i) : cost;
    const is = isTouched ? agrees(recorded, changed) : was;
    if (!isDecision(kind)) {
      if (was !== is) contradicted += was ? share : -share;
      return;
    }
    count++;
    if (was) before++;
    if (is) after++;
    if (isTouched) exact += Number(isCheapest(recorded.chosen, changed)) - Number(isCheapest(recorded.chosen, cost));
  });
  return { choices: count, before, after, contradicted, exact };
};

/** What each place of a choice costs after the changes. */
export const changedCost = (cost: Float64Array, changes: readonly Change[], choice: number): Float64Array => {
  const changed = cost.slice();
  for (const { amounts, change } of changes) {
    const own = amounts[choice];
    if (own !== null) for (let place = 0; place < changed.length; place++) changed[place] += change * own[place];
  }
  return changed;
};
