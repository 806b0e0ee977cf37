import { expect, test } from 'vitest';
import * as fc from './properties.ts';
import { replayOf } from './properties.ts';

const numbers = fc.array(fc.integer({ min: 0, max: 1000 }));
/** True unless three numbers are large, which is rare; shrinks to three times 900. */
const isFine = (list: readonly number[]): boolean => list.filter((one) => one >= 900).length < 3;

const failure = (attempt: () => void): Error => {
  try {
    attempt();
  } catch (error) {
    return error as Error;
  }
  throw new Error('The property held.');
};

// Guarantee: the message of a failed property contains a command that runs the failing case again.
test("a failed property says how to run its case alone (and that's a command)", () => {
  const { message } = failure(() => fc.assert(fc.property(numbers, isFine), { seed: 1, numRuns: 1000 }));
  const [, replay, file, name] = /REPLAY='([^']+)' npx vitest run (\S+) -t '(.*)'$/.exec(message) ?? [];
  expect(message).toContain('Counterexample: [[900,900,900]]');
  expect(file).toBe('tests/properties.test.ts');
  // As a shell reads it, the pattern matches the test's own name.
  const pattern = new RegExp((name ?? '').replaceAll(String.raw`'\''`, "'"));
  expect(expect.getState().currentTestName).toMatch(pattern);

  let runs = 0;
  const again = failure(() =>
    fc.assert(
      fc.property(numbers, (list) => {
        runs++;
        return isFine(list);
      }),
      replayOf(replay),
    ),
  );
  expect(runs).toBe(1);
  expect(again.message).toContain('Counterexample: [[900,900,900]]');
});

test('asynchronous properties print it, too, with the error', async () => {
  const property = fc.asyncProperty(fc.nat(), async (n) => {
    expect(n).toBeLessThan(5);
  });
  const error = await fc.assert(property, { seed: 2 }).then(
    () => new Error('The property held.'),
    (reason: Error) => reason,
  );
  expect(error.message).toMatch(/to be less than 5[^]*REPLAY='2 \d/);
  expect(error.cause).toBeInstanceOf(Error);
});

test('without REPLAY, every run draws new values', () => {
  expect(replayOf(undefined)).toEqual({});
  expect(replayOf('7 3:1:0')).toEqual({ seed: 7, path: '3:1:0', endOnFailure: true });
});
