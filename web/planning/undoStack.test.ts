/** Guarantee: while edits are pending, undo and redo offer what they will offer once the edits are confirmed. */
import fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { type PendingStep, UndoStack } from './undoStack.ts';

test('what can be undone and redone after pending steps is what can be after the same steps were confirmed', () => {
  const kinds = fc.array(fc.constantFrom<PendingStep['kind']>('edit', 'undo', 'redo'), { maxLength: 30 });
  fc.assert(
    fc.property(kinds, fc.nat({ max: 30 }), (all, split) => {
      const stack = new UndoStack();
      const steps = all.map((kind, i): PendingStep => (kind === 'edit' ? { kind, label: `gesture ${i}` } : { kind }));
      const write = (step: PendingStep, i: number): void => {
        if (step.kind === 'edit') stack.push({ gesture: step, change: String(i), edit: {}, inverse: {} });
        else if (step.kind === 'undo' && stack.undoable !== undefined) stack.undid(stack.undoable, String(i));
        else if (step.kind === 'redo' && stack.redoable !== undefined) stack.redid(stack.redoable, String(i));
      };
      steps.slice(0, split).forEach(write);
      const told = stack.after(steps.slice(split));
      steps.slice(split).forEach((step, i) => write(step, split + i));
      expect(told.undo).toBe(stack.undoable?.gesture);
      expect(told.redo).toBe(stack.redoable?.gesture);
    }),
  );
});
