import { present } from '../../engine/present.ts';
import { query } from '../query.ts';
import type { Sql, TransactionSql } from '../connection/database.ts';
import { layerBytes, rowCount } from './bytesOf.ts';
import { CHANGESET_COLUMNS, changesetOf, type ChangesetRow } from './changesetRow.ts';
import { inSlices, mapSlicedly } from '../turns.ts';
import { type Kind, KINDS } from './entities.ts';
import { DESCRIPTIONS, kindsOf, layerRow, stab, type VersionRow } from './kinds.ts';
import { Layer, type LayerRow } from './layer.ts';
import { LayeredState } from './layeredState.ts';
import { type LayeredRow, Live, WorkspaceKeys } from './live.ts';
import { type Budget, Lru } from './lru.ts';
import type { PlanningRef } from './planningState.ts';
import { PastStates, publishedChange, requireKept } from './pastStates.ts';
import { readWorkspaceKeys } from './readWorkspaceKeys.ts';
import { RecentChanges } from './recentChanges.ts';
import { diffsIn } from './rowDiffs.ts';
import type { Changeset, CommittedChange, Diff, LayerAt, News, StatePoint } from './store.ts';
import { StoreError } from '../storeError.ts';

/** If the cache is more changes behind than this, reading the whole layer is cheaper than catching up. */
const MAX_CATCH_UP = 2_000;
/** Maximum number of changes that are applied one by one, so that each one's diffs are known. */
const MAX_STEPS = 50;

export interface CacheLimits {
  /** Memory for cached states, current and past; other caches may share it. */
  readonly memory: Budget;
}

/** Number of plannings whose latest changes are cached. */
const RECENT_PLANNINGS = 64;
const MEASURED_PLANNINGS = 1024;
/** A layer's memory is measured again when its rows have grown by this factor. */
const GROWTH = 1.1;

type Reader = Sql | TransactionSql;

/** Reads states and caches them. The state at a given change never becomes wrong, only outdated. */
export class StateReader {
  private readonly sql: Sql;
  private readonly lives: Lru<number, Live>;
  private readonly past: PastStates;
  private readonly recent: Lru<number, RecentChanges>;
  /** Memory of a planning's current state when it was last measured. */
  private readonly measured = new Lru<number, { readonly rows: number; readonly bytes: number }>(MEASURED_PLANNINGS);
  /** Pending reads outside of transactions, so that many readers of an uncached planning read it once. */
  private readonly loading = new Map<number, Promise<Live>>();

  constructor(sql: Sql, limits: CacheLimits) {
    this.sql = sql;
    const { memory: budget } = limits;
    this.past = new PastStates(sql, budget, (...point) => this.layer(...point));
    this.lives = new Lru({
      budget,
      weigh: (live) => this.liveBytes(live),
      onDrop: ({ planning }) => this.forgetEarlier(planning),
    });
    this.recent = new Lru(RECENT_PLANNINGS);
  }

  /** Consecutive states share what did not change, so they are measured rarely. */
  private liveBytes({ planning, main, drafts }: Live): number {
    const layers = [main, ...drafts.values()];
    const rows = layers.reduce((sum, layer) => sum + rowCount(layer), 0);
    let known = this.measured.get(planning.key);
    if (known === undefined || rows > known.rows * GROWTH) {
      known = { rows, bytes: layers.reduce((sum, layer) => sum + layerBytes(layer), 0) };
      this.measured.set(planning.key, known);
    }
    return known.bytes;
  }

  async head(planning: PlanningRef): Promise<number> {
    const rows = await query<{ head: number }>(this.sql, 'select head from plannings where key = $1::int', [
      planning.key,
    ]);
    if (rows[0] !== undefined) return rows[0].head;
    this.lives.delete(planning.key);
    throw planningGone(planning);
  }

  async state({ planning, workspace = null, change }: StatePoint): Promise<LayeredState> {
    const live = await this.live(planning);
    if (change === undefined || change === live.change) return this.stateOf(live, workspace, this.sql);
    if (!Number.isSafeInteger(change) || change < 0 || change > live.change)
      throw new StoreError('change_not_found', `Change ${change} does not exist; the last one is ${live.change}.`, {
        change,
      });
    return this.past.at(live, workspace, change, this.sql);
  }

  /** `recent` has the changes after `after`; undefined if not all of them are cached. */
  async news(
    planning: PlanningRef,
    after: number,
  ): Promise<Omit<News, 'changes'> & { readonly recent: readonly CommittedChange[] | undefined }> {
    const live = await this.live(planning);
    return {
      head: live.change,
      recent: this.recent.get(planning.key)?.between(after, live.change),
      state: (workspace) => this.stateOf(live, workspace, this.sql),
    };
  }

