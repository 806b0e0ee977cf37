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

// Guarantee: while searches come faster than they can be done, late ones are refused as queue_full, and what reads the plan still waits.
test('a search that is late is refused as queue_full while searches outrun the threads', async () => {
  const instance = compile(generatePlan({ operations: 20, resources: 4, days: 1, seed: 1, disrupted: true }));
  const resolutions = openResolutions({ threads: 1 });
  const busy = new AbortController();
  const request = { key: null, organization: 'a', instance, placement: instance.placed };
  const part = instance.placed.findIndex((resource) => resource >= 0);
  const long = resolutions.stress({ ...request, samples: 100_000_000, seed: 1, signal: busy.signal }).catch(() => null);
  const searches: Promise<unknown>[] = [];
  try {
    const refused = new Promise<unknown>((resolve) => {
      const timer = setInterval(() => {
        const search = resolutions.resolve({ ...request, part });
        searches.push(search.catch((error: unknown) => (clearInterval(timer), resolve(error))));
      }, 20);
    });
    expect(await refused).toMatchObject({ code: 'queue_full' });
    const read = resolutions.analyze({ ...request, question: { of: 'score' } });
    busy.abort();
    expect((await read).total).toBeDefined();
    await Promise.all([long, ...searches]);
    expect((await resolutions.resolve({ ...request, part })).strategies).toBeDefined();
  } finally {
    await resolutions.close();
  }
});

// Guarantee: a request whose thread hangs gets an error, and later requests are served by another thread.
test('a search that ignores its time limit is ended and refused as stuck', async () => {
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
