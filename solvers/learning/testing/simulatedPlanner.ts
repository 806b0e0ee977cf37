import { createRandom, type Random } from '../../../engine/random.ts';
import type { LearningTask, Preference, RecordedChoice } from '../../../engine/advice/learningTask.ts';

const AIRLINES = ['AA', 'BB', 'CC', 'DD', 'EE', 'NK'];
const PIERS = ['A', 'B', 'C', 'D'];
const GATES = 12;

const RESOURCES = PIERS.flatMap((pier) => Array.from({ length: GATES }, (_, i) => `${pier}${i}`));

/** What the planner minds besides the rules; null: nothing. */
export interface Hidden {
  readonly preference: Preference;
  /** The true weight: of a new rule, or instead of a known one's. */
  readonly weight: number;
}

export interface Simulation {
  readonly seed: number;
  readonly hidden: Hidden | null;
  /** The number of operations that the optimizer placed. */
  readonly operations: number;
  /** How often the planner moves an operation for no reason, to any place. */
  readonly noise: number;
  /** How often the planner looks at an operation. */
  readonly attention: number;
}

/** A day as choices: the optimizer places each operation by the known weights, and a planner moves those that the hidden preference speaks against. */
export const simulatedTask = ({ seed, hidden, operations, noise, attention }: Simulation): LearningTask => {
  const random = createRandom(seed);
  const weights = [
    { id: 'walk', weight: 5, match: null },
    { id: 'home', weight: 8, match: null },
    { id: 'bus', weight: 2, match: null },
  ];
  const homes = new Map(AIRLINES.map((airline, i) => [airline, PIERS[(i + 1) % PIERS.length]]));
  const choices = Array.from({ length: operations }, () => drawChoice(random, homes, hidden, { noise, attention }));
  return {
    weights,
    sets: [
      ...PIERS.map((pier) => ({
        id: pier,
        tag: pier,
        resources: RESOURCES.filter((one) => one.startsWith(pier)),
        forAllOnly: false,
      })),
      ...RESOURCES.map((one) => ({ id: one, tag: null, resources: [one], forAllOnly: true })),
    ],
    choices,
    margin: 1,
    mostProposals: 5,
    significance: 0.01,
  };
};

const KNOWN: Readonly<Record<string, number>> = { walk: 5, home: 8, bus: 2 };

const drawChoice = (
  random: Random,
  homes: ReadonlyMap<string, string>,
  hidden: Hidden | null,
  { noise, attention }: Pick<Simulation, 'noise' | 'attention'>,
): RecordedChoice => {
  const airline = AIRLINES[random.below(AIRLINES.length)];
  const size = random.below(2) === 0 ? 'narrow' : 'wide';
  const places = RESOURCES.filter(() => random.next() < 0.3).map((resource) => ({
    resource,
    terms: {
      walk: resource.length > 2 ? 1 : 0,
      home: homes.get(airline) === resource[0] ? 0 : 1,
      bus: random.below(3),
    },
  }));
  if (places.length < 2) return drawChoice(random, homes, hidden, { noise, attention });
  const byRules = places.map(({ terms }) => sum(terms, KNOWN));
  const truly = places.map(({ resource, terms }, i) => {
    if (hidden === null) return byRules[i];
    const { preference, weight } = hidden;
    if (preference.of === 'weight') return sum(terms, { ...KNOWN, [preference.id]: weight });
    const isOwn = preference.operationTag === null || preference.operationTag === airline;
    return byRules[i] + (isOwn && resource.startsWith(preference.set) ? weight : 0);
  });
  const proposed = leastOf(byRules, random);
  let chosen = proposed;
  if (random.next() < noise) chosen = random.below(places.length);
  else if (random.next() < attention) {
    const best = leastOf(truly, random);
    if (truly[best] < truly[proposed] - 1) chosen = best;
  }
  const isMoved = chosen !== proposed;
  return {
    kind: isMoved ? 'moved' : 'kept',
    share: 1,
    operationTags: [airline, size],
    places,
    chosen,
    rejected: isMoved ? proposed : -1,
  };
};

const sum = (terms: Readonly<Record<string, number>>, weights: Readonly<Record<string, number>>): number =>
  Object.entries(terms).reduce((all, [id, amount]) => all + weights[id] * amount, 0);

/** The index of the least cost; one of them at random. */
const leastOf = (costs: readonly number[], random: Random): number => {
  const least = Math.min(...costs);
  const all = costs.flatMap((cost, i) => (cost <= least + 1e-9 ? [i] : []));
  return all[random.below(all.length)];
};
