import { entriesOf } from '../../engine/recordOf.ts';
import { present } from '../../engine/present.ts';
import { isEqual } from '../../db/versions/differences.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Changeset, Diff } from '../../db/versions/store.ts';
import { dependenciesOf } from '../records/dependencies.ts';
import { currentTasks, derivedOfTasks } from '../records/operationRecord.ts';
import { slicedly } from '../turns.ts';

/** The states of one layer before and after a change. */
export interface Around {
  readonly before: () => Promise<PlanningState>;
  readonly after: () => Promise<PlanningState>;
}

/**
 * Adds to the diffs of a change the records that read differently although none of their own fields changed: an operation whose task or whose
 * neighbors in its group changed, and whatever refers to an entity that has come back. (An undone deletion brings an entity back, and so does moving a
 * resource out of a deleted location. While an entity is gone, references to it are hidden.) What operations derive from a changed or deleted tag, or
 * from the planning's minimum stay, is not added: that may be every operation, and the tag or planning itself is among the diffs.
 */
export const readDiffs = async (
  changeset: Pick<Changeset, 'at' | 'details'>,
  diffs: readonly Diff[],
  around: Around,
): Promise<readonly Diff[]> => {
  const derived = sidesOf(diffs);
  const returned = new Set(
    diffs.filter((diff) => comesBack(diff, changeset)).map(({ entity, id }) => `${entity} ${id}`),
  );
  const moved = diffs.filter(({ entity, changed }) => entity === 'resource' && changed.includes('location'));
  const regrouped = diffs.filter(({ entity, changed }) => entity === 'operation' && changed.includes('group'));
  if (derived.size === 0 && returned.size === 0 && moved.length === 0 && regrouped.length === 0) return diffs;
  const [before, after] = [await around.before(), await around.after()];
  for (const { id } of moved) {
    const location = before.get('resource', id)?.fields.location;
    if (location !== undefined && !before.has('location', location)) returned.add(`resource ${id}`);
  }
  const placed = new Set([...derived.keys(), ...regrouped.map(({ id }) => id)]);
  for (const [id, changed] of derived) derivedOtherwise(id, before, after).forEach((name) => changed.add(name));
  for (const id of await dependingOtherwise(placed, before, after)) {
    derived.set(id, (derived.get(id) ?? new Set()).add('operationDependencies'));
  }
  const own = new Set(diffs.map(({ entity, id }) => `${entity} ${id}`));
  const more = new Map<string, Diff>();
  const add = (kind: Kind, id: string, changed: readonly string[]): void => {
    const [from, to] = [before.get(kind, id), after.get(kind, id)];
    if (from === undefined || to === undefined || own.has(`${kind} ${id}`)) return;
    const known = more.get(`${kind} ${id}`)?.changed ?? [];
    const all = [...new Set([...known, ...changed])];
    more.set(`${kind} ${id}`, { entity: kind, id, action: 'updated', before: from, after: to, changed: all });
  };
  if (returned.size > 0) for (const { kind, id, changed } of namersOf(after, returned)) add(kind, id, changed);
  for (const [operation, changed] of derived) add('operation', operation, [...changed]);
  return [
    ...diffs.map((diff) => {
      const changed = diff.entity === 'operation' && diff.action === 'updated' ? derived.get(diff.id) : undefined;
      return changed === undefined ? diff : { ...diff, changed: [...diff.changed, ...changed] };
    }),
    ...more.values(),
  ];
};

/** By operation, which of its tasks the diffs change. */
const sidesOf = (diffs: readonly Diff[]): Map<string, Set<string>> => {
  const sides = new Map<string, Set<string>>();
  for (const { before, after } of diffs) {
    for (const version of [before, after]) {
      if (version?.kind !== 'task') continue;
      const { operation, role } = version.fields;
      if (operation === null) continue;
      const side = sides.get(operation) ?? new Set();
      sides.set(operation, side.add(`${role}Task`));
    }
  }
  return sides;
};

/** What the operation derives from its tasks and what differs between the states. */
const derivedOtherwise = (operation: string, before: PlanningState, after: PlanningState): readonly string[] => {
  const derivedIn = (state: PlanningState) => entriesOf(derivedOfTasks(state, currentTasks(state, operation)));
  const was = new Map<string, unknown>(derivedIn(before));
  return derivedIn(after).flatMap(([name, value]) => (was.get(name) === value ? [] : [name]));
};

/** The operations whose dependencies differ between the states, if only `placed` have come, gone, or moved in time or to another group. */
const dependingOtherwise = async (
  placed: ReadonlySet<string>,
  before: PlanningState,
  after: PlanningState,
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  const compare = (operation: Version<'operation'>): void => {
    const was = before.get('operation', operation.id);
    if (was === undefined || isEqual(dependenciesOf(before, was), dependenciesOf(after, operation))) return;
    found.add(operation.id);
  };
  const versions = [...placed].flatMap((id) => [before.get('operation', id) ?? [], after.get('operation', id) ?? []]);
  const groups = new Set(versions.flat().map(({ fields }) => fields.group));
  for await (const group of slicedly(groups)) if (group !== null) after.operationsOf(group).forEach(compare);
  // Some may have left their group for none.
  for (const id of placed) {
    const operation = after.get('operation', id);
    if (operation !== undefined) compare(operation);
  }
  return found;
};

/**
 * Whether a created record may be one that was there before. A merge or revert may bring back a record that others refer to, as a new version in this
 * layer.
 */
const comesBack = ({ action, after }: Diff, { at, details }: Pick<Changeset, 'at' | 'details'>): boolean =>
  action === 'created' &&
  after !== null &&
  (after.createdAt < at || [details['rebases'], details['publishes'], details['reverts']].some(Boolean));

/** Members that refer to other entities, by kind. */
const NAMES: { readonly [K in Kind]?: Readonly<Record<string, Kind>> } = {
  location: { parent: 'location' },
  resource: { location: 'location', parent: 'resource', adjacent: 'resource', tags: 'tag' },
  operation: { group: 'group', tags: 'tag' },
};

interface Namer {
  readonly kind: Kind;
  readonly id: string;
  readonly changed: readonly string[];
}

/** Every entity that refers to one of these. */
const namersOf = (state: PlanningState, returned: Set<string>): Namer[] => {
  const found: Namer[] = [];
  // A resource is hidden while its location is gone, and comes back with it.
  for (const { id, fields } of state.all('resource')) {
    if (returned.has(`location ${fields.location}`)) returned.add(`resource ${id}`);
  }
  const isNamed = (kind: Kind, value: unknown): boolean =>
    (Array.isArray(value) ? value : [value]).some((id) => returned.has(`${kind} ${id}`));
  for (const [kind, members] of entriesOf(NAMES)) {
    for (const { id, fields } of state.all(kind)) {
      const changed = Object.keys(members).filter((name) => isNamed(present(members[name]), Reflect.get(fields, name)));
      if (changed.length > 0) found.push({ kind, id, changed });
    }
  }
  for (const { fields } of state.all('task')) {
    if (fields.operation === null || !isNamed('tag', fields.tags)) continue;
    found.push({ kind: 'operation', id: fields.operation, changed: [`${fields.role}Task`] });
  }
  for (const { id, fields } of state.all('assignment')) {
    if (fields.parts.some(({ resource }) => returned.has(`resource ${resource}`)))
      found.push({ kind: 'assignment', id, changed: ['parts'] });
  }
  return found;
};
