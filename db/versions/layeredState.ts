import type { Kind, TaskRole, Version } from './entities.ts';
import { KINDS } from './entities.ts';
import { Layer, keyOf } from './layer.ts';
import { sorting } from '../turns.ts';
import { byAppearance, reordered } from './listOrder.ts';
import type { DraftRow, PlanningRef, PlanningState } from './planningState.ts';

/** Whether entities of the kind are deleted with their operation. */
const isOwnedKind = (kind: Kind): kind is 'task' | 'assignment' => kind === 'task' || kind === 'assignment';

/** The mainline, or a workspace's rows laid over it. The rules are documented at PlanningState and Version. */
export class LayeredState implements PlanningState {
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  readonly change: number;
  readonly main: Layer;
  /** Null on the mainline, and for a published workspace, which reads as the mainline. */
  readonly draft: Layer | null;
  private readonly counts = new Map<Kind, number>();
  /** Of a draft: the keys of a kind in the order of lists. */
  private readonly orders = new Map<Kind, readonly string[]>();

  constructor(planning: PlanningRef, workspace: string | null, change: number, main: Layer, draft: Layer | null) {
    this.planning = planning;
    this.workspace = workspace;
    this.change = change;
    this.main = main;
    this.draft = draft;
  }

  get<K extends Kind>(kind: K, id: string): Version<K> | undefined {
    if (kind !== 'assignment') return this.atKey(kind, id);
    const operation = this.draft?.find('assignmentsById', id)[0] ?? this.main.find('assignmentsById', id)[0];
    const version = operation === undefined ? undefined : this.atKey(kind, operation);
    return version?.id === id ? version : undefined;
  }

  has(kind: Kind, id: string): boolean {
    return this.get(kind, id) !== undefined;
  }

  atKey<K extends Kind>(kind: K, key: string): Version<K> | undefined {
    const mainline = this.main.get(kind, key);
    if (this.draft === null || kind === 'workspace') return mainline;
    const own = this.draft.get(kind, key);
    const version = own === undefined ? mainline : this.shown(own, mainline !== undefined);
    return version !== undefined && this.isOwned(version) ? version : undefined;
  }

  /** A draft's row of an entity that the mainline deleted reads as deleted, except for an assignment, which depends on its operation instead. */
  private shown<K extends Kind>(own: Version<K>, isOnMainline: boolean): Version<K> | undefined {
    if (own.tombstone) return undefined;
    return own.base === null || isOnMainline || own.kind === 'assignment' ? own : undefined;
  }

  /** Layers are deleted from independently, so a task or assignment is visible only while its operation is. */
  private isOwned(version: Version): boolean {
    if (version.kind !== 'task' && version.kind !== 'assignment') return true;
    const { operation } = version.fields;
    return operation === null || this.atKey('operation', operation) !== undefined;
  }

  *all<K extends Kind>(kind: K): IterableIterator<Version<K>> {
    const rows = this.main.rows[kind];
    if (this.draft === null || kind === 'workspace') {
      yield* rows.values();
      return;
    }
    for (const version of rows.values()) {
      const shown = this.atKey(kind, keyOf(version));
      if (shown !== undefined) yield shown;
    }
    const own = this.draft.rows[kind];
    for (const version of own.values()) {
      const key = keyOf(version);
      if (this.main.get(kind, key) !== undefined) continue;
      const shown = this.atKey(kind, key);
      if (shown !== undefined) yield shown;
    }
  }

  *ordering(kind: Kind): Generator<void, readonly string[]> {
    const { main, draft } = this;
    const below = yield* main.ordering(kind);
    if (draft === null || kind === 'workspace') return below;
    const known = this.orders.get(kind);
    if (known !== undefined) return known;
    const changes = Array.from(this.keysLaidOver(kind, draft), (key) => ({
      key,
      before: main.get(kind, key),
      after: this.atKey(kind, key),
    }));
    const order =
      reordered(below, changes, (key) => main.get(kind, key)) ??
      (yield* sorting<Version>([...this.all(kind)], byAppearance)).map(keyOf);
    this.orders.set(kind, order);
    return order;
  }

