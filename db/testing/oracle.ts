import { isDeepStrictEqual } from 'node:util';
import type { Fields, Kind } from '../versions/entities.ts';
import type { EntityWrite, RangeField } from '../versions/store.ts';

/** One entity in one layer. */
interface Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly fields: Fields[Kind];
  readonly tombstone: boolean;
  /** Number of the change that wrote it; stands for its version. */
  readonly change: number;
  /** Only in a draft: the change of the mainline entry from which it branched. */
  readonly base: number | null;
}
type LayerModel = Map<string, Entry>;

interface Snapshot {
  readonly main: LayerModel;
  readonly drafts: Map<string, LayerModel>;
}

export type Outcome = { readonly kind: 'written' } | { readonly kind: 'nothing' } | { readonly kind: 'id_taken' };

const keyOf = (kind: Kind, id: string, fields: Fields[Kind] | null): string =>
  `${kind} ${kind === 'assignment' ? (fields as Fields['assignment']).operation : id}`;

const comparable = (kind: Kind, fields: Fields[Kind]): unknown =>
  kind === 'assignment' ? { ...fields, assignedAt: 0, assignedBy: null } : fields;

/**
 * The simplest implementation of what the store promises: a full copy of everything at every change. Slow, obvious, and shares no code with the
 * store.
 */
export class Oracle {
  readonly snapshots: Snapshot[] = [{ main: new Map(), drafts: new Map() }];
  readonly identities = new Set<string>();

  get head(): number {
    return this.snapshots.length - 1;
  }

  /** What a reader sees, by kind and id. */
  read(workspace: string | null, change: number): Map<string, Fields[Kind]> {
    const seen = [...this.visible(workspace, this.at(change)).values()];
    return new Map(seen.map(({ kind, id, fields }) => [`${kind} ${id}`, fields]));
  }

  write(workspace: string | null, writes: readonly EntityWrite[]): Outcome {
    const now = this.at(this.head);
    const change = this.head + 1;
    const visible = this.visible(workspace, now);
    const draft = workspace === null ? null : (now.drafts.get(workspace) ?? new Map<string, Entry>());
    const news = new Map<string, Entry & { released: boolean }>();
    const added: string[] = [];
    for (const write of writes) {
      const { entity: kind, id } = write;
      const current = [...visible.values()].find((entry) => entry.kind === kind && entry.id === id);
      const fields = write.fields ?? current?.fields ?? null;
      if (kind === 'assignment' && fields === null) continue;
      const key = keyOf(kind, id, fields);
      const pending = news.get(key);
      if (write.fields === null && !write.release && pending !== undefined && pending.id !== id) continue;
      const before = visible.get(key);
      const own = kind === 'workspace' ? undefined : draft?.get(key);
      if (write.release) {
        if (own !== undefined) news.set(key, { ...own, change, released: true });
        continue;
      }
      const base =
        draft === null || kind === 'workspace'
          ? null
          : own !== undefined
            ? own.base
            : (now.main.get(key)?.change ?? null);
      if (write.fields === null) {
        if (before === undefined) news.delete(key);
        else news.set(key, { ...before, base, change, tombstone: true, released: false });
        continue;
      }
      const isSame =
        before !== undefined &&
        before.id === id &&
        isDeepStrictEqual(comparable(kind, before.fields), comparable(kind, write.fields));
      if (isSame) {
        news.delete(key);
        continue;
      }
      if (before?.id !== id && pending?.id !== id) {
        if (!write.reuse && (this.identities.has(`${kind} ${id}`) || added.includes(`${kind} ${id}`)))
          return { kind: 'id_taken' };
        added.push(`${kind} ${id}`);
      }
      news.set(key, { kind, id, fields: write.fields, base, change, tombstone: false, released: false });
    }
    if (news.size === 0) return { kind: 'nothing' };
    for (const identity of added) this.identities.add(identity);
    const main = new Map(now.main);
    const drafts = new Map([...now.drafts].map(([id, layer]) => [id, new Map(layer)]));
    const next: Snapshot = { main, drafts };
    const put = (key: string, entry: Entry & { released: boolean }) => {
      const { released, ...rest } = entry;
      if (workspace === null || entry.kind === 'workspace') {
        if (entry.tombstone) main.delete(key);
        else main.set(key, rest);
        return;
      }
      let layer = drafts.get(workspace);
      if (layer === undefined) drafts.set(workspace, (layer = new Map()));
      if (released) layer.delete(key);
      else layer.set(key, rest);
    };
    for (const [key, entry] of news) put(key, entry);
    // A changed task makes a new version of its operations: the one before and the one after the change.
    for (const [key, entry] of news) {
      if (entry.kind !== 'task') continue;
      for (const fields of [visible.get(key)?.fields, entry.fields] as (Fields['task'] | undefined)[]) {
        const operation = fields?.operation ?? null;
        const seen = operation === null ? undefined : this.visible(workspace, next).get(`operation ${operation}`);
        if (seen === undefined || news.has(`operation ${operation}`) || seen.change === change) continue;
        const own = workspace === null ? undefined : drafts.get(workspace)?.get(`operation ${operation}`);
        const base = workspace === null ? null : own === undefined ? seen.change : own.base;
        put(`operation ${operation}`, { ...seen, base, change, released: false });
      }
    }
    this.snapshots.push(next);
    return { kind: 'written' };
  }

