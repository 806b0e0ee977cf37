/** The simplest implementation of history, drafts and undo: a full copy of everything at every change. Knows nothing of the store. */

export type Value = string | null | readonly string[];
export type Fields = Readonly<Record<string, Value | undefined>>;
export interface Row {
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
  readonly gone: boolean;
  /** Stands for the version. */
  readonly version: number;
  /** Only in a draft: the change that wrote it; null on the mainline. */
  readonly drafted: number | null;
  /** Only in a draft: the mainline's version from which it branched; null if it was created there. */
  readonly base: number | null;
}
export type Layer = Map<string, Row>;
export interface Space {
  readonly state: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  readonly published: number | null;
}
interface Snapshot {
  readonly main: Layer;
  readonly drafts: Map<string, Layer>;
  readonly spaces: Map<string, Space>;
}
export interface Diff {
  readonly key: string;
  readonly before: Row | null;
  readonly after: Row | null;
}
export interface Change {
  readonly change: number;
  readonly layer: string | null;
  readonly kind: 'first' | 'edit' | 'space' | 'rebase' | 'publish' | 'revert';
  readonly diffs: readonly Diff[];
}
/** `fields: null` deletes. `release` drops the draft's row. */
export interface Put {
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields | null;
  readonly base?: number | null;
  readonly release?: boolean;
}

export const keyOf = (kind: string, id: string, fields: Fields | null): string =>
  `${kind} ${kind === 'assignment' ? String(fields?.['operation']) : id}`;
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
export const changedIn = (a: Row, b: Row): string[] =>
  Object.keys(a.fields).filter((name) => !same(a.fields[name], b.fields[name]));

export class Model {
  readonly snapshots: Snapshot[] = [{ main: new Map(), drafts: new Map(), spaces: new Map() }];
  readonly changes: Change[] = [];
  readonly versions = new Map<number, Row>();
  readonly hits = new Map<string, number>();
  /** The latest mainline change on which each workspace is based. */
  readonly bases = new Map<string, number>();
  private names = 0;

  hit(branch: string, happened = true): void {
    if (happened) this.hits.set(branch, (this.hits.get(branch) ?? 0) + 1);
  }
  name(prefix: string): string {
    return `${prefix}${++this.names}`;
  }
  get head(): number {
    return this.snapshots.length - 1;
  }
  get now(): Snapshot {
    return this.snapshots[this.head];
  }

  /** What a reader sees. */
  view(layer: string | null, change = this.head): Layer {
    const { main, drafts, spaces } = this.snapshots[change];
    if (layer === null) return main;
    const space = spaces.get(layer);
    if (space?.published != null) {
      this.hit('published workspace reads as the mainline of then', change > space.published);
      return this.snapshots[space.published].main;
    }
    const seen: Layer = new Map(main);
    for (const [key, row] of drafts.get(layer) ?? []) {
      const isLost = row.kind !== 'assignment' && row.base !== null && !main.has(key);
      this.hit('draft row over something deleted reads as deleted', isLost && !row.gone);
      this.hit('tombstone hides', row.gone && main.has(key));
      this.hit('draft assignment hides the mainline one', row.kind === 'assignment' && main.get(key)?.id !== row.id);
      if (row.gone || isLost) seen.delete(key);
      else seen.set(key, row);
    }
    for (const [key, { kind, fields }] of seen) {
      if (kind !== 'task' && kind !== 'assignment') continue;
      if (fields['operation'] === null || seen.has(`operation ${String(fields['operation'])}`)) continue;
      this.hit(`${kind} goes with its operation`);
      seen.delete(key);
    }
    for (const { id, kind, fields, drafted } of seen.values()) {
      if (kind !== 'task' || drafted !== null || fields['operation'] === null) continue;
      const shown = taskAt(seen, String(fields['operation']), String(fields['role']));
      this.hit("a side that both layers linked shows the draft's own task", shown?.id !== id);
    }
    return seen;
  }

  rows(layer: string | null, kind: string): Row[] {
    return [...this.view(layer).values()].filter((row) => row.kind === kind);
  }

  isDraft(layer: string | null): boolean {
    return layer === null || this.now.spaces.get(layer)?.state === 'DRAFT';
  }

