import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { type Diff, patchTables, type Touched } from './planningPatch.ts';
import { documentOf, type Tables, tablesOf } from './planningTables.ts';

/** The part of a `change` message that says what became of the planning. */
export interface PlanningChange {
  /** Changeset id. */
  readonly change: string;
  readonly events: readonly { readonly data: Diff }[];
}

/**
 * A planning that a client keeps up to date: the export with `versions=true`, patched by the `change` messages of a subscription with
 * `batch: true`.
 */
export class PlanningCopy {
  readonly tables: Tables;
  /** The changeset that the copy is at; null: there was none yet. */
  change: string | null;

  /** `change`: the export's `X-Change-Id`. */
  constructor(exported: PlanningDocument, change: string | null) {
    this.tables = tablesOf(exported);
    this.change = change;
  }

  /** Takes in a message that follows the one before. */
  apply({ change, events }: PlanningChange): Touched {
    const touched = patchTables(
      this.tables,
      events.map(({ data }) => data),
    );
    this.change = change;
    return touched;
  }

  /** What an export would answer now. */
  document(): PlanningDocument {
    return documentOf(this.tables);
  }
}