  /** Mainline operations in a window, by brute force. */
  inWindow(change: number, rangeField: RangeField, from: number, to: number): string[] {
    const entries = [...this.at(change).main.values()];
    const task = (operation: string, role: string) =>
      entries.find(
        ({ kind, fields }) =>
          kind === 'task' &&
          (fields as Fields['task']).operation === operation &&
          (fields as Fields['task']).role === role,
      )?.fields as Fields['task'] | undefined;
    const first = (fields: Fields['task']) =>
      rangeField === 'scheduledTime'
        ? fields.scheduledTime
        : ((rangeField === 'expectedTime95Interval'
            ? fields.expectedTimeP05
            : rangeField === 'expectedTime90Interval'
              ? fields.expectedTimeP10
              : null) ?? fields.expectedTime);
    const last = (fields: Fields['task']) =>
      rangeField === 'scheduledTime'
        ? fields.scheduledTime
        : ((rangeField === 'expectedTime95Interval'
            ? fields.expectedTimeP95
            : rangeField === 'expectedTime90Interval'
              ? fields.expectedTimeP90
              : null) ?? fields.expectedTime);
    return entries
      .filter(({ kind, id }) => {
        const inbound = kind === 'operation' ? task(id, 'inbound') : undefined;
        const outbound = kind === 'operation' ? task(id, 'outbound') : undefined;
        return inbound !== undefined && outbound !== undefined && first(inbound) <= to && last(outbound) >= from;
      })
      .map(({ id }) => id)
      .sort();
  }

  private at(change: number): Snapshot {
    const snapshot = this.snapshots[change];
    if (snapshot === undefined) throw new Error(`The oracle has no change ${change}.`);
    return snapshot;
  }

  private visible(workspace: string | null, snapshot: Snapshot): LayerModel {
    if (workspace === null) return snapshot.main;
    const record = snapshot.main.get(`workspace ${workspace}`)?.fields as Fields['workspace'] | undefined;
    if (record?.state === 'PUBLISHED' && record.publishedChange !== null) return this.at(record.publishedChange).main;
    const draft = snapshot.drafts.get(workspace) ?? new Map<string, Entry>();
    const merged = new Map(snapshot.main);
    for (const [key, entry] of draft) {
      const isOverDeleted = entry.base !== null && entry.kind !== 'assignment' && !snapshot.main.has(key);
      if (entry.tombstone || isOverDeleted) merged.delete(key);
      else merged.set(key, entry);
    }
    for (const [key, { kind, fields }] of merged) {
      if (kind !== 'task' && kind !== 'assignment') continue;
      const { operation } = fields as Fields['task'] | Fields['assignment'];
      if (operation !== null && !merged.has(`operation ${operation}`)) merged.delete(key);
    }
    return merged;
  }
}
