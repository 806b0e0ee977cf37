import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openQueue, type Queue } from './queue.ts';

describe.each(testPlaces())('queue on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of jobs', () => {
    const opened = useDatabase(place);
    let queue: Queue;
    beforeAll(async () => {
      queue = await openQueue(opened.database, { supervise: false });
    });
    afterAll(async () => {
      await queue?.close();
    });

    // Guarantee: a job exists exactly if the transaction that enqueued it commits, and it is taken only once.
    test('a job exists only if its transaction commits', async () => {
      const { sql } = opened.database;
      await sql.begin((tx) => queue.enqueue(tx, 'kept'));
      await expect(
        sql.begin(async (tx) => {
          await queue.enqueue(tx, 'lost');
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      const jobs = await queue.fetch(5);
      expect(jobs.map(({ task }) => task)).toEqual(['kept']);
      expect(await queue.fetch(5)).toEqual([]);
      await queue.complete(jobs[0]?.id ?? '');
      expect(await queue.fetch(5)).toEqual([]);
    });

    // Guarantee: groups take turns, and none has more active jobs than its limit.
    test('organizations take turns, and each has its limit', async () => {
      const { sql } = opened.database;
      for (const [task, group] of [
        ['a1', 'a'],
        ['a2', 'a'],
        ['a3', 'a'],
        ['b1', 'b'],
        ['b2', 'b'],
      ] as const) {
        await sql.begin((tx) => queue.enqueue(tx, task, { group, requestId: `request ${task}` }));
      }
      const first = await queue.fetch(3, { perGroup: 2 });
      expect(first.map(({ task }) => task)).toEqual(['a1', 'b1', 'a2']);
      expect(first[1]?.requestId).toBe('request b1');
      const second = await queue.fetch(5, { perGroup: 2 });
      expect(second.map(({ task }) => task)).toEqual(['b2']);
      await queue.complete(first[0]?.id ?? '');
      expect((await queue.fetch(5, { perGroup: 2 })).map(({ task }) => task)).toEqual(['a3']);
      expect(await queue.size()).toBe(0);
    });

    // Guarantee: a task that yields is not considered abandoned while its new job waits.
    test('says whether other groups are waiting', async () => {
      const { sql } = opened.database;
      for (const job of await queue.fetch(10)) await queue.complete(job.id);
      await sql.begin((tx) => queue.enqueue(tx, 'c1', { group: 'c' }));
      await sql.begin((tx) => queue.enqueue(tx, 'c2', { group: 'c' }));
      await sql.begin((tx) => queue.enqueue(tx, 'd1', { group: 'd' }));
      expect(await queue.waiting('c')).toEqual({ total: 3, own: 2, groups: 2 });
      expect(await queue.waiting('e')).toEqual({ total: 3, own: 0, groups: 3 });
      expect(await Promise.all(['c', 'd', 'e'].map((group) => queue.othersWait(group)))).toEqual([true, true, true]);
      const [first, second] = await queue.fetch(2, { perGroup: 1 });
      expect([first.task, second.task]).toEqual(['c1', 'd1']);
      expect(await queue.othersWait('c')).toBe(false);
      expect([await queue.othersWait('d'), await queue.othersWait('d', { perGroup: 1 })]).toEqual([true, false]);
    });
  });
});