  /** Writes one changeset. Returns false if nothing differs. */
  write(layer: string | null, kind: Change['kind'], puts: readonly Put[], space?: readonly [string, Space]): boolean {
    const view = this.view(layer);
    const { main, drafts, spaces } = this.now;
    const own = layer === null ? undefined : drafts.get(layer);
    const news = new Map<string, { row: Row; released: boolean }>();
    const change = this.head + 1;
    const add = (put: Put, key: string, fields: Fields): void => {
      const mine = own?.get(key);
      const base =
        layer === null ? null : put.base !== undefined ? put.base : mine ? mine.base : (main.get(key)?.version ?? null);
      const version = this.versions.size + 1;
      const row: Row = {
        kind: put.kind,
        id: put.id,
        fields,
        gone: put.fields === null,
        version,
        drafted: layer === null ? null : change,
        base,
      };
      this.versions.set(version, row);
      news.set(key, { row, released: put.release === true });
      this.hit('branch on the first write', layer !== null && !mine && base !== null);
      this.hit('made in a draft', layer !== null && !mine && base === null);
    };
    for (const put of puts) {
      const known = put.fields ?? [...view.values()].find((row) => row.kind === put.kind && row.id === put.id)?.fields;
      const inDraft = [...(own?.values() ?? [])].find((row) => row.kind === put.kind && row.id === put.id);
      const key = keyOf(put.kind, put.id, known ?? inDraft?.fields ?? null);
      const before = view.get(key);
      const mine = own?.get(key);
      if (put.release) {
        if (mine) add(put, key, mine.fields);
        continue;
      }
      const moved = mine !== undefined && put.base !== undefined && put.base !== mine.base;
      if (put.fields === null) {
        const last = before ?? mine;
        if (before !== undefined || moved) add({ ...put, id: last!.id }, key, last!.fields);
      } else if (before?.id !== put.id || !same(before.fields, put.fields) || moved) add(put, key, put.fields);
    }
    if (news.size === 0 && space === undefined) {
      this.hit('a write without a difference is no changeset');
      return false;
    }
    const next: Snapshot = {
      main: new Map(main),
      drafts: new Map([...drafts].map(([id, rows]) => [id, new Map(rows)])),
      spaces: new Map(spaces),
    };
    if (space) next.spaces.set(...space);
    if (layer !== null && !next.drafts.has(layer)) next.drafts.set(layer, new Map());
    const target = layer === null ? next.main : next.drafts.get(layer)!;
    const store = (key: string, { row, released }: { row: Row; released: boolean }): void => {
      if (released || (row.gone && layer === null)) target.delete(key);
      else target.set(key, row);
    };
    for (const [key, one] of news) store(key, one);
    this.snapshots.push(next);
    const after = this.view(layer);
    for (const [key, { row }] of news) {
      if (row.kind !== 'task') continue;
      for (const operation of [view.get(key)?.fields['operation'], row.fields['operation']]) {
        const owner = operation == null ? undefined : after.get(`operation ${String(operation)}`);
        const place = `operation ${String(operation)}`;
        if (owner === undefined || news.has(place)) continue;
        this.hit(
          layer === null ? 'task change versions its operation' : 'task change versions its operation in a draft',
        );
        const isOwn = layer !== null && next.drafts.get(layer)!.get(place) === owner;
        const base = layer === null ? null : isOwn ? owner.base : owner.version;
        const version = this.versions.size + 1;
        const derived: Row = { ...owner, version, drafted: row.drafted, base };
        this.versions.set(version, derived);
        news.set(place, { row: derived, released: false });
        store(place, { row: derived, released: false });
      }
    }
    const diffs: Diff[] = [];
    for (const [key, { row, released }] of news) {
      const mine = own?.get(key);
      const start = mine ?? main.get(key);
      const before = start?.gone === true ? null : (start ?? null);
      const end = released ? main.get(key) : row;
      const final = end === undefined || end.gone ? null : end;
      if (before === null && final === null) continue;
      if (before && final && before.id === final.id && changedIn(before, final).length === 0) continue;
      diffs.push({ key, before, after: final });
    }
    this.changes.push({ change, layer, kind, diffs });
    return true;
  }
}

/** The operation's task with a role. A draft's own task wins over one that the mainline linked. */
export const taskAt = (view: Layer, operation: string, role: string): Row | undefined =>
  [...view.values()]
    .filter(({ kind, fields }) => kind === 'task' && fields['operation'] === operation && fields['role'] === role)
    .reduce<Row | undefined>((best, row) => (best === undefined || isBefore(row, best) ? row : best), undefined);
const isBefore = (a: Row, b: Row): boolean => {
  const [x, y] = [a.drafted ?? -1, b.drafted ?? -1];
  return x === y ? a.id > b.id : x > y;
};

/** Checks that there is no dangling reference and no duplicate. */
export function unsound(view: Layer): Set<string> {
  const faults = new Set<string>();
  const sides = new Map<string, string>();
  const values = new Map<string, string>();
  const has = (kind: string, id: Value) => view.has(`${kind} ${String(id)}`);
  for (const [key, { kind, id, fields }] of view) {
    const needs = (to: string, target: Value | undefined) => {
      if (target != null && !has(to, target)) faults.add(`${kind} ${id} needs ${to} ${String(target)}`);
    };
    if (kind === 'location' || kind === 'resource') {
      needs(kind, fields['parent']);
      const seen = new Set<string>();
      for (
        let at: Value | undefined = id;
        at != null && !seen.has(String(at));
        at = view.get(`${kind} ${String(at)}`)?.fields['parent']
      )
        if (view.get(`${kind} ${String(at)}`)?.fields['parent'] === id) faults.add(`${key} circles`);
        else seen.add(String(at));
    }
    if (kind === 'resource') needs('location', fields['location']);
    if (kind === 'operation') needs('group', fields['group']);
    if (kind === 'task' && fields['operation'] !== null) {
      needs('operation', fields['operation']);
      const side = `${String(fields['operation'])} ${String(fields['role'])}`;
      if (sides.has(side)) faults.add(`two tasks at ${side}`);
      sides.set(side, id);
    }
    if (kind === 'assignment') {
      needs('operation', fields['operation']);
      needs('resource', fields['resource']);
    }
    if (kind === 'tag') {
      if (values.has(String(fields['value']))) faults.add(`two tags ${String(fields['value'])}`);
      values.set(String(fields['value']), id);
    }
  }
  return faults;
}
