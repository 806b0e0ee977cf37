import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { Changeset, Diff } from '../../db/versions/store.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';
import type { ChangesetDetailRecord, ChangesetRecord, ChangesetStatus, DiffRecord } from '../records/records.ts';
import { wireFields } from '../records/wireFields.ts';

/** `mainline` is the current state, which knows whether the changeset's workspace was published or discarded. */
export const changesetRecord = (mainline: PlanningState, changeset: Changeset): ChangesetRecord => ({
  id: changeset.id,
  planning: changeset.planning.id,
  workspace: changeset.workspace,
  timestamp: instant(changeset.at),
  status: statusOf(mainline, changeset),
  source: changeset.source,
  author: changeset.author,
  message: changeset.message,
  ...revertedBy(changeset),
  counts: changeset.counts,
});

/** Names the changeset that this one reverts, if it reverts one. */
export const revertedBy = ({ details: { reverts } }: Pick<Changeset, 'details'>): Pick<ChangesetRecord, 'reverts'> =>
  typeof reverts === 'string' ? { reverts } : {};

const statusOf = (mainline: PlanningState, { workspace }: Changeset): ChangesetStatus => {
  if (workspace === null) return 'committed';
  const record = mainline.get('workspace', workspace)?.fields;
  if (record?.publishedChange != null) return 'published';
  return record?.state === 'DRAFT' ? 'draft' : 'discarded';
};

/** A changeset with the diffs of everything that it wrote. */
export const changesetDetail = async (
  { store }: Pick<Ports, 'store'>,
  planning: PlanningRef,
  changeset: Changeset,
): Promise<ChangesetDetailRecord> => {
  const [mainline, diffs] = await Promise.all([store.state({ planning }), store.diff(planning, changeset.change)]);
  return { ...changesetRecord(mainline, changeset), diffs: diffs.map(diffRecord) };
};

/** `changed` lists members of `before` and `after`; internal fields are left out. */
export const diffRecord = ({ entity, id, action, before, after, changed }: Diff): DiffRecord => {
  const [from, to] = [before, after].map((version) => (version === null ? null : wireFields(version)));
  const shown = changed.filter((field) => field in (to ?? from ?? {}));
  return { entity, id, action, before: from, after: to, changed: shown };
};
