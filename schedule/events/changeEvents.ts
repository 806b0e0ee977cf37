import { present } from '../../engine/present.ts';
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
  /** Null for one who is no user (any more). */
  readonly name: string | null;
}

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
  /** Null for what nobody did. */
  readonly author: Author | null;
  readonly data: unknown;
}

/** Of a change that is told as one: what the change says for all of them is left out, and what was before. */
export interface BatchEvent {
  readonly type: string;
  readonly data: {
    readonly entity: string;
    readonly id: string;
    /** Of an assignment that ends. */
    readonly operation?: string;
    /** Of what is updated. */
    readonly changed?: readonly string[];
    /** Null: it is no more. */
    readonly after: unknown;
  };
}

/** A change as its readers see it. */
export interface ToldChange {
  readonly changeset: Changeset;
  readonly author: Author | null;
  readonly diffs: readonly Diff[];
  /** Of those who made the assignments among the diffs, by user id. */
  readonly names: ReadonlyMap<string, string | null>;
  /** The layer just after; needed where an operation is among the diffs. */
  readonly after: PlanningState | null;
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

/** Users whose names the assignments among these diffs carry. */
export const assignersOf = (diffs: readonly Diff[]): (string | null)[] =>
  diffs.flatMap(({ before, after }) =>
    [before, after].map((version) =>
      version?.kind === 'assignment' ? (version as Version<'assignment'>).fields.assignedBy : null,
    ),
  );

type Names = ToldChange['names'];

const shown = (version: Version | null, names: Names) => {
  if (version === null) return null;
  if (version.kind !== 'assignment') return wireFields(version);
  const { assignedBy } = (version as Version<'assignment'>).fields;
  return { ...wireFields(version), assignedByName: assignedBy === null ? null : (names.get(assignedBy) ?? null) };
};

/** An operation is told as it is read: with its tasks, and what follows from them. */
const shownAfter = (version: Version | null, { after: state, names }: ToldChange) =>
  version?.kind === 'operation' && state !== null
    ? { ...wireFields(version), ...operationRecord(state, version as Version<'operation'>) }
    : shown(version, names);

const typed = (diffs: readonly Diff[]): { readonly diff: Diff; readonly type: string }[] =>
  diffs.flatMap((diff) => typesOf(diff).map((type) => ({ diff, type })));

/** What a changeset began and ended. Made of it alone, so that live and replayed events are the same. */
export function* changeEvents(told: ToldChange): Generator<ScheduleEvent> {
  const { changeset, author, diffs, names } = told;
  const { planning, id: change, at } = changeset;
  for (const [sequence, { diff, type }] of typed(diffs).entries()) {
    const { entity, id, changed, before, after } = diff;
    const isEnd = type === 'assignment.deactivated';
    const data = { entity, id, changed, before: shown(before, names), after: isEnd ? null : shownAfter(after, told) };
    // Workspace records live on the mainline, whatever workspace a write targets.
    const workspace = entity === 'workspace' ? null : changeset.workspace;
    yield { type, planning: planning.id, workspace, change, sequence, at: instant(at), author, data };
  }
}

/** The same for those who take a change as one message. */
export const batchEvents = (told: ToldChange): Promise<BatchEvent[]> =>
  mapSlicedly(typed(told.diffs), ({ diff, type }) => {
    const { entity, id, action, changed, before, after } = diff;
    if (type === 'assignment.deactivated') {
      const { operation } = (before as Version<'assignment'>).fields;
      return { type, data: { entity, id: present(before).id, operation, after: null } };
    }
    const data = { entity, id, ...(action === 'updated' ? { changed } : {}), after: shownAfter(after, told) };
    return { type, data };
  });
