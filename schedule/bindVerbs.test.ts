import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSignals } from '../db/signals/openSignals.ts';
import { openStore } from '../db/versions/openStore.ts';
import { testPlaces } from '../db/testing/testDatabases.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import {
  codeOf,
  importSmall,
  newScope,
  openSchedule,
  organizationOf,
  smallDocument,
  type TestSchedule,
} from './testing/openSchedule.ts';
import type { Scope } from './types.ts';

describe.each(testPlaces())('a planning that another node deleted, on $name', (place) => {
  describe.skipIf(place.skipped !== null)('while it is cached here', () => {
    let opened: TestSchedule;
    let other: Schedule;
    let scope: Scope;
    beforeAll(async () => {
      opened = await openSchedule({}, place);
      const { database } = opened.database;
      other = createSchedule({ ...opened.ports, store: openStore(database, openSignals(database)) });
      scope = await newScope(opened);
    });
    afterAll(() => opened?.close());

    const importAgain = async (id: string): Promise<void> => {
      await other.deletePlanning(scope, organizationOf(scope), id);
      const document = smallDocument(id);
      const operations = document.operations.map((operation) => ({ ...operation, description: 'again' }));
      await other.importPlanning(scope, organizationOf(scope), { ...document, operations });
    };

    // Guarantee: reused ids refer to the new entities, for readers and writers, at the first attempt.
    test('is replaced by the one that has its ids now', async () => {
      for (const verb of ['read', 'write', 'bulk'] as const) {
        const id = await importSmall(opened, scope);
        const operation = `${id}-o1`;
        expect((await opened.schedule.getOperation(scope, operation)).description).toBeNull();
        await importAgain(id);
        if (verb === 'read') await opened.schedule.getOperation(scope, operation);
        if (verb === 'write') await opened.schedule.patchOperation(scope, operation, { externalId: 'new' });
        if (verb === 'bulk') {
          await opened.schedule.bulkPatchOperations(scope, [{ id: operation, externalId: 'new' }]);
        }
        const externalId = verb === 'read' ? 'o1' : 'new';
        expect(await other.getOperation(scope, operation)).toMatchObject({ description: 'again', externalId });
      }
    });

    test('is not found if nothing has its ids', async () => {
      const id = await importSmall(opened, scope);
      await opened.schedule.getOperation(scope, `${id}-o1`);
      await other.deletePlanning(scope, organizationOf(scope), id);
      expect(await codeOf(opened.schedule.getOperation(scope, `${id}-o1`))).toBe('not_found');
      expect(await codeOf(opened.schedule.patchOperation(scope, `${id}-o1`, { description: 'd' }))).toBe('not_found');
    });
  });
});
