import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { recordName, ScheduleError, type StaleRecord } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Stale, StaleInput } from './freshness.ts';

/** At most this many stale items are reported with their author; the author of the others is null. */
const LOOKED_UP = 50;

/** Builds the 412 error, which says what the current version is and who wrote it. Runs outside of any transaction. */
export const staleError = async (
  deps: Pick<Ports, 'store' | 'accounts'>,
  { stale }: StaleInput,
): Promise<ScheduleError> => {
  const records: StaleRecord[] = [];
  for (const [i, one] of stale.entries()) records.push(await recordOf(deps, one, i < LOOKED_UP));
  const first = present(records[0]);
  const { versionId, author } = first.current;
  const by = author === null ? '' : ` by ${author.name}`;
  const gone = by === '' ? 'there is none now' : `it was ended${by}`;
  const now = versionId === null ? gone : `it is now at version ${versionId}${by}`;
  const more = records.length > 1 ? ` (and ${records.length - 1} more)` : '';
  const detail = `The ${recordName(first.entity, first.id)} changed since the version that this is based on: ${now}${more}. Read it again and retry.`;
  return new ScheduleError('version_mismatch', detail, { stale: records });
};

const recordOf = async (
  deps: Pick<Ports, 'store' | 'accounts'>,
  stale: Stale,
  withAuthor: boolean,
): Promise<StaleRecord> => {
  const { path, kind, id, current } = stale;
  const placed = current?.kind === 'assignment' ? current.fields.parts[0]?.resource : undefined;
  const resource = kind === 'assignment' ? { resource: placed ?? null } : {};
  const author = withAuthor ? await authorOf(deps, stale) : null;
  return { path, entity: kind, id, current: { ...resource, versionId: current?.versionId ?? null, author } };
};

const authorOf = async (
  { store, accounts }: Pick<Ports, 'store' | 'accounts'>,
  { state, id, kind, current }: Stale,
): Promise<StaleRecord['current']['author']> => {
  const change = current?.change ?? (await endOf({ store }, state, kind, id));
  if (change === undefined) return null;
  const [changeset] = await store.changesetsAfter(state.planning, change - 1, 1);
  if (changeset?.change !== change || changeset.author === null) return null;
  const user = await accounts.user(changeset.author);
  return { id: changeset.author, name: user?.name ?? changeset.author };
};

/** The change that last ended the record, in the layer that the state shows. */
const endOf = async (
  { store }: Pick<Ports, 'store'>,
  { planning, workspace, change }: PlanningState,
  kind: Kind,
  key: string,
): Promise<number | undefined> => {
  let id: string | undefined = key;
  if (kind === 'assignment') {
    const [ended] = await store.inactiveAssignments({ planning, workspace, change }, { operation: key });
    id = ended?.version.id;
  }
  if (id === undefined) return undefined;
  for (const layer of new Set([workspace, null])) {
    const versions: Version[] = await store.history(planning, layer, kind, id);
    const end = versions.findLast(({ tombstone }) => tombstone);
    if (end !== undefined) return end.change;
  }
  return undefined;
};