  /** The state of a workspace at the live change. Reads the workspace's rows if they are not cached. */
  async stateOf(live: Live, workspace: string | null, sql: Reader): Promise<LayeredState> {
    const published = publishedChange(live.main, workspace);
    if (published !== null) return this.past.asPublished(live, workspace, live.change, published, sql);
    const state = live.state(workspace);
    if (state !== undefined) return state;
    const key = live.workspaces.key(workspace);
    live.drafts.set(key, await this.layer(live, key, live.change, sql));
    return present(live.state(workspace));
  }

  /** The mainline change as which a published workspace reads; null for a draft. */
  async publishedAs(planning: PlanningRef, workspace: string): Promise<number | null> {
    return publishedChange((await this.live(planning)).main, workspace);
  }

  /**
   * The cached planning of this organization whose mainline has the entity; ids are unique, so there is only one. The planning may have been deleted,
   * so the caller must read its head or take its lock next.
   */
  holder(organization: string, kind: Kind, id: string): PlanningRef | undefined {
    for (const { planning, main } of this.lives.values()) {
      if (planning.organization !== organization) continue;
      const isHere =
        kind === 'assignment' ? main.find('assignmentsById', id).length > 0 : main.get(kind, id) !== undefined;
      if (isHere) return planning;
    }
    return undefined;
  }

  /** The planning at its head, or later. */
  async live(planning: PlanningRef): Promise<Live> {
    return this.liveAtLeast(planning, await this.head(planning));
  }

  /** The cached planning, at whatever change it has. */
  known(planning: PlanningRef): Live | undefined {
    return this.lives.get(planning.key);
  }

  /** Brings the cached planning to `head` inside a transaction that holds the planning's lock. */
  async bring(planning: PlanningRef, head: number, sql: TransactionSql): Promise<Live> {
    return this.bringForward(planning, head, sql);
  }

  /** A change between two cached states. */
  committed(
    changeset: Changeset,
    diffs: readonly Diff[] | null,
    [before, after]: readonly [Live, Live],
  ): CommittedChange {
    return { changeset, diffs, before: this.layerAt(before), after: this.layerAt(after) };
  }

  /**
   * The planning at each change from `from` to `to`, both inclusive, in a layer. For changes that are too old for the cache: reads the first state,
   * and what the changes wrote.
   */
  async between(
    planning: PlanningRef,
    from: number,
    to: number,
    workspace: string | null,
  ): Promise<readonly LayerAt[]> {
    const head = await this.live(planning);
    const { main } = await this.past.mainAt(head, from, this.sql);
    const first = new Live(planning, { change: from, at: null }, main, head.workspaces);
    if (workspace !== null) {
      const key = head.workspaces.key(workspace);
      first.drafts.set(key, await this.layer(head, key, from, this.sql));
    }
    const { changesets, rows, workspaces } = await this.written(first, to, this.sql);
    await requireKept(planning, from, this.sql);
    const lives = [first];
    const byChange = Map.groupBy(rows, ({ version }) => version.change);
    for (const { change, at } of changesets) {
      const last = present(lives.at(-1));
      lives.push(await inSlices(last.advancing({ change, at }, byChange.get(change) ?? [], workspaces)));
    }
    return lives.map((live) => this.layerAt(live));
  }

  private layerAt(live: Live): LayerAt {
    return async (workspace) =>
      workspace === null || live.workspaces.find(workspace) !== undefined
        ? this.stateOf(live, workspace, this.sql)
        : new LayeredState(live.planning, workspace, live.change, live.main, Layer.empty(true));
  }

  /** Caches a state unless a newer one is cached, and the changes that led to it. */
  keep(live: Live, changes: readonly CommittedChange[]): void {
    const { key } = live.planning;
    const known = this.lives.get(key);
    if (known === undefined || known.change < live.change) {
      // Past states share data with the current one. If the new one shares none with it, drop them, because what they alone hold is not counted.
      if (known !== undefined && !live.main.shares(known.main)) this.past.forget(live.planning);
      this.lives.set(key, live);
    }
    if (changes.length === 0) return;
    const recent = this.recent.get(key) ?? new RecentChanges();
    recent.add(changes);
    this.recent.set(key, recent);
  }

  /** Drops cached past states, which may no longer be stored in the database. */
  forgetPast(): void {
    this.past.clear();
  }

  forget(planning: PlanningRef): void {
    this.lives.delete(planning.key);
    this.forgetEarlier(planning);
  }

  /** What refers to earlier states, which hold most of the memory of the current one. */
  private forgetEarlier(planning: PlanningRef): void {
    this.past.forget(planning);
    this.recent.delete(planning.key);
  }

