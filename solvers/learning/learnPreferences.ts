import type { Highs } from 'highs';
import {
  agreementOf,
  type Amounts,
  type Change,
  changedCost,
  type Choice,
  ChoiceModel,
  LEAST_SUPPORT,
  type Outcome,
  preferredPlace,
} from './choiceModel.ts';
import { toWeight } from '../../engine/objective/wireNumbers.ts';
import { chanceModel, type Evidence, evidenceOf, proposedPlace } from './chance.ts';
import { type FreeWeight, inverseProgram } from './inverseProgram.ts';
import {
  type Agreement,
  type Learned,
  type LearnedPreference,
  type LearningTask,
  type Preference,
  isDecision,
} from '../../engine/advice/learningTask.ts';

/** Every fourth decision, and every fourth of the other choices, is held out: nothing is learned from it. */
const HELD_OUT = 4;
/** How many of the candidates with the strongest evidence are fitted in a step. */
const MOST_FITTED = 8;
/** How many weights are tried for a candidate. */
const MOST_TRIED = 24;
/** A proposal wins at least this many choices, more than it loses. */
const LEAST_GAIN = 3;
const MOST_WEIGHT = 500;
/** The least price of a weight unit in choices, and the share of the choices concerned that may be left unexplained for a smaller weight. */
const LEAST_PRICE = 1.5;
const UNEXPLAINED = 0.05;

interface Candidate {
  readonly preference: Preference;
  readonly amounts: Amounts;
  readonly evidence: Evidence;
}

interface Selected extends Candidate {
  readonly before: number;
  readonly chance: number;
  change: number;
}

/**
 * Learns from recorded choices which weights and new rules would have agreed with the planner. Preferences are added one at a time (forward
 * selection): of the candidates whose evidence is beyond chance, after correction for their number (Bonferroni), the one whose fitted weight agrees
 * with most further choices, also among those held out. All weights are then fitted together. The candidates for rules are all pairs of an operation's
 * tag and a set of resources that occur often enough (Agrawal, Srikant, "Fast algorithms for mining association rules", VLDB 1994: support before
 * anything else).
 */
export const learnPreferences = (highs: Highs, task: LearningTask): Learned => new Learner(highs, task).learn();

class Learner {
  private readonly highs: Highs;
  private readonly task: LearningTask;
  private readonly model: ChoiceModel;
  private readonly candidates: readonly Preference[];
  private readonly isHeldOut: (index: number) => boolean;
  private readonly isLearned: (index: number) => boolean;

  constructor(highs: Highs, task: LearningTask) {
    this.highs = highs;
    this.task = task;
    this.model = new ChoiceModel(task);
    this.candidates = this.model.candidates();
    const held = heldOut(this.model.choices);
    this.isHeldOut = (index) => held[index] === 1;
    this.isLearned = (index) => held[index] === 0;
  }

  learn(): Learned {
    const selected: Selected[] = [];
    while (selected.length < this.task.mostProposals) {
      const next = this.next(selected);
      if (next === null) break;
      selected.push(next);
      this.refit(selected);
    }
    const kept = this.pruned(selected);
    return {
      preferences: kept.map((one) => this.learned(one)),
      agreement: this.agreement(kept, () => true),
      holdout: this.agreement(kept, this.isHeldOut),
      candidates: this.candidates.length,
    };
  }

  /** The candidate that explains most of what the selected ones leave; null if none does beyond chance. */
  private next(selected: readonly Selected[]): Selected | null {
    const choices = this.model.choices.map((one, i) => ({ ...one, cost: changedCost(one.cost, selected, i) }));
    const probabilities = chanceModel(choices);
    const tested: Candidate[] = [];
    for (const preference of this.candidates) {
      if (selected.some((one) => isSame(one.preference, preference))) continue;
      const amounts = this.model.amountsOf(preference);
      const evidence = evidenceOf(choices, probabilities, amounts, this.isLearned);
      if (evidence.support < LEAST_SUPPORT) continue;
      if (evidence.chance * this.candidates.length > this.task.significance) continue;
      tested.push({ preference, amounts, evidence });
    }
    tested.sort((a, b) => a.evidence.chance - b.evidence.chance);
    let best: Selected | null = null;
    let most = 0;
    for (const candidate of tested.slice(0, MOST_FITTED)) {
      const change = this.leastChange(choices, candidate);
      if (change === 0) continue;
      const changes = [{ amounts: candidate.amounts, change }];
      const outcome = agreementOf(choices, changes, this.isLearned);
      if (gainOf(outcome) < LEAST_GAIN || worthOf(outcome) <= most) continue;
      if (gainOf(agreementOf(choices, changes, this.isHeldOut)) <= 0) continue;
      most = worthOf(outcome);
      const chance = Math.min(1, candidate.evidence.chance * this.candidates.length);
      best = { ...candidate, chance, before: this.weightOf(candidate.preference), change };
    }
    return best;
  }

