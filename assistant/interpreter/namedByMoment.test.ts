import { expect, test } from 'vitest';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

// Guarantee: what arrives or leaves at a minute is meant by it, as planners speak, and a place after it only if it is there. The planning is that of
// interpreter.test.ts.
test.each<readonly [string, string]>([
  ['what happens if the 14:04 is an hour late?', 'If NW 1542 / NW 1289 is 1 h later than expected now'],
  ['what if the 14:27 on A8 is an hour late', 'If FL 842 / FL 875 is 1 h later than expected now'],
  ['where is the 14:57?', 'FL 842 / FL 875 is on A8'],
  ['when does the 15:01 departure leave', 'FL 842 / FL 875:'],
  ['where is the 15:01 arrival?', 'I know no operation called "15:01 arrival"'],
  ['put the 14:27 on A5', 'FL 842 / FL 875 from A8 to A5'],
  ['put the 14:27 on A8', 'FL 842 / FL 875 is on A8 already'],
  ['move the 14:27 from A8 to A5', 'FL 842 / FL 875 from A8 to A5'],
  ['swap the 14:27 and the 14:12', 'FL 842 / FL 875 to A2 and FL 867 / FL 25 to A8'],
  ['move the 14:27 to A5 and the 14:12 to A8', 'FL 842 / FL 875 from A8 to A5. FL 867 / FL 25 from A2 to A8.'],
  ['delay the 14:27 by 10 minutes and the 14:12 by 5 minutes', 'is held for 10 min. FL 867 / FL 25 is held for 5 min.'],
  ['move all from B4 to A2 except the 15:02', 'except WN 1924 / WN 2011'],
  ['where is the 14:02', 'I know no operation called "14:02"'],
  ['where is the 14:34?', 'Which operation do you mean by "14:34"?\n1. '],
  ['where is the 14:34 on B7?', 'WN 3069 is on B7'],
  ['is B4 free at 14:27?', 'B4 is '],
])('%s', async (text, said) => {
  expect((await ask(midway, text)).text).toContain(said);
});

test('"it" is what was meant by a moment', async () => {
  const { text } = await ask(midway, 'where is the 14:27 on A8?', 'move it to A5');
  expect(text).toContain('FL 842 / FL 875 from A8 to A5');
});
