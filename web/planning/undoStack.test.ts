/** Guarantee: what can be undone and redone while edits are on their way is what it will be once they have arrived. */
import fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { type PendingStep, UndoStack } from './undoStack.ts';

test('labels after pending steps are those after the same steps were written', () => {
  const kinds = fc.array(fc.constantFrom<PendingStep['kind']>('edit', 'undo', 'redo'), { maxLength: 30 });
  fc.assert(
    fc.property(kinds, fc.nat({ max: 30 }), (all, split) => {
      const stack = new UndoStack();
      const steps = all.map((kind, i): PendingStep => (kind === 'edit' ? { kind, label: `gesture ${i}` } : { kind }));
      const write = (step: PendingStep, i: number): void => {
        if (step.kind === 'edit') stack.push({ label: step.label, change: String(i), edit: {}, inverse: {} });
        else if (step.kind === 'undo' && stack.undoable !== undefined) stack.undid(stack.undoable, String(i));
        else if (step.kind === 'redo' && stack.redoable !== undefined) stack.redid(stack.redoable, String(i));
      };
      steps.slice(0, split).forEach(write);
      const told = stack.labelsAfter(steps.slice(split));
      steps.slice(split).forEach((step, i) => write(step, split + i));
      expect(told).toEqual({ undo: stack.undoable?.label ?? null, redo: stack.redoable?.label ?? null });
    }),
  );
});
