import { expect, test } from 'vitest';
import type { Actor } from '../../schedule/types.ts';
import { shareChecks } from './sharedChecks.ts';

// Guarantee: each check runs at most once in `maxAgeMs`, however many callers there are, and no result is used for longer.
test('one result serves all callers until it is too old', async () => {
  let now = 0;
  let isKnown = true;
  const asked: string[] = [];
  const checks = shareChecks(
    {
      async authenticate(credential): Promise<Actor> {
        asked.push(credential);
        if (!isKnown) throw new Error('unknown');
        return { kind: 'login', user: credential, credential, memberships: [] };
      },
      async authorize(actor, planning) {
        asked.push(`${actor.user} ${planning.id}`);
      },
    },
    100,
    () => now,
  );
  const recheck = async (credential: string): Promise<void> => {
    const actor = await checks.authenticate(credential);
    await checks.authorize(actor, { key: 1, id: 'p', organization: 'o' });
  };
  await Promise.all(['a', 'b', 'a', 'a'].map(recheck));
  now = 99;
  await recheck('a');
  expect(asked.splice(0).sort()).toEqual(['a', 'a p', 'b', 'b p']);

  now = 100;
  await recheck('a');
  expect(asked.splice(0)).toEqual(['a', 'a p']);
  isKnown = false;
  now = 199;
  await recheck('a');
  now = 200;
  await expect(recheck('a')).rejects.toThrow('unknown');
  await expect(recheck('a')).rejects.toThrow('unknown');
  isKnown = true;
  await recheck('a');
  expect(asked).toEqual(['a', 'a', 'a', 'a p']);
});
