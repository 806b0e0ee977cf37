import { present } from '../../engine/present.ts';
import type { Version } from '../../db/versions/entities.ts';
import { keyOf } from '../../db/versions/layer.ts';
import type { DraftRow } from '../../db/versions/planningState.ts';
import type { Changeset, Diff } from '../../db/versions/store.ts';
import { contradicting } from '../changes/contradicting.ts';
import type { Edits } from '../changes/edits.ts';
import type { Clash } from '../errors.ts';
import { wireFields } from '../records/wireFields.ts';
import { differences, withFieldsOf } from '../workspaces/mergeRow.ts';

/** Writes the inverse of a changeset's diffs in slices. Returns the clashes: where it would also undo later changes. */
export function* undo(
  edits: Edits,
  diffs: readonly Diff[],
  { change, workspace }: Changeset,
): Generator<void, Clash[]> {
  const inverse = new Inverse(edits, rowsOf(edits, workspace, change));
  for (const [operation, diff] of assignmentDiffs(diffs)) {
    yield;
    inverse.writeAssignment(operation, diff);
  }
  for (const diff of diffs) {
    yield;
    // Publishing is not an edit of the plan: reverting a publish leaves the workspace PUBLISHED.
    if (diff.entity !== 'assignment' && diff.entity !== 'workspace') inverse.write(diff);
  }
  return inverse.clashes;
}

/** Writes what undoes one diff, unless a later change prevents this; that is noted as a clash. */
class Inverse {
  readonly clashes: Clash[] = [];
  private readonly edits: Edits;
  /** The rows that the changeset branched off in its draft. */
  private readonly branched: ReadonlyMap<string, DraftRow>;

  constructor(edits: Edits, branched: ReadonlyMap<string, DraftRow>) {
    this.edits = edits;
    this.branched = branched;
  }

  writeAssignment(operation: string, diff: AssignmentDiff): void {
    const { before, after } = diff;
    const current = this.edits.state.assignmentOf(operation);
    if (!isAsLeft(after, current)) this.clash(diff, current, ['parts']);
    else if (before === null) this.edits.delete('assignment', present(after).id);
    else this.restore(before, operation);
  }

  write(diff: Diff): void {
    const current = this.edits.state.get(diff.entity, diff.id);
    if (diff.before === null) this.deleteCreated(diff, present(diff.after), current);
    else if (diff.after === null) this.bringBack(diff, diff.before, current);
    else if (current === undefined) this.clash(diff, undefined, diff.changed);
    else this.setBack(diff, diff.before, diff.after, current);
  }

  private deleteCreated(diff: Diff, created: Version, current: Version | undefined): void {
    if (current === undefined) return;
    const touched = differences(created, current);
    if (touched.length > 0) this.clash(diff, current, touched);
    else this.edits.delete(diff.entity, diff.id);
  }

  private bringBack(diff: Diff, deleted: Version, current: Version | undefined): void {
    if (current === undefined) this.restore(deleted, diff.id);
    else if (differences(deleted, current).length > 0) this.clash(diff, current, diff.changed);
  }

  private setBack(diff: Diff, before: Version, after: Version, current: Version): void {
    const touched = differences(after, current).filter((field) => diff.changed.includes(field));
    const restored = withFieldsOf(current, before, diff.changed);
    const together = contradicting(current).length > 0 ? [] : contradicting(restored);
    if (touched.length > 0) this.clash(diff, current, touched);
    else if (together.length > 0) this.clash(diff, current, together);
    else this.restore(before, diff.id, restored.fields);
  }

  /** A row that this changeset branched off in the draft is released, so that the mainline's current row shows through. */
  private restore(before: Version, key: string, fields = before.fields): void {
    const row = before.workspace === null ? this.branched.get(`${before.kind} ${key}`) : undefined;
    if (row === undefined) this.edits.put(before.kind, before.id, fields, { reuse: true, createdAt: before.createdAt });
    else this.edits.release(row);
  }

  private clash(diff: AssignmentDiff, current: Version | undefined, fields: readonly string[]): void {
    this.clashes.push(toClash(diff, current, fields));
  }
}

/**
 * Whether the record is as the changeset left it. Compares contents, not versions, because undoing later changesets first restores the contents as a
 * new version.
 */
const isAsLeft = (after: Version | null, current: Version | undefined): boolean => {
  if (after === null || current === undefined) return after === null && current === undefined;
  return after.id === current.id && differences(after, current).length === 0;
};

/** The rows of the selected workspace that this changeset wrote last, by kind and key. */
const rowsOf = (edits: Edits, workspace: string | null, change: number): ReadonlyMap<string, DraftRow> => {
  const rows = new Map<string, DraftRow>();
  if (workspace === null) return rows;
  for (const row of edits.state.draftRows()) {
    const { draft } = row;
    if (draft.change === change) rows.set(`${draft.kind} ${keyOf(draft)}`, row);
  }
  return rows;
};

interface AssignmentDiff {
  readonly before: Version | null;
  readonly after: Version | null;
}

/** The assignment diffs by operation: a replaced assignment appears as a delete and a create, which are combined. */
const assignmentDiffs = (diffs: readonly Diff[]): ReadonlyMap<string, AssignmentDiff> => {
  const byOperation = new Map<string, AssignmentDiff>();
  for (const { before, after } of diffs) {
    const version = before ?? after;
    if (version?.kind !== 'assignment') continue;
    const { operation } = version.fields;
    const known = byOperation.get(operation);
    byOperation.set(operation, { before: before ?? known?.before ?? null, after: after ?? known?.after ?? null });
  }
  return byOperation;
};

const toClash = (
  { before, after }: AssignmentDiff,
  current: Version | undefined,
  fields: readonly string[],
): Clash => ({
  entity: present(before ?? after).kind,
  id: keyOf(present(after ?? before)),
  fields,
  base: after === null ? null : wireFields(after),
  ours: before === null ? null : wireFields(before),
  theirs: current === undefined ? null : wireFields(current),
});