  /** Keys of a kind at which the draft may show something else than the mainline: its own, and what its operations own. */
  private keysLaidOver(kind: Kind, draft: Layer): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const [key] of draft.rows[kind].entries()) keys.add(key);
    if (!isOwnedKind(kind)) return keys;
    for (const [operation] of draft.rows.operation.entries()) {
      const owned = kind === 'assignment' ? [operation] : this.main.find('tasksByOperation', operation);
      for (const key of owned) keys.add(key);
    }
    return keys;
  }

  count(kind: Kind): number {
    if (this.draft === null) return this.main.rows[kind].size;
    let count = this.counts.get(kind);
    if (count === undefined) {
      count = isOwnedKind(kind) ? this.countAll(kind) : this.countOwn(kind, this.draft);
      this.counts.set(kind, count);
    }
    return count;
  }

  private countAll(kind: Kind): number {
    let count = 0;
    for (const _ of this.all(kind)) count++;
    return count;
  }

  /** The mainline's count, corrected by the draft's rows. */
  private countOwn(kind: Kind, draft: Layer): number {
    let count = this.main.rows[kind].size;
    if (kind === 'workspace') return count;
    for (const [key] of draft.rows[kind].entries()) {
      count += Number(this.atKey(kind, key) !== undefined) - Number(this.main.get(kind, key) !== undefined);
    }
    return count;
  }

  *keysApart(kind: Kind, { main, draft }: LayeredState): IterableIterator<string> {
    yield* this.main.keysApart(kind, main);
    const none = Layer.empty(true);
    if (this.draft !== draft) yield* (this.draft ?? none).keysApart(kind, draft ?? none);
  }

  get record(): Version<'planning'> {
    const record = this.atKey('planning', this.planning.id);
    if (record === undefined) throw new Error(`Planning ${this.planning.id} has no record at change ${this.change}.`);
    return record;
  }

  assignmentOf(operation: string): Version<'assignment'> | undefined {
    return this.atKey('assignment', operation);
  }

  taskOf(operation: string, role: TaskRole): Version<'task'> | undefined {
    let found: Version<'task'> | undefined;
    for (const task of this.found('task', 'tasksByOperation', operation)) {
      if (task.fields.operation !== operation || task.fields.role !== role) continue;
      if (found === undefined || takesSide(task, found)) found = task;
    }
    return found;
  }

  operationsOf(group: string): Version<'operation'>[] {
    return [...this.found('operation', 'operationsByGroup', group)].filter((version) => version.fields.group === group);
  }

  assignmentsOn(resource: string): Version<'assignment'>[] {
    return [...this.all('assignment')].filter(({ fields }) => fields.parts.some((part) => part.resource === resource));
  }

  *draftRows(): IterableIterator<DraftRow> {
    if (this.draft === null) return;
    for (const kind of KINDS) {
      for (const [key, draft] of this.draft.rows[kind].entries()) yield { draft, mainline: this.main.get(kind, key) };
    }
  }

  private *found<K extends 'task' | 'operation'>(
    kind: K,
    index: 'tasksByOperation' | 'operationsByGroup',
    value: string,
  ): IterableIterator<Version<K>> {
    const keys = this.main.find(index, value);
    for (const key of keys) {
      const version = this.atKey(kind, key);
      if (version !== undefined) yield version;
    }
    if (this.draft === null) return;
    for (const key of this.draft.find(index, value)) {
      if (keys.includes(key)) continue;
      const version = this.atKey(kind, key);
      if (version !== undefined) yield version;
    }
  }
}

/** Two tasks may have one role if the two layers were linked separately. The draft's own task wins, else the one that was written later. */
const takesSide = (task: Version<'task'>, other: Version<'task'>): boolean => {
  const rank = ({ workspace, change }: Version<'task'>): number => (workspace === null ? -1 : change);
  const [a, b] = [rank(task), rank(other)];
  return a !== b ? a > b : task.id > other.id;
};
