import { afterEach, describe, expect, test, vi } from 'vitest';
import { openSharedClock } from './databaseClock.ts';
import { type TestDatabase, testPlaces } from './testing/testDatabases.ts';

const HOUR_MS = 3_600_000;

describe.each(testPlaces())('the shared clock on $name', (place) => {
  let opened: TestDatabase | null = null;
  afterEach(async () => {
    vi.restoreAllMocks();
    await opened?.drop();
    opened = null;
  });

  test.skipIf(place.skipped !== null)(
    'shows the time of the database, whatever the clock of the node says',
    async () => {
      opened = await place.open();
      const trueNow = Date.now.bind(Date);
      vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + HOUR_MS);
      const clock = await openSharedClock(opened.database);
      const shown = clock.now();
      clock.close();
      expect(Math.abs(shown - trueNow())).toBeLessThan(HOUR_MS / 10);
    },
  );
});
