import { present } from '../../engine/present.ts';
import { inSlices, mapSlicedly } from '../turns.ts';
import type { Sql, TransactionSql } from '../connection/database.ts';
import { layerBytes, ownLayerBytes } from './bytesOf.ts';
import { KINDS } from './entities.ts';
import { DESCRIPTIONS, layerRow, stab, type VersionRow } from './kinds.ts';
import { keyOf, type Layer, type LayerRow } from './layer.ts';
import { LayeredState } from './layeredState.ts';
import type { Live } from './live.ts';
import { type Budget, Lru } from './lru.ts';
import type { PlanningRef } from './planningState.ts';
import { StoreError } from '../storeError.ts';

type Reader = Sql | TransactionSql;
/** Reads a layer of a planning as it was at a change. */
type ReadLayer = (live: Live, key: number, change: number, sql: Reader) => Promise<Layer>;

/** A cached state, and the memory that only this state holds. */
interface Kept {
  readonly state: LayeredState;
  readonly bytes: number;
}

/**
 * States at past changes, derived from the planning's current state: later rows are removed, and the rows that they replaced are read from the
 * database. A past state thus shares everything unchanged with the current one, and costs only what changed.
 */
export class PastStates {
  private readonly kept: Lru<string, Kept>;
  /** Pending reads outside of transactions. A read inside one is not shared: it must not wait for a connection that it holds itself. */
  private readonly reading = new Map<string, Promise<LayeredState>>();
  private readonly outside: Sql;
  private readonly readDraft: ReadLayer;

  constructor(outside: Sql, budget: Budget, readDraft: ReadLayer) {
    this.outside = outside;
    this.kept = new Lru({ budget, weigh: ({ bytes }) => bytes });
    this.readDraft = readDraft;
  }

  /** A layer of the planning at a change before the live one's. Throws `change_not_found` if that is no longer stored. */
  async at(live: Live, workspace: string | null, change: number, sql: Reader): Promise<LayeredState> {
    if (workspace === null) return this.mainAt(live, change, sql);
    return this.once([live, workspace, change, sql], async () => {
      const { main } = await this.mainAt(live, change, sql);
      const key = live.workspaces.key(workspace);
      const published = publishedChange(main, workspace);
      if (published !== null) return this.publishedAt(live, workspace, change, published, sql);
      const draft = await this.readDraft(live, key, change, sql);
      await requireKept(live.planning, change, sql);
      return new LayeredState(live.planning, workspace, change, main, draft);
    });
  }

  /** The mainline at a change, up to and including the live one's. */
  async mainAt(live: Live, change: number, sql: Reader): Promise<LayeredState> {
    if (change === live.change) return present(live.state(null));
    return this.once([live, null, change, sql], async () => {
      const layer = await rewound(live, change, sql);
      await requireKept(live.planning, change, sql);
      return new LayeredState(live.planning, null, change, layer, null);
    });
  }

  /** The state of a published workspace, which reads as the mainline at the change of its publication. */
  async asPublished(
    live: Live,
    workspace: string | null,
    change: number,
    published: number,
    sql: Reader,
  ): Promise<LayeredState> {
    return this.once([live, workspace, change, sql], () => this.publishedAt(live, workspace, change, published, sql));
  }

  private async publishedAt(
    live: Live,
    workspace: string | null,
    change: number,
    published: number,
    sql: Reader,
  ): Promise<LayeredState> {
    const { main } = await this.mainAt(live, published, sql);
    return new LayeredState(live.planning, workspace, change, main, null);
  }

  /** Returns the cached state; otherwise reads it, once for all concurrent callers. */
  private async once(
    [live, workspace, change, sql]: readonly [Live, string | null, number, Reader],
    read: () => Promise<LayeredState>,
  ): Promise<LayeredState> {
    const name = nameOf(live.planning.key, workspace, change);
    const known = this.kept.get(name)?.state;
    if (known !== undefined) return known;
    const isOutside = sql === this.outside;
    const underWay = isOutside ? this.reading.get(name) : undefined;
    if (underWay !== undefined) return underWay;
    const reading = read();
    if (isOutside) this.reading.set(name, reading);
    try {
      const state = await reading;
      const { main, draft } = state;
      const bytes = ownLayerBytes(main, live.main) + (draft === null ? 0 : layerBytes(draft));
      this.kept.set(name, { state, bytes });
      return state;
    } finally {
      if (this.reading.get(name) === reading) this.reading.delete(name);
    }
  }

  clear(): void {
    this.kept.clear();
  }

  /** Drops the states of one planning, when the current state that they share data with is dropped. */
  forget(planning: PlanningRef): void {
    for (const { state } of this.kept.values()) {
      if (state.planning.key === planning.key) this.kept.delete(nameOf(planning.key, state.workspace, state.change));
    }
  }
}

const nameOf = (planning: number, workspace: string | null, change: number): string =>
  `${planning}:${change}:${workspace ?? ''}`;

/** The mainline change as which a published workspace reads, also once it is archived; null for a draft and for the mainline. */
export function publishedChange(main: Layer, workspace: string | null): number | null {
  return workspace === null ? null : (main.get('workspace', workspace)?.fields.publishedChange ?? null);
}

/**
 * The mainline at an earlier change: without the rows that began after it, and with those that have ended since. Correct under concurrent writes: a
 * row that ends after the live change is in the live layer, unchanged.
 */
async function rewound({ planning, main }: Live, change: number, sql: Reader): Promise<Layer> {
  const ended = await Promise.all(
    KINDS.map(async (kind): Promise<LayerRow[]> => {
      const values = [planning.key, 0, stab(planning.key, change)];
      const rows = await sql.unsafe<VersionRow[]>(DESCRIPTIONS[kind].sql.endedSince, values, { prepare: true });
      return mapSlicedly(rows, (row) => layerRow(kind, row, () => null));
    }),
  );
  return inSlices(withoutLater(main, change, ended.flat()));
}

function* withoutLater(main: Layer, change: number, ended: readonly LayerRow[]): Generator<void, Layer> {
  const back = new Map<string, LayerRow>();
  let seen = 0;
  for (const kind of KINDS) {
    for (const version of main.rows[kind].values()) {
      if (version.change > change) back.set(`${kind} ${keyOf(version)}`, { version, released: true });
      if (++seen % PIECE === 0) yield;
    }
  }
  for (const [i, row] of ended.entries()) {
    if (i % PIECE === 0) yield;
    const { kind } = row.version;
    const key = keyOf(row.version);
    if (main.get(kind, key)?.versionId === row.version.versionId) continue;
    back.set(`${kind} ${key}`, row);
  }
  return yield* main.advancing(back.values());
}

/** Rows per slice. */
const PIECE = 256;

/** Throws `change_not_found` if the change is no longer stored. Call it after reading rows: deleting history first moves `kept_from`. */
export async function requireKept({ key }: PlanningRef, change: number, sql: Reader): Promise<void> {
  const [row] = await sql.unsafe<{ kept: number }[]>(
    'select kept_from as kept from plannings where key = $1::int',
    [key],
    { prepare: true },
  );
  if (row === undefined || change >= row.kept) return;
  throw new StoreError(
    'change_not_found',
    `The state of the planning at change ${change} is no longer stored: its history until then was deleted (HISTORY_DAYS).`,
    { change },
  );
}
