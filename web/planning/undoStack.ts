import type { Edit } from './edit.ts';

/** One gesture that was written. */
export interface Step {
  /** For people: "Move DL 417 to A12". */
  readonly label: string;
  /** The changeset to revert. */
  readonly change: string;
  /** What reverting it looks like. */
  readonly inverse: Edit;
  readonly edit: Edit;
}

/** A gesture, an undo or a redo that the server has not answered yet. */
export type PendingStep =
  | { readonly kind: 'edit'; readonly label: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

const MOST_STEPS = 200;

/** What this board did, gesture by gesture. Undoing one reverts its changeset, which can be reverted itself. */
export class UndoStack {
  private done: Step[] = [];
  private undone: Step[] = [];

  get undoable(): Step | undefined {
    return this.done.at(-1);
  }

  get redoable(): Step | undefined {
    return this.undone.at(-1);
  }

  /** What could be undone and redone after what is still on its way, in its order: a new gesture's label, an undo, a redo. */
  labelsAfter(pending: readonly PendingStep[]): { readonly undo: string | null; readonly redo: string | null } {
    const done = this.done.map(({ label }) => label);
    let undone = this.undone.map(({ label }) => label);
    for (const step of pending) {
      if (step.kind === 'edit') {
        done.push(step.label);
        undone = [];
        continue;
      }
      const [from, to] = step.kind === 'undo' ? [done, undone] : [undone, done];
      const label = from.pop();
      if (label !== undefined) to.push(label);
    }
    return { undo: done.at(-1) ?? null, redo: undone.at(-1) ?? null };
  }

  /** A new gesture: what was undone cannot be done again. */
  push(step: Step): void {
    this.done.push(step);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.undone = [];
  }

  /** The step was reverted by this change. */
  undid(step: Step, change: string): void {
    this.done = this.done.filter((one) => one !== step);
    this.undone.push({ ...step, change, edit: step.inverse, inverse: step.edit });
  }

  /** The undone step was done again by this change. */
  redid(step: Step, change: string): void {
    this.undone = this.undone.filter((one) => one !== step);
    this.done.push({ ...step, change, edit: step.inverse, inverse: step.edit });
  }

  /** It cannot be undone or redone any more. */
  forget(step: Step): void {
    this.done = this.done.filter((one) => one !== step);
    this.undone = this.undone.filter((one) => one !== step);
  }
}
