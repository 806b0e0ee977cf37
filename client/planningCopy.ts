import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { type Diff, patchTables, type Touched } from './planningPatch.ts';
import { documentOf, type Tables, tablesOf } from './planningTables.ts';

/** The part of a `change` message that is needed to update a copy. */
export interface PlanningChange {
  /** The id of the changeset. */
  readonly change: string;
  readonly events: readonly { readonly data: Diff }[];
}

/**
 * A planning that a client keeps up to date: the export with `versions=true`, patched by the `change` messages of a subscription with
 * `batch: true`.
 */
export class PlanningCopy {
  readonly tables: Tables;
  /** The last changeset in the copy; null when there was none yet. */
  change: string | null;

  /** `change` is the `X-Change-Id` of the export. */
  constructor(exported: PlanningDocument, change: string | null) {
    this.tables = tablesOf(exported);
    this.change = change;
  }

  /** Applies the message that follows the last applied one. Returns what it changed. */
  apply({ change, events }: PlanningChange): Touched {
    const touched = patchTables(
      this.tables,
      events.map(({ data }) => data),
    );
    this.change = change;
    return touched;
  }

  /** The planning document that an export would return now. */
  document(): PlanningDocument {
    return documentOf(this.tables);
  }
}
