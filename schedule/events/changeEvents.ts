import type { Version } from '../../db/store/entities.ts';
import type { Changeset, Diff } from '../../db/store/store.ts';
import { instant } from '../records/instants.ts';
import { wireFields } from '../records/wireFields.ts';

/** As it goes over the wire. */
export interface ScheduleEvent {
  /** `<entity>.<what happened>`. */
  readonly type: string;
  readonly planning: string;
  /** Null: the mainline. */
  readonly workspace: string | null;
  /** Changeset id; null for what is no changeset's doing. */
  readonly change: string | null;
  /** Index within the change. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly data: unknown;
}

/** An assignment's key is its operation. */
export const keyOf = (version: Version): string =>
  version.kind === 'assignment'
    ? `assignment ${(version as Version<'assignment'>).fields.operation}`
    : `${version.kind} ${version.id}`;

/** Whether the changeset may say something to readers of this layer. */
export const touches = ({ workspace, counts }: Changeset, layer: string | null): boolean =>
  workspace === layer || workspace === null || (layer === null && counts.workspace !== undefined);

/** Assignments replace one another: a new one is one that ends and one that begins. */
const typesOf = ({ entity, action }: Diff): string[] => {
  if (entity !== 'assignment') return [`${entity}.${action}`];
  if (action === 'created') return ['assignment.created'];
  return action === 'deleted' ? ['assignment.deactivated'] : ['assignment.deactivated', 'assignment.created'];
};

const shown = (version: Version | null) => (version === null ? null : wireFields(version));

/** What a changeset began and ended. Made of it alone, so that live and replayed events are the same. */
export const changeEvents = (changeset: Changeset, diffs: readonly Diff[]): ScheduleEvent[] => {
  const { planning, id: change, at } = changeset;
  return diffs
    .flatMap((diff) => typesOf(diff).map((type) => ({ diff, type })))
    .map(({ diff, type }, sequence) => {
      const { entity, id, changed, before, after } = diff;
      const isEnd = type === 'assignment.deactivated';
      const data = { entity, id, changed, before: shown(before), after: isEnd ? null : shown(after) };
      // Workspace records live on the mainline, whatever workspace a write targets.
      const workspace = entity === 'workspace' ? null : changeset.workspace;
      return { type, planning: planning.id, workspace, change, sequence, at: instant(at), data };
    });
};
