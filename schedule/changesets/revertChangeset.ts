import type { Changeset, Diff } from '../../db/versions/store.ts';
import { locate } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import { Edits } from '../changes/edits.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';
import type { ChangesetDetailRecord } from '../records/records.ts';
import { inSlices } from '../turns.ts';
import type { Scope } from '../types.ts';
import { checkReferences, soundEdits, unsoundIn } from '../workspaces/checkReferences.ts';
import { clashed } from '../workspaces/mergeFacts.ts';
import { changesetDetail } from './changesetRecords.ts';
import { visibleChangeset } from './getChangeset.ts';
import { undo } from './undo.ts';

/**
 * Writes a new changeset that undoes another, on the mainline or in the selected workspace (which may also undo one of the mainline). Throws 409 if
 * later changesets touched the same fields, or if undoing would leave a dangling reference.
 */
export const revertChangeset = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
): Promise<ChangesetDetailRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const reverted = await visibleChangeset(deps, scope, ref, id);
  const diffs = await deps.store.diff(ref, reverted.change);
  if (diffs.every(({ entity }) => entity === 'workspace') || 'rebases' in reverted.details) {
    throw notRevertible(`Changeset ${id} changes no schedule; rename, archive or rebase the workspace instead.`);
  }
  if (diffs.some(({ entity, action }) => entity === 'planning' && action === 'created')) {
    throw notRevertible(`Changeset ${id} made the planning; delete the planning instead.`);
  }
  return namingRevert(deps, scope, reverted, () => writeRevert(deps, scope, reverted, diffs));
};

const writeRevert = async (
  deps: Ports,
  scope: Scope,
  reverted: Changeset,
  diffs: readonly Diff[],
): Promise<ChangesetDetailRecord> => {
  const { id, planning: ref } = reverted;
  const message = scope.message ?? `Revert ${reverted.message ?? id}`;
  const { result } = await change(
    deps,
    { ...scope, message },
    ref,
    async (edits, context) => {
      const known =
        scope.workspace === null
          ? []
          : await inSlices(unsoundIn(new Edits(edits.state, edits.context, edits.nextId, null)));
      const clashes = await inSlices(undo(edits, diffs, reverted));
      if (clashes.length > 0) throw clashed(`Reverting ${id}`, clashes);
      await inSlices(checkReferences(edits, known));
      await soundEdits(() => edits.problems.check());
      return context.changeset;
    },
    { source: 'revert', details: { reverts: id } },
  );
  const undoing = await deps.store.changeset(ref, result);
  if (undoing === undefined) {
    throw new ScheduleError('clash', `Nothing of changeset ${id} is left to undo.`, { clashes: [] });
  }
  return changesetDetail(deps, ref, undoing);
};

/** The most reverts among which an earlier one is looked for. */
const REVERTS = 1000;

/**
 * Where a revert clashes with an earlier one of the same changeset, the refusal names that: a client that repeats a request whose response was lost
 * learns what it did.
 */
const namingRevert = async <T>(
  { store }: Pick<Ports, 'store'>,
  { workspace }: Pick<Scope, 'workspace'>,
  { id, planning, at }: Changeset,
  revert: () => Promise<T>,
): Promise<T> => {
  try {
    return await revert();
  } catch (error) {
    if (!(error instanceof ScheduleError) || error.code !== 'clash') throw error;
    const { items } = await store.changesets(planning, { workspace, limit: REVERTS, source: 'revert', from: at });
    const undone = new Set(items.map(({ details }) => details['reverts']));
    const earlier = items.find(({ details, id: own }) => details['reverts'] === id && !undone.has(own));
    if (earlier === undefined) throw error;
    const detail = `Changeset ${id} was reverted already, by changeset ${earlier.id} at ${instant(earlier.at)}. ${error.detail}`;
    throw new ScheduleError('clash', detail, { clashes: error.clashes ?? [], cause: error });
  }
};

const notRevertible = (detail: string): ScheduleError => new ScheduleError('not_revertible', detail);
