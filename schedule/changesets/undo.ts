import { present } from '../../engine/present.ts';
import type { Version } from '../../db/versions/entities.ts';
import { keyOf } from '../../db/versions/layer.ts';
import type { DraftRow } from '../../db/versions/planningState.ts';
import type { Changeset, Diff } from '../../db/versions/store.ts';
import type { Edits } from '../changes/edits.ts';
import type { Clash } from '../errors.ts';
import { wireFields } from '../records/wireFields.ts';
import { hasTimesOutOfOrder, TIMES } from '../tasks/timesOutOfOrder.ts';
import { differences, withFieldsOf } from '../workspaces/mergeRow.ts';

/** Writes the inverse of a changeset's diffs in slices. Returns the clashes: where it would also undo later changes. */
export function* undo(
  edits: Edits,
  diffs: readonly Diff[],
  { change, workspace }: Changeset,
): Generator<void, Clash[]> {
  const clashes: Clash[] = [];
  const branched = rowsOf(edits, workspace, change);
  // A row that this changeset branched off in the draft is released, so that the mainline's current row shows through.
  const restore = (before: Version, key: string, fields = before.fields): void => {
    const row = before.workspace === null ? branched.get(`${before.kind} ${key}`) : undefined;
    if (row === undefined) edits.put(before.kind, before.id, fields, { reuse: true, createdAt: before.createdAt });
    else edits.release(row);
  };
  for (const [operation, diff] of assignmentDiffs(diffs)) {
    yield;
    const { before, after } = diff;
    const current = edits.state.assignmentOf(operation);
    if (!isAsLeft(after, current)) clashes.push(toClash(diff, current, ['parts']));
    else if (before === null) edits.delete('assignment', present(after).id);
    else restore(before, operation);
  }
  for (const diff of diffs) {
    yield;
    // Publishing is not an edit of the plan: reverting a publish leaves the workspace PUBLISHED.
    if (diff.entity === 'assignment' || diff.entity === 'workspace') continue;
    const { before, after, entity, id, changed } = diff;
    const current = edits.state.get(entity, id);
    if (before === null) {
      const touched = current === undefined ? [] : differences(present(after), current);
      if (touched.length > 0) clashes.push(toClash(diff, current, touched));
      else if (current !== undefined) edits.delete(entity, id);
    } else if (after === null) {
      if (current === undefined) restore(before, id);
      else if (differences(before, current).length > 0) clashes.push(toClash(diff, current, changed));
    } else if (current === undefined) clashes.push(toClash(diff, undefined, changed));
    else {
      const touched = differences(after, current).filter((field) => changed.includes(field));
      const restored = withFieldsOf(current, before, changed);
      if (touched.length > 0) clashes.push(toClash(diff, current, touched));
      else if (hasTimesOutOfOrder(restored)) clashes.push(toClash(diff, current, TIMES));
      else restore(before, id, restored.fields);
    }
  }
  return clashes;
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
  id: present(after ?? before).id,
  fields,
  base: after === null ? null : wireFields(after),
  ours: before === null ? null : wireFields(before),
  theirs: current === undefined ? null : wireFields(current),
});