  /**
   * The least change of one weight that agrees with nearly as many choices as the best one. Choices that no weight explains distort
   * the change with the least slack, so the changes from which on one more choice agrees are tried as well.
   */
  private leastChange(choices: readonly Choice[], candidate: Candidate): number {
    const bounds = this.boundsOf(candidate);
    const before = this.weightOf(candidate.preference);
    const starts = agreeingFrom(choices, candidate.amounts, this.task.margin, this.isLearned);
    const possible = starts.filter((change) => change !== 0 && change >= bounds.least && change <= bounds.most);
    possible.sort((a, b) => Math.abs(a) - Math.abs(b));
    const some = Array.from({ length: Math.min(possible.length, MOST_TRIED) }, (_, i, all = possible.length) =>
      roundedChange(before, possible[Math.floor(((i + 1) * all) / Math.min(all, MOST_TRIED)) - 1], bounds),
    );
    const tried = [...this.fit(choices, [candidate]), ...some].map((change) => {
      const outcome = agreementOf(choices, [{ amounts: candidate.amounts, change }], this.isLearned);
      return { change, worth: worthOf(outcome) };
    });
    const most = Math.max(...tried.map(({ worth }) => worth));
    const enough = tried.filter(({ worth }) => worth > 0 && worth >= (1 - UNEXPLAINED) * most);
    return enough.reduce(
      (least, { change }) => (least === 0 || Math.abs(change) < Math.abs(least) ? change : least),
      0,
    );
  }

  /** Fits all selected weights together, from the present ones, if that agrees with more choices than one after the other. */
  private refit(selected: readonly Selected[]): void {
    const changes = this.fit(this.model.choices, selected);
    const together = selected.map(({ amounts }, i) => ({ amounts, change: changes[i] }));
    if (this.gain(together) <= this.gain(selected)) return;
    selected.forEach((one, i) => (one.change = changes[i]));
  }

  private gain(changes: readonly Change[]): number {
    return gainOf(agreementOf(this.model.choices, changes, this.isLearned));
  }

  /** Changes of weights that agree with most choices that are not held out, each rounded away from 0 to two digits. */
  private fit(choices: readonly Choice[], candidates: readonly Candidate[]): readonly number[] {
    const free = candidates.map(
      (candidate): FreeWeight => ({
        ...this.boundsOf(candidate),
        amounts: candidate.amounts,
        price: this.priceOf(candidate),
      }),
    );
    const { changes } = inverseProgram(this.highs, choices, free, this.task.margin, this.isLearned);
    return changes.map((change, i) => roundedChange(this.weightOf(candidates[i].preference), change, free[i]));
  }

  /** What is avoided costs more and what is sought less; a known weight keeps its sign. */
  private boundsOf({ preference, evidence }: Candidate): { readonly least: number; readonly most: number } {
    const weight = this.weightOf(preference);
    const rises = evidence.excess < 0;
    if (preference.of === 'rule') return rises ? { least: 0, most: MOST_WEIGHT } : { least: -MOST_WEIGHT, most: 0 };
    const most = weight < 0 ? -weight : Math.max(0, MOST_WEIGHT - weight);
    const least = weight >= 0 ? -weight : Math.min(0, -MOST_WEIGHT - weight);
    return rises ? { least: 0, most } : { least, most: 0 };
  }

  private priceOf({ evidence }: Candidate): number {
    return Math.max(LEAST_PRICE, UNEXPLAINED * evidence.support);
  }

