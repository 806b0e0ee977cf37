import { keysOf } from '../../engine/recordOf.ts';
import type { Database, Sql } from '../connection/database.ts';
import { queryOne } from '../query.ts';
import type { Signals } from '../signals/signals.ts';
import { VERSION_TABLES } from '../schema/versions.ts';
import { ChangesetWriter, type WriterLimits } from './changesetWriter.ts';
import { KINDS, type Kind } from './entities.ts';
import { forgetHistory } from './forgetHistory.ts';
import { beforeDeletion } from './deletedOperation.ts';
import { HistoryReader } from './historyReader.ts';
import { DESCRIPTIONS } from './kinds.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import { Budget } from './lru.ts';
import { type CacheLimits, planningGone, StateReader } from './stateReader.ts';
import { stateSeries } from './stateSeries.ts';
import type { CommittedChange, LayerAt, Located, Store } from './store.ts';
import { publishedChange } from './pastStates.ts';
import { StoreError } from '../storeError.ts';
import { takenIds } from './takenIds.ts';
import { WindowReader } from './windowReader.ts';

export interface StoreLimits extends CacheLimits, WriterLimits {
  /** The number of operations up to which a window is searched in the state instead of by the database's index. */
  readonly scannedOperations: number;
}

const DEFAULT_BYTES = 256 << 20;
const DEFAULT_SCANNED = 4000;
const DEFAULT_LONG_ROWS = 1000;

/** Opens the store over a database. Open only one per process, since it caches what it has read. */
export function openStore(database: Database, signals: Signals, limits: Partial<StoreLimits> = {}): Store {
  const { sql } = database;
  const {
    scannedOperations = DEFAULT_SCANNED,
    longRows = DEFAULT_LONG_ROWS,
    isOverloaded = () => false,
    memory = new Budget(DEFAULT_BYTES),
  } = limits;
  const reader = new StateReader(sql, { memory });
  const writer = new ChangesetWriter(database, reader, signals, { longRows, isOverloaded });
  const windows = new WindowReader(sql, reader, scannedOperations);
  return {
    head: (planning) => reader.head(planning),
    state: (point) => reader.state(point),
    write: (target, fn) => writer.write(target, fn),
    edit: (target, fn) => writer.edit(target, fn),
    editAll: (targets, fn) => writer.editAll(targets, fn),
    preview: (target, fn) => writer.preview(target, fn),
    createPlanning: (planning) => writer.createPlanning(planning),
    async deletePlanning(planning, check) {
      await writer.alone(planning, () => deletePlanning({ sql, reader, signals }, planning, check));
      reader.forget(planning);
    },
    async forget(before) {
      const rows = await forgetHistory(sql, before);
      reader.forgetPast();
      return rows;
    },
    lastChanged: () =>
      queryOne<PlanningRef>(
        sql,
        'select key, id, organization from plannings order by changed_at desc, key desc limit 1',
      ),
    plannings: (organization) =>
      sql<PlanningRef[]>`select key, id, organization from plannings where organization = ${organization} order by id`,
    async locate(organizations, kind, id) {
      const planning = cachedHolder(reader, organizations, kind, id);
      return planning === undefined ? locate(sql, organizations, kind, id) : { found: 'one', planning };
    },
    taken: (organization, kind, ids) => takenIds(sql, organization, kind, ids),
    ...openHistory(sql, reader),
    operationsIn: (state, window) => windows.operationsIn(state, window),
    operationsInWindow: (point, window) => windows.operationsInWindow(point, window),
  };
}

/** Where the history of a workspace is: in itself, or, after it was published, in the mainline up to the change of its publication. */
async function layerOf(
  reader: StateReader,
  planning: PlanningRef,
  workspace: string | null,
): Promise<{ readonly workspace: string | null; readonly published?: number }> {
  const published = workspace === null ? null : await reader.publishedAs(planning, workspace);
  return published === null ? { workspace } : { workspace: null, published };
}

/**
 * The planning that holds the record, if a cached state tells. Plannings themselves are looked up in the database: their callers do not read the head
 * afterward.
 */
function cachedHolder(
  reader: StateReader,
  [only, ...others]: readonly string[],
  kind: Kind,
  id: string,
): PlanningRef | undefined {
  return only === undefined || others.length > 0 || kind === 'planning' ? undefined : reader.holder(only, kind, id);
}

type History = Pick<
  Store,
  | 'changesets'
  | 'diffs'
  | 'changesAt'
  | 'statesAt'
  | 'changeset'
  | 'changesetsAfter'
  | 'news'
  | 'diff'
  | 'taskHistory'
  | 'history'
  | 'beforeDeletion'
  | 'versions'
  | 'inactiveAssignments'
  | 'firstTasks'
>;

