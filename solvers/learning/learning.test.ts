import { expect, test } from 'vitest';
import type { LearningTask, RecordedChoice } from '../../engine/advice/learningTask.ts';
import { createRandom } from '../../engine/random.ts';
import { loadedHighs, prepareHighs } from '../integer/loadHighs.ts';
import { ChoiceModel } from './choiceModel.ts';
import { evidenceOf } from './chance.ts';
import { inverseProgram } from './inverseProgram.ts';
import { learnPreferences } from './learnPreferences.ts';
import { type Hidden, simulatedTask } from './testing/simulatedPlanner.ts';

await prepareHighs();
const highs = loadedHighs()!;

const PLANTED: Readonly<Record<string, Hidden>> = {
  'against a pier': { preference: { of: 'rule', operationTag: 'NK', set: 'C' }, weight: 12 },
  'for a pier': { preference: { of: 'rule', operationTag: 'AA', set: 'D' }, weight: -12 },
  'a weight': { preference: { of: 'weight', id: 'bus' }, weight: 10 },
};
const DAY = { operations: 250, noise: 0.05, attention: 0.9 };

test.each(Object.entries(PLANTED))(
  'finds what a planner minds (%s) among moves for no reason, with a weight that agrees',
  (_name, hidden) => {
    for (const seed of [1, 2]) {
      const [first] = learnPreferences(highs, simulatedTask({ ...DAY, seed, hidden })).preferences;
      expect(first?.preference).toEqual(hidden.preference);
      const { agreement, holdout, after, before } = first;
      expect(Math.sign(after - before)).toBe(Math.sign(hidden.weight - before));
      expect(agreement.after).toBeGreaterThan(0.6 * agreement.choices);
      expect(agreement.before).toBeLessThan(0.2 * agreement.choices);
      expect(holdout.after).toBeGreaterThan(holdout.before);
    }
  },
);

test('proposes nothing when moves have no reason, however many there are', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const noise = [0.05, 0.3, 0.9][seed % 3];
    const task = simulatedTask({ operations: 120, noise, attention: 1, seed, hidden: null });
    expect(learnPreferences(highs, task).preferences).toEqual([]);
  }
});

test('what is learned holds for what came after: kept places that a rule would lose count against it', () => {
  const task = simulatedTask({ ...DAY, seed: 1, hidden: PLANTED['against a pier'] });
  const unseen = { ...task, choices: task.choices.map(asKept) };
  expect(learnPreferences(highs, unseen).preferences).toEqual([]);
});

/** Turns most of the manual moves into kept places, as if the planner had left those operations where they were. */
const asKept = (choice: RecordedChoice, i: number): RecordedChoice =>
  choice.kind === 'moved' && i % 10 !== 0 ? { ...choice, kind: 'kept', chosen: choice.rejected, rejected: -1 } : choice;

test('the inverse program is as good as the best of all changes on a grid, on tiny cases', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const task = tinyTask(seed);
    const model = new ChoiceModel(task);
    const { choices } = model;
    const amounts = ['x', 'y'].map((id) => model.amountsOf({ of: 'weight', id }));
    const free = amounts.map((own) => ({ amounts: own, least: -3, most: 3, price: 0.4 }));
    const { changes, objective } = inverseProgram(highs, choices, free, 1, () => true);
    const value = (by: readonly number[]): number =>
      sumOfSlack(task, by) + 0.4 * by.reduce((sum, one) => sum + Math.abs(one), 0);
    expect(value(changes)).toBeCloseTo(objective, 5);
    let best = Number.POSITIVE_INFINITY;
    for (let x = -3; x <= 3.001; x += 0.125)
      for (let y = -3; y <= 3.001; y += 0.125) best = Math.min(best, value([x, y]));
    expect(objective).toBeLessThanOrEqual(best + 1e-6);
    for (const change of changes) expect(Math.abs(change)).toBeLessThanOrEqual(3 + 1e-9);
  }
});

const tinyTask = (seed: number): LearningTask => {
  const random = createRandom(seed);
  const choices = Array.from({ length: 4 }, (): RecordedChoice => {
    const places = Array.from({ length: 3 }, (_, i) => ({
      resource: `r${i}`,
      terms: { x: random.below(3), y: random.below(3) },
    }));
    const chosen = random.below(3);
    const rejected = random.below(2) === 0 ? -1 : (chosen + 1) % 3;
    return {
      kind: rejected < 0 ? 'placed' : 'moved',
      share: 1 + random.below(2),
      operationTags: [],
      places,
      chosen,
      rejected,
    };
  });
  const weights = ['x', 'y'].map((id) => ({ id, weight: 2, match: null }));
  return { weights, sets: [], choices, margin: 1, mostProposals: 2, significance: 0.01 };
};

const isEqual = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  a['x'] === b['x'] && a['y'] === b['y'];

/** The slack of all choices, from its definition: how far each chosen place is from costing 1 less than the rejected one and no more than any other. */
const sumOfSlack = ({ choices }: LearningTask, [x, y]: readonly number[]): number =>
  choices.reduce((sum, { places, chosen, rejected, share }) => {
    // A choice that no weight can change is not part of the program.
    if (places.every(({ terms }) => isEqual(terms, places[0].terms))) return sum;
    const cost = places.map(({ terms }) => (2 + x) * terms['x'] + (2 + y) * terms['y']);
    const against = rejected < 0 ? 0 : Math.max(0, 1 - (cost[rejected] - cost[chosen]));
    return sum + share * (against + Math.max(0, ...cost.map((other) => cost[chosen] - other)));
  }, 0);

test('the bound on chance is at least the true probability, and falls with the evidence', () => {
  const heads = (count: number): number => {
    const choice = (chosen: number): RecordedChoice => ({
      kind: 'placed',
      share: 1,
      operationTags: [],
      places: [0, 1].map((i) => ({ resource: `r${i}`, terms: { x: i } })),
      chosen,
      rejected: -1,
    });
    const task = { ...tinyTask(1), choices: Array.from({ length: 20 }, (_, i) => choice(i < count ? 1 : 0)) };
    const model = new ChoiceModel({ ...task, weights: [] });
    const even = model.choices.map(() => Float64Array.of(0.5, 0.5));
    return evidenceOf(model.choices, even, model.amountsOf({ of: 'weight', id: 'x' }), () => true).chance;
  };
  // P(at least 15, 18 and 20 heads of 20).
  const true15 = 0.0207;
  expect(heads(15)).toBeGreaterThan(true15);
  expect(heads(18)).toBeGreaterThan(0.0002);
  expect(heads(20)).toBeGreaterThan(2 ** -20);
  expect(heads(20)).toBeLessThan(heads(18));
  expect(heads(18)).toBeLessThan(0.01);
});