  private weightOf(preference: Preference): number {
    return preference.of === 'rule' ? 0 : this.task.weights.find(({ id }) => id === preference.id)!.weight;
  }

  /** Leaves out what the others make superfluous. */
  private pruned(selected: readonly Selected[]): readonly Selected[] {
    const left = selected.filter(({ change }) => change !== 0);
    return left.filter((one) => this.gain(left) - this.gain(left.filter((other) => other !== one)) >= LEAST_GAIN);
  }

  private agreement(changes: readonly Change[], isCounted: (index: number) => boolean): Agreement {
    const { choices, before, after } = agreementOf(this.model.choices, changes, isCounted);
    return { choices, before, after };
  }

  private learned(one: Selected): LearnedPreference {
    const { preference, before, change, chance } = one;
    return {
      preference,
      before,
      after: toWeight(before + change),
      agreement: this.agreement([one], () => true),
      holdout: this.agreement([one], this.isHeldOut),
      ...this.concernedBy(one),
      chance,
    };
  }

  /** The proposed places that a new rule speaks against, or for which it knows better ones; and how many of them the person decided against. */
  private concernedBy({ preference, change, amounts }: Selected): Pick<LearnedPreference, 'concerned' | 'decided'> {
    if (preference.of === 'weight') return { concerned: 0, decided: 0 };
    let [concerned, decided] = [0, 0];
    this.model.choices.forEach((choice, i) => {
      const { share, chosen, rejected } = choice.recorded;
      const proposed = proposedPlace(choice);
      if (amounts[i] === null || proposed < 0) return;
      if (this.model.isIn(choice, proposed, preference.set) !== change > 0) return;
      concerned += share;
      if (rejected < 0) return;
      if (chosen < 0 || this.model.isIn(choice, chosen, preference.set) !== change > 0) decided += share;
    });
    return { concerned: Math.round(concerned), decided: Math.round(decided) };
  }
}

/** Marks every fourth decision, and every fourth of the other choices, in their order. */
const heldOut = (choices: readonly Choice[]): Uint8Array => {
  let [decided, others] = [0, 0];
  return Uint8Array.from(choices, ({ recorded: { kind } }) =>
    (isDecision(kind) ? decided++ : others++) % HELD_OUT === HELD_OUT - 1 ? 1 : 0,
  );
};

/** The changes of a weight from which on a decision against a proposed place agrees. */
const agreeingFrom = (
  choices: readonly Choice[],
  amounts: Amounts,
  margin: number,
  isCounted: (index: number) => boolean,
): number[] =>
  choices.flatMap(({ recorded, cost }, i) => {
    const { rejected } = recorded;
    const own = amounts[i];
    if (own === null || rejected < 0 || !isCounted(i)) return [];
    const preferred = preferredPlace(recorded, cost);
    const difference = own[rejected] - own[preferred];
    return difference === 0 ? [] : [(margin - (cost[rejected] - cost[preferred])) / difference];
  });

/** Agreement with the pair that a decision reveals counts most; that the chosen place is the cheapest of all tells apart what agrees with as many pairs. */
const worthOf = (outcome: Outcome): number => gainOf(outcome) + outcome.exact / 2;

const gainOf = ({ before, after, contradicted }: Outcome): number => after - before - contradicted;

const isSame = (a: Preference, b: Preference): boolean =>
  a.of === 'weight'
    ? b.of === 'weight' && a.id === b.id
    : b.of === 'rule' && a.operationTag === b.operationTag && a.set === b.set;

/** Rounds the new weight to two digits, further in the direction of the change if that is within its bounds. */
const roundedChange = (before: number, change: number, { least, most }: Pick<FreeWeight, 'least' | 'most'>): number => {
  if (Math.abs(change) < 1e-6) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.max(0.01, Math.abs(before + change)))) - 1);
  const unit = Math.max(0.01, step);
  const exact = (before + change) / unit;
  const after = toWeight((change > 0 ? Math.ceil(exact - 1e-6) : Math.floor(exact + 1e-6)) * unit);
  return Math.min(most, Math.max(least, after - before));
};
