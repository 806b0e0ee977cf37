import { partsOf } from '../../engine/instance/parts.ts';
import { plural } from '../../engine/wording.ts';
import type { Edit } from '../planning/edit.ts';
import { closeEdit, lockEdit, moveEdit, nameOf, type Place, splitEdit, unassignEdit } from '../planning/gestures.ts';
import { planEdit } from '../planning/planEdit.ts';
import type { Carried } from '../server/endpoints.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { Problem } from './boardState.ts';
import { skippedOf } from './refusalOf.ts';
import type { Editing } from './editing.ts';
import type { Refused } from '../panels/diffs/refusalText.ts';
import type { Plan } from './plan.ts';
import type { Previews } from './previews.ts';

/** The part of the board that actions use. */
export interface ActionHost extends Refused {
  readonly document: LiveDocument;
  readonly editing: Editing | null;
  readonly previews: Previews;
  mayEdit(): boolean;
  mayEditLater(): boolean;
  say(message: string): void;
  explain(problem: Problem | null): void;
  operationName(id: string): string;
  resourceName(id: string | null): string;
}

/**
 * The actions of a planner. Each call is one gesture, which becomes one changeset and can be undone as one. Each resolves with whether it was
 * written.
 */
export class Actions {
  private readonly board: ActionHost;

  constructor(board: ActionHost) {
    this.board = board;
  }

  /** `make` is called again when the gesture is repeated, after others have changed the plan, or in spite of missing tags. */
  edit(label: string, make: (override: boolean) => Edit): Promise<boolean> {
    const { editing } = this.board;
    if (editing !== null && this.board.mayEdit()) return editing.edit(label, make(false), make);
    if (this.board.mayEditLater()) this.explainBreak(label, make);
    else this.board.say('Nothing can be changed here now.');
    return Promise.resolve(false);
  }

  /** What was begun before the connection broke, or the session ended, can be repeated when it is back. */
  private explainBreak(label: string, make: (override: boolean) => Edit): void {
    const run = (): void => {
      this.board.explain(null);
      void this.edit(label, make);
    };
    const detail = 'There was no connection to the server.';
    this.board.explain({ title: `${label}: not saved`, detail, action: { label: 'Try again', run } });
  }

  /** Applies a previewed plan with `send`, and shows which moves were left out. Resolves with whether it was written. */
  async carry({ key, moves }: Plan, label: string, send: () => Promise<Carried>): Promise<boolean> {
    const { editing, previews, document } = this.board;
    if (editing === null || !this.board.mayEdit()) {
      this.board.say('Nothing can be changed here now.');
      return false;
    }
    const written = editing.carry(label, planEdit(document, moves), send);
    // The preview ends in the same render, since the moves are now shown as edits.
    previews.unpin(key);
    previews.pass(null);
    const carried = await written;
    if (carried !== null && carried.skipped.length > 0) {
      const title = `${label}: ${plural(carried.skipped.length, 'move was', 'moves were')} left out`;
      this.board.explain({ title, detail: await skippedOf(this.board, carried.skipped) });
    }
    return carried?.change != null;
  }

  /** Moves parts. With a `refusal`, nothing is done: the reason is shown, with a button to move them nevertheless. */
  move(places: readonly Place[], shiftSeconds: number, refusal: string | null = null): Promise<boolean> {
    const { document } = this.board;
    const what = nameOf(document, [...new Set(places.map(({ operation }) => operation))]);
    const label = this.moveLabel(what, places, shiftSeconds);
    const make = (override: boolean): Edit => moveEdit(this.board.document, places, shiftSeconds, { override });
    if (refusal === null) return this.edit(label, make);
    const run = (): void => {
      this.board.explain(null);
      void this.edit(label, () => make(true));
    };
    const title = `${label}: not possible`;
    this.board.explain({ title, detail: `${refusal}.`, action: { label: 'Place it anyway', run } });
    return Promise.resolve(false);
  }

  /** What a move does in words. Operations that keep their distance go to several resources, of which none is named. */
  private moveLabel(what: string, places: readonly Place[], shiftSeconds: number): string {
    const { document } = this.board;
    const [resource, ...others] = new Set(places.map((place) => place.resource));
    const isElsewhere = places.some(
      ({ operation, part, resource: to }) => (partsOf(document.assignmentOf(operation))[part]?.resource ?? null) !== to,
    );
    if (!isElsewhere) return `Move ${what} in time`;
    const time = shiftSeconds === 0 ? '' : ' and in time';
    if (resource === undefined || others.length > 0) return `Move ${what} to other resources${time}`;
    return resource === null ? `Unassign ${what}` : `Move ${what} to ${this.board.resourceName(resource)}${time}`;
  }

  unassign(operations: readonly string[]): Promise<boolean> {
    return this.edit(`Unassign ${nameOf(this.board.document, operations)}`, () => unassignEdit(operations));
  }

  /** Locks operations, or unlocks them when all are locked. */
  lock(operations: readonly string[]): Promise<boolean> {
    const { document } = this.board;
    const areLocked = operations.every((id) => document.operation(id)?.isFixedToResource === true);
    const label = `${areLocked ? 'Unlock' : 'Lock'} ${nameOf(document, operations)}`;
    return this.edit(label, () => lockEdit(operations, !areLocked));
  }

  /** Deletes a closure. */
  reopen(closure: string): Promise<boolean> {
    const { document } = this.board;
    const [resource] = partsOf(document.assignmentOf(closure)).map((part) => part.resource);
    return this.edit(`Reopen ${this.board.resourceName(resource ?? null)}`, () => ({
      delete: { operations: [closure] },
    }));
  }

  /** Closes a resource for [from, to) in Unix seconds. */
  close(resource: string, from: number, to: number): Promise<boolean> {
    const id = `closed-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    return this.edit(`Close ${this.board.resourceName(resource)}`, () => closeEdit(id, resource, { from, to }));
  }

  /** Splits a part at a time in Unix seconds, so that the rest can be towed elsewhere. */
  split(operation: string, part: number, at: number): Promise<boolean> {
    const label = `Split ${this.board.operationName(operation)}`;
    return this.edit(label, () => splitEdit(this.board.document, operation, part, at) ?? {});
  }

  undo(): Promise<boolean> {
    const { editing } = this.board;
    return editing !== null && this.board.mayEdit() ? editing.undo() : Promise.resolve(false);
  }

  redo(): Promise<boolean> {
    const { editing } = this.board;
    return editing !== null && this.board.mayEdit() ? editing.redo() : Promise.resolve(false);
  }
}
