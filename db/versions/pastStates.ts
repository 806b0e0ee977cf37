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

/** What is kept, and what only this state holds on to when it was made. */
interface Kept {
  readonly state: LayeredState;
  readonly bytes: number;
}

/**
 * States of past changes, made from the planning's current one: what was written since is taken back, and what it replaced is read. So a past
 * state shares with the current one whatever did not change, and costs what did.
 */
export class PastStates {
  private readonly kept: Lru<string, Kept>;
  /** Reads under way outside transactions: one inside must not wait for a connection that it holds itself. */
  private readonly reading = new Map<string, Promise<LayeredState>>();
  private readonly outside: Sql;
  private readonly readDraft: ReadLayer;

  constructor(outside: Sql, budget: Budget, readDraft: ReadLayer) {
    this.outside = outside;
    this.kept = new Lru({ budget, weigh: ({ bytes }) => bytes });
    this.readDraft = readDraft;
  }

  /** A planning's layer at a change before the live one's. Throws `change_not_found` when that is kept no longer. */
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

  /** The mainline at a change, the live one's included. */
  async mainAt(live: Live, change: number, sql: Reader): Promise<LayeredState> {
    if (change === live.change) return live.state(null) as LayeredState;
    return this.once([live, null, change, sql], async () => {
      const layer = await rewound(live, change, sql);
      await requireKept(live.planning, change, sql);
      return new LayeredState(live.planning, null, change, layer, null);
    });
  }

  /** A workspace that reads as the mainline was at the change of its publication. */
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

  /** What is kept; else read, once for all who ask for it at a time. */
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

  /** Those of one planning: the state that they share with is let go. */
  forget(planning: PlanningRef): void {
    for (const { state } of this.kept.values()) {
      if (state.planning.key === planning.key) this.kept.delete(nameOf(planning.key, state.workspace, state.change));
    }
  }
}

const nameOf = (planning: number, workspace: string | null, change: number): string =>
  `${planning}:${change}:${workspace ?? ''}`;

/** The mainline change as which a workspace reads once it is published; null before, and for the mainline. */
export function publishedChange(main: Layer, workspace: string | null): number | null {
  const fields = workspace === null ? undefined : main.get('workspace', workspace)?.fields;
  return fields?.state === 'PUBLISHED' ? fields.publishedChange : null;
}

/**
 * The mainline at an earlier change: without the rows that began after it, and with those that ended since. Right whatever is written meanwhile: a row
 * that ends after the live change is in the live layer, and the same.
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

/** Rows that are looked at without a pause. */
const PIECE = 256;

/** Asked after the rows were read: what is forgotten is first said to be. */
export async function requireKept({ key }: PlanningRef, change: number, sql: Reader): Promise<void> {
  const [row] = await sql.unsafe<{ kept: number }[]>(
    'select kept_from as kept from plannings where key = $1::int',
    [key],
    { prepare: true },
  );
  if (row === undefined || change >= row.kept) return;
  throw new StoreError('change_not_found', `The state at change ${change} is kept no longer.`, { change });
}
