import { keyOf as keyInLayer } from '../../db/versions/layer.ts';
import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Changeset, Diff } from '../../db/versions/store.ts';
import { instant } from '../records/instants.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { wireFields } from '../records/wireFields.ts';
import { mapSlicedly } from '../turns.ts';

/** Who wrote a changeset. */
export interface Author {
  /** User id. */
  readonly id: string;
  /** Null if the author is not a user or no longer exists. */
  readonly name: string | null;
}

/** An event in the format of the API. */
export interface ScheduleEvent {
  /** `<entity>.<action>`, such as `operation.updated`. */
  readonly type: string;
  readonly planning: string;
  /** Workspace id; null is the mainline. */
  readonly workspace: string | null;
  /** Changeset id; null for events that no changeset caused. */
  readonly change: string | null;
  /** Index within the change. */
  readonly sequence: number;
  /** ISO 8601 instant. */
  readonly at: string;
  /** Null for events without an author. */
  readonly author: Author | null;
  readonly data: unknown;
}

/** An event inside a `change` message. It omits what the message states once for all events, and the values before the change. */
export interface BatchEvent {
  readonly type: string;
  readonly data: {
    readonly entity: string;
    readonly id: string;
    /** Only for an assignment that ends. */
    readonly operation?: string;
    /** Names of the changed members; only for updates. */
    readonly changed?: readonly string[];
    /** The record after the change; null if it was deleted or ended. */
    readonly after: unknown;
  };
}

/** What a changeset changes for the readers of one layer (the mainline or a workspace). */
export interface LayerChange {
  readonly changeset: Changeset;
  readonly author: Author | null;
  readonly diffs: readonly Diff[];
  /** Names of the users who made the assignments among the diffs, by user id. */
  readonly names: ReadonlyMap<string, string | null>;
  /** The state of the layer after the change. Needed only if an operation is among the diffs. */
  readonly after: PlanningState | null;
}

/** Key of a version across replacements; the key of an assignment is its operation. */
export const keyOf = (version: Version): string => `${version.kind} ${keyInLayer(version)}`;

/** Whether the changeset may concern readers of this layer. */
export const touches = ({ workspace, counts }: Changeset, layer: string | null): boolean =>
  workspace === layer || workspace === null || (layer === null && counts.workspace !== undefined);

/** The event types of a diff. A replaced assignment is one that is deactivated and one that is created. */
const typesOf = ({ entity, action }: Diff): string[] => {
  if (entity !== 'assignment') return [`${entity}.${action}`];
  if (action === 'created') return ['assignment.created'];
  return action === 'deleted' ? ['assignment.deactivated'] : ['assignment.deactivated', 'assignment.created'];
};

/** Ids of the users whose names the assignments among these diffs need. */
export const assignersOf = (diffs: readonly Diff[]): (string | null)[] =>
  diffs.flatMap(({ before, after }) =>
    [before, after].map((version) => (version?.kind === 'assignment' ? version.fields.assignedBy : null)),
  );

type Names = LayerChange['names'];

const shown = (version: Version | null, names: Names) => {
  if (version === null) return null;
  if (version.kind !== 'assignment') return wireFields(version);
  const { assignedBy } = version.fields;
  return { ...wireFields(version), assignedByName: assignedBy === null ? null : (names.get(assignedBy) ?? null) };
};

/** An operation is shown as the API returns it: with its tasks and derived members. */
const shownAfter = (version: Version | null, { after: state, names }: LayerChange) =>
  version?.kind === 'operation' && state !== null
    ? { ...wireFields(version), ...operationRecord(state, version) }
    : shown(version, names);

const typed = (diffs: readonly Diff[]): { readonly diff: Diff; readonly type: string }[] =>
  diffs.flatMap((diff) => typesOf(diff).map((type) => ({ diff, type })));

/** Yields the events of a changeset. They derive from the changeset alone, so that live and replayed events are identical. */
export function* changeEvents(layerChange: LayerChange): Generator<ScheduleEvent> {
  const { changeset, author, diffs, names } = layerChange;
  const { planning, id: change, at } = changeset;
  for (const [sequence, { diff, type }] of typed(diffs).entries()) {
    const { entity, id, changed, before, after } = diff;
    const isEnd = type === 'assignment.deactivated';
    const data = {
      entity,
      id,
      changed,
      before: shown(before, names),
      after: isEnd ? null : shownAfter(after, layerChange),
    };
    // Workspace records live on the mainline, whatever workspace a write targets.
    const workspace = entity === 'workspace' ? null : changeset.workspace;
    yield { type, planning: planning.id, workspace, change, sequence, at: instant(at), author, data };
  }
}

/** The events of a changeset for subscribers that receive one message per change. */
export const batchEvents = (layerChange: LayerChange): Promise<BatchEvent[]> =>
  mapSlicedly(typed(layerChange.diffs), ({ diff, type }) => {
    const { entity, id, action, changed, before, after } = diff;
    if (type === 'assignment.deactivated' && before?.kind === 'assignment') {
      return { type, data: { entity, id: before.id, operation: before.fields.operation, after: null } };
    }
    const data = { entity, id, ...(action === 'updated' ? { changed } : {}), after: shownAfter(after, layerChange) };
    return { type, data };
  });
