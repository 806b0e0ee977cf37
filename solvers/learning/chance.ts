import { cheapest, type Amounts, type Choice } from './choiceModel.ts';
import { type ChoiceKind, isDecision } from '../../engine/advice/learningTask.ts';

/** By choice: the probability of each place if nothing but the present costs and chance decided. */
export type Probabilities = readonly Float64Array[];

/** How often a person decides against a proposed place, by who proposed it. */
interface Rates {
  readonly optimizer: number;
  readonly repair: number;
}

/**
 * A conditional logit model of what happens without the preference in question: a proposed place is left with the frequency with which the person
 * leaves proposed places in general, and the place is then drawn with a probability that falls with its cost.
 * Source: McFadden, "Conditional logit analysis of qualitative choice behavior", Frontiers in Econometrics (1974).
 */
export const chanceModel = (choices: readonly Choice[]): Probabilities => {
  const rates = ratesOf(choices);
  const steepness = fitSteepness(choices);
  return choices.map((choice) => {
    const proposed = proposedPlace(choice);
    const drawn = softmax(choice.cost, steepness, proposed);
    if (proposed < 0) return drawn;
    const rate = isOfRepair(choice.recorded.kind) ? rates.repair : rates.optimizer;
    for (let place = 0; place < drawn.length; place++) drawn[place] *= rate;
    drawn[proposed] = 1 - rate;
    return drawn;
  });
};

/** The place that was proposed, and kept or left; −1 for none. */
export const proposedPlace = ({ recorded: { kind, chosen, rejected } }: Choice): number =>
  kind === 'kept' || kind === 'accepted' ? chosen : rejected;

const isOfRepair = (kind: ChoiceKind): boolean => kind === 'refused' || kind === 'accepted';

const ratesOf = (choices: readonly Choice[]): Rates => {
  const count = (kind: ChoiceKind): number =>
    choices.reduce((sum, { recorded }) => sum + (recorded.kind === kind ? recorded.share : 0), 0);
  const rate = (left: number, kept: number): number => (left + 0.5) / (left + kept + 1);
  return { optimizer: rate(count('moved'), count('kept')), repair: rate(count('refused'), count('accepted')) };
};

/** Probabilities ∝ exp(−steepness × cost) of all places but one, which gets 0. */
const softmax = (cost: Float64Array, steepness: number, except: number): Float64Array => {
  const least = cost[cheapest(cost, except)] ?? 0;
  const found = cost.map((own, place) => (place === except ? 0 : Math.exp(steepness * (least - own))));
  const sum = found.reduce((all, one) => all + one, 0);
  return sum === 0 ? found : found.map((one) => one / sum);
};

/** The largest steepness that is looked for. */
const MOST_STEEP = 4;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The steepness with the largest likelihood of the places that persons chose, by golden section search: the log-likelihood is concave. */
const fitSteepness = (choices: readonly Choice[]): number => {
  const decided = choices.filter(
    ({ recorded: { kind, chosen } }) => (kind === 'moved' || kind === 'placed') && chosen >= 0,
  );
  const likelihood = (steepness: number): number =>
    decided.reduce((sum, choice) => {
      const { chosen } = choice.recorded;
      return sum + Math.log(Math.max(1e-12, softmax(choice.cost, steepness, proposedPlace(choice))[chosen]));
    }, 0);
  let [low, high] = [0, MOST_STEEP];
  while (high - low > 0.01) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (likelihood(left) >= likelihood(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
};

export interface Evidence {
  /** How much more of the amount persons chose than chance would; negative: they avoid it. */
  readonly excess: number;
  /** An upper bound on the probability of at least so much by chance, on one side. */
  readonly chance: number;
  /** The number of a person's choices that the amount distinguishes. */
  readonly support: number;
}

/**
 * The score test of an amount: what was chosen against what the model expects. The bound on chance is Bennett's inequality, which holds for any
 * number of choices, however few. Source: Rao, "Large sample tests of statistical hypotheses", Proc. Cambridge Phil. Soc. 44 (1948); Bennett,
 * "Probability inequalities for the sum of independent random variables", JASA 57 (1962).
 */
export const evidenceOf = (
  choices: readonly Choice[],
  probabilities: Probabilities,
  amounts: Amounts,
  isCounted: (index: number) => boolean,
): Evidence => {
  let [excess, variance, range, support] = [0, 0, 0, 0];
  for (let i = 0; i < choices.length; i++) {
    const own = amounts[i];
    if (own === null || !isCounted(i)) continue;
    const { kind, share, chosen, rejected } = choices[i].recorded;
    const [mean, spread] = momentsOf(probabilities[i], own);
    const observed = chosen >= 0 ? own[chosen] : momentsWithout(probabilities[i], own, rejected);
    excess += share * (observed - mean);
    variance += share * spread;
    for (const amount of own) range = Math.max(range, Math.abs(amount - mean));
    if (isDecision(kind)) support++;
  }
  return { excess, chance: bennett(Math.abs(excess), variance, range), support };
};

const momentsOf = (probabilities: Float64Array, amounts: Float64Array): readonly [number, number] => {
  let [mean, square] = [0, 0];
  for (let place = 0; place < amounts.length; place++) {
    mean += probabilities[place] * amounts[place];
    square += probabilities[place] * amounts[place] ** 2;
  }
  return [mean, Math.max(0, square - mean * mean)];
};

/** The mean amount of all places but one. */
const momentsWithout = (probabilities: Float64Array, amounts: Float64Array, except: number): number => {
  let [sum, weight] = [0, 0];
  for (let place = 0; place < amounts.length; place++) {
    if (place === except) continue;
    sum += probabilities[place] * amounts[place];
    weight += probabilities[place];
  }
  return weight === 0 ? amounts[except] : sum / weight;
};

/** P(sum ≥ excess) ≤ exp(−v/m² · h(m·excess/v)), h(u) = (1 + u) ln(1 + u) − u, for independent terms of mean 0, variance v in all, each at most m. */
const bennett = (excess: number, variance: number, most: number): number => {
  if (excess <= 0 || most === 0 || variance === 0) return 1;
  const u = (most * excess) / variance;
  return Math.exp((-variance / most ** 2) * ((1 + u) * Math.log1p(u) - u));
};
