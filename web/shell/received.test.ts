/** Guarantee: the board says of a change which operations somebody changed, and names none that only have other neighbors. */
import { expect, test } from 'vitest';
import { changedOperations } from './received.ts';

test('the changed operations are those with a difference of their own, or in their tasks and assignments', () => {
  const data = { entity: 'operation', after: {} } as const;
  const changed = changedOperations([
    { type: 'operation.updated', data: { ...data, id: 'a', changed: ['inboundTask', 'operationDependencies'] } },
    { type: 'operation.updated', data: { ...data, id: 'b', changed: ['operationDependencies'] } },
    { type: 'operation.deleted', data: { ...data, id: 'c', after: null } },
    { type: 'assignment.created', data: { entity: 'assignment', id: 'd', after: { operation: 'e' } } },
    { type: 'assignment.deactivated', data: { entity: 'assignment', id: 'f', operation: 'g', after: null } },
    { type: 'tag.updated', data: { entity: 'tag', id: 'h', changed: ['color'], after: {} } },
  ]);
  expect([...changed]).toEqual(['a', 'c', 'e', 'g']);
});
