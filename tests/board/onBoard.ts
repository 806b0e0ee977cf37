import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoardWorld, JOURNEY_MS, openWorld, START_MS } from './boardWorld.ts';
import { noBrowser } from './browser.ts';

/** In CI, where a browser shares two processors with everything else, a journey may time out once; failing twice is a fault. */
const RETRIES = process.env['CI'] === undefined ? 0 : 1;

/** Defines tests in a real browser with a server of their own. Without a browser, they are skipped, except in CI. */
export const onBoard = (name: string, tests: (world: () => BoardWorld) => void): void => {
  test.runIf(noBrowser !== null)(`skipped: ${noBrowser}`, () => {
    expect(process.env['CI'], 'CI installs Chromium').toBeUndefined();
  });

  describe.skipIf(noBrowser !== null)(name, { timeout: JOURNEY_MS, retry: RETRIES }, () => {
    let world: BoardWorld;
    beforeAll(async () => {
      world = await openWorld();
    }, START_MS);
    afterEach(async ({ task }) => {
      const wentWell = task.result?.state !== 'fail';
      const closed = world.closePages(wentWell);
      if (wentWell) return closed;
      // The next attempt, and the tests after it, begin as this one did.
      await closed.catch(() => undefined);
      await world.server.settle();
    });
    afterAll(() => world?.close());
    tests(() => world);
  });
};
