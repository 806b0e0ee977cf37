import { expect, test } from 'vitest';
import { visitTerms } from '../../engine/objective/evaluate.ts';
import { createRandom } from '../../engine/random.ts';
import { compile } from '../../engine/instance/compile.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import { generateAirport } from '../../fixtures/generate/generateAirport.ts';
import { restriction } from '../model/pathModel.ts';
import { type DiveOptions, diveForPlan } from './dive.ts';
import { relax } from '../model/relaxation.ts';
import { toPlan } from '../model/translate.ts';
import { OpenPositions } from './openPositions.ts';

const instance = randomInstance(1, { operations: 60, resources: 8 });

const SHARE = 0.05;
const MOST_A_ROUND = Math.ceil(SHARE * instance.partCount);

const dive = (questions: number, hurry?: DiveOptions['hurry']) => {
  const relaxation = relax(instance);
  const keep = new Uint8Array(relaxation.model.part.length).fill(1);
  const options = { iterations: 20, share: SHARE, step: relaxation.priceUnit, ...(hurry && { hurry }) };
  let asked = 0;
  let iterations = 0;
  const { position } = diveForPlan(
    relaxation,
    relaxation.model.leaveOut.slice(),
    restriction(relaxation.model, keep),
    options,
    {
      random: createRandom(1),
      step: (n) => {
        iterations += n;
      },
      stop: () => asked++ >= questions,
    },
  );
  return { asked, iterations, placed: position.filter((at) => at >= 0).length };
};

// Guarantee: a dive ends at the next call of `stop` that returns true, however many parts are undecided.
test.each([0, 1, 3])('a dive stopped after %i calls of `stop` inserts nothing', (questions) => {
  const { asked, placed } = dive(questions);
  expect(asked).toBeLessThanOrEqual(questions + 2);
  expect(placed).toBeLessThanOrEqual(MOST_A_ROUND * questions);
});

test('a dive that is not stopped places every part that it can', () => {
  expect(dive(Number.POSITIVE_INFINITY).placed).toBeGreaterThan(50);
});

test('a dive that hurries from some round on places as much in fewer rounds', () => {
  const usual = dive(Number.POSITIVE_INFINITY);
  let rounds = 0;
  const hurried = dive(Number.POSITIVE_INFINITY, { share: 0.5, isDue: () => rounds++ >= 2 });
  expect(hurried.iterations).toBeLessThan(0.6 * usual.iterations);
  expect(hurried.placed).toBeGreaterThan(50);
  const never = dive(Number.POSITIVE_INFINITY, { share: 0.5, isDue: () => false });
  expect(never).toEqual(usual);
});

// Guarantee: no two parts that a dive places are in conflict because of the resources next to each other or of a parent on which they are.
test('a dive takes at most one of two parts that related resources may not have at once', () => {
  let [parts, placed] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const airport = compile(generateAirport({ seed, stands: 30, days: 1, disruption: 0.15 }));
    const relaxation = relax(airport);
    const { model, priceUnit, partOf } = relaxation;
    const all = restriction(model, new Uint8Array(model.part.length).fill(1));
    const options = { iterations: 20, share: SHARE, step: priceUnit };
    const run = { random: createRandom(seed), step: () => {}, stop: () => false };
    const respected = OpenPositions.of(relaxation, all);
    const { position } = diveForPlan(relaxation, model.leaveOut.slice(), all, options, run, respected);
    parts += partOf.length;
    placed += position.filter((k) => k >= 0).length;
    visitTerms(airport, toPlan(relaxation, position).placement, ({ level, kind }) => {
      expect(level === 'conflicts' && kind === 'adjacency', `seed ${seed}`).toBe(false);
    });
    const open = OpenPositions.of(relaxation, all)!;
    for (const k of position) if (k >= 0) open.take(k);
    for (const k of position) if (k >= 0) expect(open.excluded[k], `seed ${seed}`).toBe(0);
    expect(open.excluded.includes(1)).toBe(true);
  }
  expect(placed).toBeGreaterThan(0.95 * parts);
});
