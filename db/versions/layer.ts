import { keysOf, recordOf } from '../../engine/recordOf.ts';
import { atOnce } from '../../engine/atOnce.ts';
import { sorting } from '../turns.ts';
import type { Kind, Version } from './entities.ts';
import { KINDS } from './entities.ts';
import { byAppearance, reordered } from './listOrder.ts';
import { PersistentMap } from './persistentMap.ts';

/** A version as it is added to a layer. `released` drops the draft's row, so that the mainline's shows through. */
export interface LayerRow {
  readonly version: Version;
  readonly released: boolean;
}

type Rows = { readonly [K in Kind]: PersistentMap<Version<K>> };

/** Rows per slice; adding them takes a fraction of a millisecond. */
const PIECE = 256;

/** The key of an entity within a layer: its id, except that an assignment's key is its operation. */
export const keyOf = (version: Version): string =>
  version.kind === 'assignment' ? version.fields.operation : version.id;

/** Indexes by something other than the key; of live rows only. */
const INDEXES = {
  tasksByOperation: {
    kind: 'task',
    of: (version: Version) => (version.kind === 'task' ? version.fields.operation : null),
  },
  operationsByGroup: {
    kind: 'operation',
    of: (version: Version) => (version.kind === 'operation' ? version.fields.group : null),
  },
  assignmentsById: { kind: 'assignment', of: (version: Version) => version.id },
} as const;
type IndexName = keyof typeof INDEXES;
const INDEX_NAMES = keysOf(INDEXES);
type Indexes = { readonly [N in IndexName]: PersistentMap<readonly string[]> };

/**
 * The rows of one layer at one change: the mainline's live rows, or a workspace's own rows including tombstones. Immutable; `advance` shares what did
 * not change.
 */
export class Layer {
  readonly rows: Rows;
  readonly indexes: Indexes;
  private readonly isDraft: boolean;
  /** The keys of a kind in the order of lists; only of kinds that were asked for. */
  private readonly orders = new Map<Kind, readonly string[]>();

  private constructor(rows: Rows, indexes: Indexes, isDraft: boolean) {
    this.rows = rows;
    this.indexes = indexes;
    this.isDraft = isDraft;
  }

  static empty(isDraft: boolean): Layer {
    const rows: Rows = recordOf(KINDS, () => PersistentMap.of<never>());
    return new Layer(
      rows,
      recordOf(INDEX_NAMES, () => PersistentMap.of<readonly string[]>()),
      isDraft,
    );
  }

  /** Finds a row by its key; an assignment's key is its operation. */
  get<K extends Kind>(kind: K, key: string): Version<K> | undefined {
    return this.rows[kind].get(key);
  }

  /** Keys of the rows that an index finds. */
  find(index: IndexName, value: string): readonly string[] {
    return this.indexes[index].get(value) ?? [];
  }

  /** Whether both hold the same rows, apart from a few changes. */
  shares(other: Layer): boolean {
    return KINDS.every((kind) => this.rows[kind].sharesBase(other.rows[kind]));
  }

  get isEmpty(): boolean {
    return KINDS.every((kind) => this.rows[kind].size === 0);
  }

  /** Keys of a kind whose rows may differ in the other layer. */
  keysApart(kind: Kind, other: Layer): IterableIterator<string> {
    return this.rows[kind].keysApart(other.rows[kind]);
  }

  /** The keys of a kind in the order of lists. They are sorted once, and later layers take over what did not change. */
  *ordering(kind: Kind): Generator<void, readonly string[]> {
    const known = this.orders.get(kind);
    if (known !== undefined) return known;
    const order = (yield* sorting<Version>([...this.rows[kind].values()], byAppearance)).map(keyOf);
    this.orders.set(kind, order);
    return order;
  }

  /** Adds the rows of later changes; of several rows with one key, the last one counts. */
  advance(news: Iterable<LayerRow>): Layer {
    return atOnce(this.advancing(news));
  }

  /** Like `advance`, in slices. */
  *advancing(news: Iterable<LayerRow>): Generator<void, Layer> {
    const byKind = new Map<Kind, Map<string, Version | undefined>>();
    let count = 0;
    for (const { version, released } of news) {
      if (++count % PIECE === 0) yield;
      let changes = byKind.get(version.kind);
      if (changes === undefined) byKind.set(version.kind, (changes = new Map()));
      const isGone = released || (version.tombstone && !this.isDraft);
      changes.set(keyOf(version), isGone ? undefined : version);
    }
    if (byKind.size === 0) return this;
    const rows: Record<Kind, PersistentMap<Version>> = { ...this.rows };
    const indexes: { -readonly [N in IndexName]: Indexes[N] } = { ...this.indexes };
    for (const [kind, changes] of byKind) {
      rows[kind] = yield* rows[kind].withPieces(changes);
      for (const name of INDEX_NAMES) {
        if (INDEXES[name].kind === kind) indexes[name] = yield* this.reindexing(name, changes);
      }
    }
    const next = new Layer(rows as Rows, indexes, this.isDraft);
    this.handOnOrders(next, byKind);
    return next;
  }

  private handOnOrders(next: Layer, byKind: ReadonlyMap<Kind, ReadonlyMap<string, Version | undefined>>): void {
    for (const [kind, order] of this.orders) {
      const changes = Array.from(byKind.get(kind) ?? [], ([key, after]) => ({
        key,
        before: this.get(kind, key),
        after,
      }));
      const handedOn = reordered(order, changes, (key) => this.get(kind, key));
      if (handedOn !== undefined) next.orders.set(kind, handedOn);
    }
  }

  private *reindexing(
    name: IndexName,
    changes: ReadonlyMap<string, Version | undefined>,
  ): Generator<void, PersistentMap<readonly string[]>> {
    let count = 0;
    const { kind, of } = INDEXES[name];
    const updates = new Map<string, readonly string[] | undefined>();
    const at = (value: string) => (updates.has(value) ? updates.get(value) : this.indexes[name].get(value)) ?? [];
    for (const [key, after] of changes) {
      if (++count % PIECE === 0) yield;
      const before = this.get(kind, key);
      const from = before === undefined || before.tombstone ? null : of(before);
      const to = after === undefined || after.tombstone ? null : of(after);
      if (from === to) continue;
      if (from !== null) {
        const rest = at(from).filter((other) => other !== key);
        updates.set(from, rest.length === 0 ? undefined : rest);
      }
      if (to !== null) updates.set(to, [...at(to), key]);
    }
    return yield* this.indexes[name].withPieces(updates);
  }
}
