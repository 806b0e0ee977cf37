import type { Edit } from './edit.ts';

/** What a user did, whether it is written or not. Two that look the same are two objects. */
export interface Gesture {
  readonly kind: 'edit';
  /** The text for users, such as "Move DL 417 to A12". */
  readonly label: string;
}

/** A gesture that was written. */
export interface Step {
  readonly gesture: Gesture;
  /** The changeset to revert. */
  readonly change: string;
  /** The edit that the board shows while the changeset is being reverted. */
  readonly inverse: Edit;
  readonly edit: Edit;
}

/** A gesture, an undo or a redo to which the server has not responded yet. */
export type PendingStep = Gesture | { readonly kind: 'undo' } | { readonly kind: 'redo' };

const MOST_STEPS = 200;

/** The gestures of this board. Undoing one reverts its changeset; redoing it reverts that revert. */
export class UndoStack {
  private done: Step[] = [];
  private undone: Step[] = [];

  get undoable(): Step | undefined {
    return this.done.at(-1);
  }

  get redoable(): Step | undefined {
    return this.undone.at(-1);
  }

  /** What could be undone and redone once the pending steps are done, in their order. */
  after(pending: readonly PendingStep[]): { readonly undo: Gesture | undefined; readonly redo: Gesture | undefined } {
    const done = this.done.map(({ gesture }) => gesture);
    let undone = this.undone.map(({ gesture }) => gesture);
    for (const step of pending) {
      if (step.kind === 'edit') {
        done.push(step);
        undone = [];
        continue;
      }
      const [from, to] = step.kind === 'undo' ? [done, undone] : [undone, done];
      const gesture = from.pop();
      if (gesture !== undefined) to.push(gesture);
    }
    return { undo: done.at(-1), redo: undone.at(-1) };
  }

  /** Adds a new gesture, after which undone ones can no longer be redone. */
  push(step: Step): void {
    this.done.push(step);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.undone = [];
  }

  /** Records that the step was reverted by this change. */
  undid(step: Step, change: string): void {
    this.done = this.done.filter((one) => one !== step);
    this.undone.push({ ...step, change, edit: step.inverse, inverse: step.edit });
  }

  /** Records that the undone step was redone by this change. */
  redid(step: Step, change: string): void {
    this.undone = this.undone.filter((one) => one !== step);
    this.done.push({ ...step, change, edit: step.inverse, inverse: step.edit });
  }

  /** Removes a step that can no longer be undone or redone. */
  forget(step: Step): void {
    this.done = this.done.filter((one) => one !== step);
    this.undone = this.undone.filter((one) => one !== step);
  }
}
