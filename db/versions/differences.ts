import type { Fields, Kind, Version } from './entities.ts';
import { KINDS } from './entities.ts';
import { DESCRIPTIONS } from './kinds.ts';
import type { Counts, Diff, DiffAction } from './store.ts';

/** Fields that do not count as a difference by themselves. */
const SILENT: Partial<Record<Kind, readonly string[]>> = { assignment: ['assignedAt', 'assignedBy'] };

/** Whether two JSON values are equal; the order of an object's members does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null);
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
    );
  }
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)));
}

/** Names of the fields that differ, except those in SILENT. */
export function changedFields<K extends Kind>(kind: K, before: Fields[K], after: Fields[K]): string[] {
  const silent: readonly string[] = SILENT[kind] ?? [];
  const [from, to]: readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>] = [before, after];
  return DESCRIPTIONS[kind].fieldNames.filter((name) => !silent.includes(name) && !isEqual(from[name], to[name]));
}

/**
 * The diffs of one row as a reader sees them: none if only derived columns changed, two if an operation's assignment got another id. `before` and
 * `after` are live versions or null.
 */
export function diffsOf<K extends Kind>(before: Version<K> | null, after: Version<K> | null): Diff<K>[] {
  const one = before ?? after;
  if (one === null) return [];
  const diff = (
    action: DiffAction,
    from: Version<K> | null,
    to: Version<K> | null,
    changed: readonly string[],
  ): Diff<K> => ({
    entity: one.kind,
    id: (to ?? from ?? one).id,
    action,
    before: from,
    after: to,
    changed,
  });
  const all = DESCRIPTIONS[one.kind].fieldNames;
  if (before === null) return [diff('created', null, after, all)];
  if (after === null) return [diff('deleted', before, null, all)];
  if (before.id !== after.id) return [diff('deleted', before, null, all), diff('created', null, after, all)];
  const changed = changedFields(before.kind, before.fields, after.fields);
  return changed.length === 0 ? [] : [diff('updated', before, after, changed)];
}

export function countsOf(diffs: readonly Diff[]): Counts {
  const counts: { [K in Kind]?: { created: number; updated: number; deleted: number } } = {};
  for (const { entity, action } of diffs) {
    const count = (counts[entity] ??= { created: 0, updated: 0, deleted: 0 });
    count[action]++;
  }
  return counts;
}

/** Sorted by kind, in the order of KINDS; within a kind, the order is kept. */
export const inOrder = (diffs: readonly Diff[]): Diff[] => {
  const byKind = Map.groupBy(diffs, ({ entity }) => entity);
  return KINDS.flatMap((kind) => byKind.get(kind) ?? []);
};
