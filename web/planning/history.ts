import { PlanningCopy } from '../../client/planningCopy.ts';
import { type Diff, isReferredTo, reversed } from '../../client/planningPatch.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { LiveDocument } from './liveDocument.ts';

/** A changeset with its differences. */
export interface DetailedChange {
  readonly id: string;
  readonly diffs: readonly Diff[];
}

/** The planning after each of its latest changes, computed from their diffs alone. */
export class History {
  readonly document: LiveDocument;
  /** Newest first. */
  private readonly changes: readonly DetailedChange[];
  private readonly copy: PlanningCopy;
  /** The state from which all others are computed. */
  private readonly begin: number;
  private undoneCount: number;

  /** `document` is the planning without the newest `undone` changes. */
  constructor(document: PlanningDocument, changes: readonly DetailedChange[], undone = 0) {
    this.changes = changes;
    this.begin = undone;
    this.undoneCount = undone;
    this.copy = new PlanningCopy(document, changes[undone]?.id ?? null);
    this.document = new LiveDocument(this.copy);
  }

  /** How many of the changes, counted from the newest, are not in the shown state. */
  get undone(): number {
    return this.undoneCount;
  }

  /** The same changes, from the document of another state. */
  from(document: PlanningDocument, undone: number): History {
    return new History(document, this.changes, undone);
  }

  /**
   * Whether the differences lead to this state. They do not show what referred to a record when it was deleted, such as the operations with a tag, so
   * states from before such a deletion have to be loaded.
   */
  reaches(undone: number): boolean {
    return !this.changes
      .slice(this.begin, undone)
      .some(({ diffs }) => diffs.some(({ entity, after }) => after === null && isReferredTo(entity)));
  }

  /** Goes to the state without the newest `undone` changes. Returns the change after which that state was; null when it is before all known ones. */
  go(undone: number): string | null {
    const before = this.undoneCount;
    const undoing = this.changes.slice(before, undone);
    for (const [i, { diffs }] of undoing.entries()) this.step(before + i + 1, reversed(diffs));
    const redoing = this.changes.slice(undone, before).reverse();
    for (const [i, { diffs }] of redoing.entries()) this.step(before - i - 1, diffs);
    return this.changes[this.undoneCount]?.id ?? null;
  }

  private step(undone: number, diffs: readonly Diff[]): void {
    const change = this.changes[undone]?.id ?? '';
    const touched = this.copy.apply({ change, events: diffs.map((data) => ({ data })) });
    this.undoneCount = undone;
    this.document.taken(change, touched);
  }
}
