import * as fc from '../properties.ts';
import { expect, test } from 'vitest';
import { perform } from './commands.ts';
import { sequence } from './sequence.ts';
import { start } from './start.ts';
import { BRANCHES } from './branches.ts';

// Guarantee: the sequences of the property below reach every branch of what it proves. Only the model runs here, so many sequences cost little.
test('random sequences reach every branch of drafts, history and undo', () => {
  const hits = new Map<string, number>();
  for (const steps of fc.sample(sequence, { numRuns: 5000, seed: 7 })) {
    const model = start();
    for (const one of steps) perform(model, one);
    for (const [branch, count] of model.hits) hits.set(branch, (hits.get(branch) ?? 0) + count);
  }
  const reached = [...hits.keys()].sort();
  if (process.env['HISTORY_TABLE'] === '1')
    for (const branch of reached) console.log(`${String(hits.get(branch)).padStart(8)}  ${branch}`);
  expect(reached).toEqual([...BRANCHES].sort());
});
