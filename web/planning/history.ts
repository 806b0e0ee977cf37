import { PlanningCopy } from '../../client/planningCopy.ts';
import { type Diff, reversed } from '../../client/planningPatch.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { LiveDocument } from './liveDocument.ts';

/** A changeset with what it did. */
export interface DetailedChange {
  readonly id: string;
  readonly diffs: readonly Diff[];
}

/** The planning at each of its last changes, stepped through by their diffs alone. */
export class History {
  readonly document: LiveDocument;
  /** Newest first. */
  readonly #changes: readonly DetailedChange[];
  readonly #copy: PlanningCopy;
  #undone: number;

  /** `document`: as the planning is without the newest `undone` of the changes. */
  constructor(document: PlanningDocument, changes: readonly DetailedChange[], undone = 0) {
    this.#changes = changes;
    this.#undone = undone;
    this.#copy = new PlanningCopy(document, changes[undone]?.id ?? null);
    this.document = new LiveDocument(this.#copy);
  }

  /** How many of the changes, from the newest on, are not in what is shown. */
  get undone(): number {
    return this.#undone;
  }

  /** Without the newest `undone` changes. Answers the change that this is the state of; null: it is before all that are known. */
  go(undone: number): string | null {
    while (this.#undone < undone) this.#step(this.#undone + 1, reversed(this.#changes[this.#undone].diffs));
    while (this.#undone > undone) this.#step(this.#undone - 1, this.#changes[this.#undone - 1].diffs);
    return this.#changes[this.#undone]?.id ?? null;
  }

  #step(undone: number, diffs: readonly Diff[]): void {
    const change = this.#changes[undone]?.id ?? '';
    const touched = this.#copy.apply({ change, events: diffs.map((data) => ({ data })) });
    this.#undone = undone;
    this.document.taken(change, touched);
  }
}