  private async liveAtLeast(planning: PlanningRef, head: number): Promise<Live> {
    const known = this.lives.get(planning.key);
    if (known !== undefined && known.change >= head) return known;
    const loading = this.loading.get(planning.key);
    if (loading !== undefined) {
      const live = await loading;
      if (live.change >= head) return live;
    }
    const mine = this.bringForward(planning, head, this.sql);
    this.loading.set(planning.key, mine);
    try {
      return await mine;
    } finally {
      if (this.loading.get(planning.key) === mine) this.loading.delete(planning.key);
    }
  }

  private async bringForward(planning: PlanningRef, head: number, sql: Reader): Promise<Live> {
    const known = this.lives.get(planning.key);
    if (known !== undefined && known.change >= head) return known;
    if (known === undefined || head - known.change > MAX_CATCH_UP) {
      const loaded = await this.load(planning, head, sql);
      this.keep(loaded, []);
      return loaded;
    }
    const { live, changes } = await this.catchUp(known, head, sql);
    this.keep(live, changes);
    return live;
  }

  private async load(planning: PlanningRef, change: number, sql: Reader): Promise<Live> {
    const [workspaces, main] = await Promise.all([
      readWorkspaceKeys(sql, planning),
      this.readLayer(planning, 0, change, new WorkspaceKeys(), sql),
    ]);
    return new Live(planning, { change, at: null }, main, workspaces);
  }

  private async catchUp(
    live: Live,
    head: number,
    sql: Reader,
  ): Promise<{ readonly live: Live; readonly changes: readonly CommittedChange[] }> {
    const { changesets, rows, workspaces } = await this.written(live, head, sql);
    // Some of the changes are no longer stored.
    if (changesets.length < head - live.change) return { live: await this.load(live.planning, head, sql), changes: [] };
    if (changesets.length > MAX_STEPS)
      return { live: live.advance({ change: head, at: changesets.at(-1)?.at ?? null }, rows, workspaces), changes: [] };
    const byChange = Map.groupBy(rows, ({ version }) => version.change);
    const changes: CommittedChange[] = [];
    let next = live;
    for (const row of changesets) {
      const begins = byChange.get(row.change) ?? [];
      const after = next.advance({ change: row.change, at: row.at }, begins, workspaces);
      changes.push(this.committed(changesetOf(row, live.planning, workspaces), diffsIn(next, begins), [next, after]));
      next = after;
    }
    return { live: next, changes };
  }

  /** The changesets after a state up to `head`, which is one of them, and all rows that they wrote. */
  private async written(
    live: Live,
    head: number,
    sql: Reader,
  ): Promise<{
    readonly changesets: readonly ChangesetRow[];
    readonly rows: readonly LayeredRow[];
    readonly workspaces: WorkspaceKeys;
  }> {
    const changesets = await query<ChangesetRow>(
      sql,
      `select ${CHANGESET_COLUMNS} from changesets c
        where c.planning = $1::int and c.change > $2::bigint and c.change <= $3::bigint order by c.change`,
      [live.planning.key, live.change, head],
    );
    if (changesets.at(-1)?.change !== head) throw planningGone(live.planning);
    const kinds = kindsOf(changesets.reduce((bits, row) => bits | row.kinds, 0));
    const [workspaces, ...begun] = await Promise.all([
      kinds.includes('workspace') ? readWorkspaceKeys(sql, live.planning) : live.workspaces,
      ...kinds.map((kind) =>
        query<VersionRow>(sql, DESCRIPTIONS[kind].sql.begun, [
          stab(live.planning.key, live.change),
          stab(live.planning.key, head),
        ]),
      ),
    ]);
    const rows: LayeredRow[] = kinds.flatMap((kind, index) =>
      (begun[index] ?? []).map((row) => ({ ...layerRow(kind, row, workspaces.id), layer: row.workspace })),
    );
    return { changesets, rows, workspaces };
  }

  /** One layer as it was at `change`. Correct under concurrent writes: rows that were alive then do not change. */
  layer(live: Live, key: number, change: number, sql: Reader): Promise<Layer> {
    return this.readLayer(live.planning, key, change, live.workspaces, sql);
  }

  private async readLayer(
    planning: PlanningRef,
    key: number,
    change: number,
    workspaces: WorkspaceKeys,
    sql: Reader,
  ): Promise<Layer> {
    const rows = await Promise.all(
      KINDS.map(async (kind): Promise<LayerRow[]> => {
        const found = await query<VersionRow>(sql, DESCRIPTIONS[kind].sql.stateAt, [
          planning.key,
          key,
          change,
          stab(planning.key, change),
        ]);
        return mapSlicedly(found, (row) => layerRow(kind, row, workspaces.id));
      }),
    );
    return inSlices(Layer.empty(key !== 0).advancing(rows.flat()));
  }
}

export const planningGone = (planning: PlanningRef): StoreError =>
  new StoreError('planning_not_found', `Planning ${planning.id} no longer exists.`, { id: planning.id });