/** What was written to plannings in the past. */
function openHistory(sql: Sql, reader: StateReader): History {
  const history = new HistoryReader(sql);
  return {
    changesets: (planning, page) => history.changesets(planning, page),
    diffs: (planning, changesets) => history.diffs(planning, changesets),
    changesAt: (planning, workspace, times) => history.changesAt(planning, workspace, times),
    statesAt: (planning, workspace, changes) => stateSeries(sql, reader, planning, workspace, changes),
    changeset: (planning, id) => history.changeset(planning, id),
    changesetsAfter: (planning, after, limit) => history.changesetsAfter(planning, after, limit),
    async news(planning, after, limit) {
      const { recent, ...news } = await reader.news(planning, after);
      if (recent !== undefined) return { ...news, changes: recent };
      const changes = await history.changesBetween(planning, after, news.head, limit);
      return { ...news, changes: withStates(reader, planning, changes) };
    },
    diff: (planning, change) => history.diff(planning, change),
    async taskHistory(planning, workspace, operation) {
      const layer = await layerOf(reader, planning, workspace);
      return history.taskHistory(planning, layer.workspace, operation, layer.published);
    },
    history: (planning, workspace, kind, id) => history.history(planning, workspace, kind, id),
    beforeDeletion: (planning, operation) => beforeDeletion(sql, planning, operation),
    versions: (planning, kind, wanted) => history.versions(planning, kind, wanted),
    async inactiveAssignments(point, filter) {
      const state = await reader.state(point);
      const published = publishedChange(state.main, state.workspace);
      const workspace = published === null ? state.workspace : null;
      const known = await history.lastAssignments(point.planning, workspace, published ?? state.change, filter);
      return known
        .filter(({ version }) => !state.has('assignment', version.id))
        .sort((a, b) => b.endedAt - a.endedAt || (a.version.id < b.version.id ? -1 : 1));
    },
    firstTasks: (planning, workspace, operations) => history.firstTasks(planning, workspace, operations),
  };
}

/** Adds to consecutive changes the states between them, which are read only on demand. */
function withStates(
  reader: StateReader,
  planning: PlanningRef,
  changes: readonly Pick<CommittedChange, 'changeset' | 'diffs'>[],
): CommittedChange[] {
  const from = (changes[0]?.changeset.change ?? 1) - 1;
  const to = changes.at(-1)?.changeset.change ?? from;
  const known = new Map<string | null, Promise<readonly LayerAt[]>>();
  const at =
    (change: number): LayerAt =>
    async (workspace) => {
      let states = known.get(workspace);
      if (states === undefined) known.set(workspace, (states = reader.between(planning, from, to, workspace)));
      const layer = (await states)[change - from];
      if (layer === undefined)
        throw new StoreError('change_not_found', `Change ${change} is no longer stored.`, { change });
      return layer(workspace);
    };
  return changes.map((one) => ({ ...one, before: at(one.changeset.change - 1), after: at(one.changeset.change) }));
}

async function locate(sql: Sql, organizations: readonly string[], kind: Kind, id: string): Promise<Located> {
  const rows = await sql<PlanningRef[]>`
    select p.key, p.id, p.organization from identities i join plannings p on p.key = i.planning
    where i.organization = any (${[...organizations]}::text[]) and i.kind = ${KINDS.indexOf(kind)}::smallint and i.id = ${id}`;
  const [first] = rows;
  if (first === undefined) return { found: 'none' };
  if (rows.length > 1)
    return { found: 'ambiguous', organizations: rows.map(({ organization }) => organization).sort() };
  return { found: 'one', planning: { key: first.key, id: first.id, organization: first.organization } };
}

/** Locks the planning first, so that a running write ends before, and a later one finds no planning. */
async function deletePlanning(
  { sql, reader, signals }: { readonly sql: Sql; readonly reader: StateReader; readonly signals: Signals },
  planning: PlanningRef,
  check?: (state: PlanningState) => void,
): Promise<void> {
  const deleted = await sql.begin(async (tx) => {
    const [locked] = await tx<{ head: number }[]>`select head from plannings where key = ${planning.key} for update`;
    if (locked === undefined) throw planningGone(planning);
    if (check !== undefined) check(await reader.stateOf(await reader.bring(planning, locked.head, tx), null, tx));
    const runs = await tx<{ id: string }[]>`delete from runs where planning = ${planning.key} returning id`;
    for (const kind of keysOf(VERSION_TABLES)) {
      await tx`delete from ${tx(DESCRIPTIONS[kind].table)} where planning = ${planning.key}`;
    }
    await tx`delete from changesets where planning = ${planning.key}`;
    await tx`delete from identities where organization = ${planning.organization} and planning = ${planning.key}`;
    await tx`delete from plannings where key = ${planning.key}`;
    return { change: locked.head + 1, runs: runs.map(({ id }) => id) };
  });
  signals.committed([
    { kind: 'change', planning: planning.key, change: deleted.change },
    ...deleted.runs.map((id) => ({ kind: 'task', id }) as const),
  ]);
}
