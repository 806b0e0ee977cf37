import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';
import { MEANINGS } from './meanings.ts';

const midway = await useAgent();

test('what words mean is what the glossary says', () => {
  const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8').replaceAll(/[*`]/g, '');
  expect(MEANINGS.size).toBeGreaterThan(30);
  for (const [word, meaning] of MEANINGS.values()) expect(glossary).toContain(`| ${word} | ${meaning} |`);
});

// Guarantee: a question what a word means is answered by its meaning, and one about the plan by the plan.
test.each<readonly [string, string]>([
  ['what is a conflict?', 'conflict: a pair of parts that cannot both be where they are'],
  ['what are conflicts', '92 conflicts'],
  ['what is the conflict on B12', '3 conflicts on B12'],
  ['what does critical mean?', 'critical: a conflict'],
  ['what does "score" mean', 'score: what a plan costs'],
  ['what do you mean by blockers?', 'blocker: an operation that only blocks a resource'],
  ["what's a draft", 'workspace, draft: changes laid over the mainline'],
  ['what is the meaning of proposal', 'proposal: moves that the assistant found'],
  ['what does flibber mean', 'I did not understand that'],
  ['what does WN 807 mean', 'I did not understand that'],
  ['what is a stand', 'I did not understand that'],
  ['explain the score', 'score 184 171.52'],
  ['why is the score so bad?', 'score 184 171.52'],
  ['what time is it?', 'all times are those of America/Chicago, and it is Thu 17 Jan 13:10'],
  ['which timezone?', 'America/Chicago'],
  ['what time is it due?', 'Which operation do you mean by "it"?'],
  ['what planning is this?', 'This is the planning "'],
  ['are you an AI?', 'I answer questions about this planning'],
  ['how do I move a flight?', 'I answer questions about this planning'],
])('%s', async (text, said) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain(said);
  expect(answer.proposals).toEqual([]);
});
