import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { openResolutions, OpenRequests } from './resolutionPort.ts';

// Guarantee: no organization fills the queue for the others.
test('each organization has its share when the queue is full', () => {
  const requests = new OpenRequests();
  const fill = (organization: string): (() => void)[] => {
    const ends: (() => void)[] = [];
    try {
      for (;;) ends.push(requests.open(organization));
    } catch (error) {
      expect(error).toMatchObject({ code: 'queue_full' });
      return ends;
    }
  };
  const many = ['a', 'b', 'c', 'd'].map(fill);
  expect(many.map(({ length }) => length)).toEqual([256, 128, 85, 64]);
  expect(fill('e').length).toBeGreaterThan(40);
  for (const end of many[0]) end();
  expect(fill('a').length).toBeGreaterThan(0);
});

// Guarantee: a search that would wait for long behind others of its organization is refused at once, and what reads the plan still waits.
test('a search is refused as queue_full while 64 requests of its organization wait for a thread', async () => {
  const instance = compile(generatePlan({ operations: 20, resources: 4, days: 1, seed: 1, disrupted: true }));
  const resolutions = openResolutions({ threads: 1, lateMs: 0 });
  const busy = new AbortController();
  const request = { key: null, organization: 'a', instance, placement: instance.placed };
  const part = instance.placed.findIndex((resource) => resource >= 0);
  const long = Array.from({ length: 65 }, (_, seed) =>
    resolutions.stress({ ...request, samples: 10_000_000, seed, signal: busy.signal }).catch(() => null),
  );
  try {
    await expect(resolutions.resolve({ ...request, part })).rejects.toMatchObject({ code: 'queue_full' });
    const read = resolutions.analyze({ ...request, question: { of: 'score' } });
    busy.abort();
    expect((await read).total).toBeDefined();
    await Promise.all(long);
    expect((await resolutions.resolve({ ...request, part })).strategies).toBeDefined();
  } finally {
    await resolutions.close();
  }
});

// Guarantee: a request whose thread hangs gets an error, and later requests are served by another thread.
test('a search that ignores its time limit is ended and refused as stuck', { timeout: 60_000 }, async () => {
  const instance = compile(generatePlan({ operations: 20, resources: 4, days: 1, seed: 1, disrupted: true }));
  const settings = {
    patienceMs: 200,
    worker: new URL('../../solvers/pool/testing/stubbornWorker.ts', import.meta.url),
  };
  const resolutions = openResolutions({ threads: 1, ...settings });
  const request = { key: null, organization: 'a', instance, placement: instance.placed, samples: 5 };
  try {
    const stuck = resolutions.stress({ ...request, seed: 666, timeLimitMs: 50 });
    await expect(stuck).rejects.toMatchObject({
      code: 'search_stuck',
      message: expect.stringContaining('Ask for less'),
    });
    expect((await resolutions.stress({ ...request, seed: 1 })).samples).toBe(5);
  } finally {
    await resolutions.close();
  }
});
