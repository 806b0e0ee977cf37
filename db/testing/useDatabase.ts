import { afterAll, beforeAll } from 'vitest';
import { present } from '../../engine/present.ts';
import type { TestDatabase, TestPlace } from './testDatabases.ts';

/** A new database for a suite, whose hooks and tests may use it. */
export const useDatabase = (place: TestPlace): Pick<TestDatabase, 'database' | 'url'> => {
  let opened: TestDatabase | null = null;
  beforeAll(async () => {
    opened = await place.open();
  });
  afterAll(() => opened?.drop());
  return {
    get database() {
      return present(opened).database;
    },
    get url() {
      return present(opened).url;
    },
  };
};
