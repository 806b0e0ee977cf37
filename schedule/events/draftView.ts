import { TASK_ROLES } from '../entities/task.ts';
import { present } from '../../engine/present.ts';
import { diffsOf, inOrder } from '../../db/versions/differences.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Changeset, Diff } from '../../db/versions/store.ts';
import { keyOf } from './changeEvents.ts';
import type { Around } from './readDiffs.ts';

/**
 * Derives what readers of a draft are told about each change: the draft's own changes, and those of the mainline that show through. Where both layers
 * have a row of the same record, the view compares what the draft shows before and after the change.
 */
export class DraftView {
  private readonly workspace: string;
  /** Keys of all records of which the draft has, or had since the view was created, a row of its own. */
  private readonly keys: Set<string>;
  /** Whether the mainline shows through; false once the draft is published. It still does below an archived draft, which may be restored. */
  private isOpen: boolean;

  constructor(state: PlanningState) {
    this.workspace = present(state.workspace);
    const record = state.get('workspace', this.workspace);
    this.isOpen = record === undefined || record.fields.publishedChange === null;
    this.keys = new Set(rowKeys(state));
  }

  /** What the changeset changes for readers of the draft; returns `diffs` itself if it is all of them. Changesets must be passed in order. */
  async take(changeset: Changeset, diffs: readonly Diff[], around: Around): Promise<readonly Diff[]> {
    const { workspace } = changeset;
    const isOwn = workspace === this.workspace;
    if (workspace !== null && !isOwn) return [];
    const record = diffs.find(({ entity, id }) => entity === 'workspace' && id === this.workspace);
    if (!this.isOpen) return record === undefined ? [] : [record];
    const isMerge = this.isMerge(changeset);
    let taken = diffs;
    if (isMerge || (!isOwn && diffs.some((diff) => this.isContested(diff)))) {
      const [before, after] = [await around.before(), await around.after()];
      taken = shownDiffs(before, after, diffs, isMerge);
      for (const key of rowKeys(after)) this.keys.add(key);
    } else if (diffs.some((diff) => this.isForeign(diff))) taken = diffs.filter((diff) => !this.isForeign(diff));
    if (isOwn) for (const diff of diffs) for (const key of keysOf(diff)) this.keys.add(key);
    if (record?.after?.kind === 'workspace') this.isOpen = record.after.fields.publishedChange === null;
    return taken;
  }

  /** Whether the changeset may change any row of the draft: a publish, rebase or revert. */
  private isMerge({ workspace, details }: Changeset): boolean {
    const isRevert = workspace === this.workspace && details['reverts'] !== undefined;
    return isRevert || details['publishes'] === this.workspace || details['rebases'] === this.workspace;
  }

  /** Whether this is the record of another workspace. */
  private isForeign({ entity, id }: Diff): boolean {
    return entity === 'workspace' && id !== this.workspace;
  }

  /** Whether the draft has, or had, a row of its own that may hide this change. */
  private isContested(diff: Diff): boolean {
    return keysOf(diff).some((key) => this.keys.has(key));
  }
}

const rowKeys = function* (state: PlanningState): IterableIterator<string> {
  for (const { draft } of state.draftRows()) yield keyOf(draft);
};

const operationOf = (version: Version): string | null =>
  version.kind === 'task' || version.kind === 'assignment' ? version.fields.operation : null;

/** Keys of the record, and of records that may hide the change or depend on it: a task's or assignment's operation, and an operation's assignment. */
const keysOf = ({ entity, id, before, after }: Diff): string[] => {
  const versions = [before, after].filter((version) => version !== null);
  const operations = versions.map(operationOf).filter((operation) => operation !== null);
  const own = versions.map(keyOf);
  const hanging = entity === 'operation' ? [`assignment ${id}`] : [];
  return [...own, ...operations.map((operation) => `operation ${operation}`), ...hanging];
};

/** Compares what the draft shows before and after the change, for the records in `diffs` and, if `withRows` is set, for every row of the draft. */
const shownDiffs = (
  before: PlanningState,
  after: PlanningState,
  diffs: readonly Diff[],
  withRows: boolean,
): readonly Diff[] => {
  const places = new Map<string, readonly [Kind, string]>();
  const add = (kind: Kind, key: string): void => void places.set(`${kind} ${key}`, [kind, key]);
  const addVersion = (version: Version): void => {
    const key = version.kind === 'assignment' ? version.fields.operation : version.id;
    add(version.kind, key);
    // Writing a task makes a version of its operation, which may show through even where the task does not.
    const operation = version.kind === 'task' ? version.fields.operation : null;
    if (operation !== null) add('operation', operation);
    if (version.kind !== 'operation') return;
    add('assignment', key);
    for (const state of [before, after]) {
      for (const role of TASK_ROLES) {
        const task = state.taskOf(key, role);
        if (task !== undefined) add('task', task.id);
      }
    }
  };
  for (const { entity, before: from, after: to } of diffs) {
    if (entity === 'workspace' && (to ?? from)?.id !== before.workspace) continue;
    for (const version of [from, to]) if (version !== null) addVersion(version);
  }
  if (withRows) for (const state of [before, after]) for (const { draft } of state.draftRows()) addVersion(draft);
  const found = [...places.values()].flatMap(([kind, key]) =>
    versionDiffs(shown(before, kind, key), shown(after, kind, key)),
  );
  return inOrder(found);
};

/** A merge may give a record a new version with the same fields. Subscribers that send versionIds must know of it. */
const versionDiffs = (before: Version | null, after: Version | null): readonly Diff[] => {
  const diffs = diffsOf(before, after);
  if (diffs.length > 0 || before === null || after === null || before.versionId === after.versionId) return diffs;
  return [{ entity: after.kind, id: after.id, action: 'updated', before, after, changed: [] }];
};

const shown = (state: PlanningState, kind: Kind, key: string): Version | null =>
  (kind === 'assignment' ? state.assignmentOf(key) : state.get(kind, key)) ?? null;
