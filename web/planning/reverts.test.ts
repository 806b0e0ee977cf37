/** Guarantee: what was undone is known as undone until it is redone. */
import { expect, test } from 'vitest';
import { isReverted, type Reverts } from './reverts.ts';

test('each revert of a revert changes what became of the first changeset', () => {
  const none: Reverts = new Map();
  const undone: Reverts = new Map([['undo', 'edit']]);
  const redone: Reverts = new Map([...undone, ['redo', 'undo']]);
  const again: Reverts = new Map([...redone, ['third', 'redo']]);
  expect([none, undone, redone, again].map((reverts) => isReverted(reverts, 'edit'))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(isReverted(again, 'another')).toBe(false);
});

test('a changeset that is back may be reverted anew', () => {
  const reverts: Reverts = new Map([
    ['undo', 'edit'],
    ['redo', 'undo'],
    ['revert', 'edit'],
  ]);
  expect(isReverted(reverts, 'edit')).toBe(true);
});
