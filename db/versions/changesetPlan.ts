import { inSlices } from '../turns.ts';
import { newId } from './newId.ts';
import { changedFields, countsOf } from './differences.ts';
import { asVersion, type Fields, type Kind, KINDS, ofKind, type Version } from './entities.ts';
import { DESCRIPTIONS, fieldsOf, type VersionRow } from './kinds.ts';
import { LayeredState } from './layeredState.ts';
import type { LayeredRow, Live, WorkspaceKeys } from './live.ts';
import { diffing } from './rowDiffs.ts';
import { asWrite, type Counts, type Diff, type EntityWrite, type WriteOf } from './store.ts';
import { StoreError } from '../storeError.ts';
import { windowsOf } from './windows.ts';

/** Writes per slice; planning them takes a fraction of a millisecond. */
const PIECE = 64;

/** Everything that one changeset writes, planned before the first statement. */
export interface ChangesetPlan {
  readonly rows: readonly PlannedRow[];
  /** Ids to register. If `strict`, the write is refused if the id exists. */
  readonly identities: readonly { readonly kind: Kind; readonly id: string; readonly strict: boolean }[];
  readonly newWorkspaces: readonly { readonly id: string; readonly key: number }[];
  readonly workspaces: WorkspaceKeys;
  readonly diffs: readonly Diff[];
  readonly counts: Counts;
  readonly kinds: number;
  /** The planning after the changeset. */
  readonly live: Live;
  readonly state: LayeredState;
}

interface PlannedRow extends LayeredRow {
  /** Whether the layer may have a row with this key that must be closed. */
  readonly replaces: boolean;
}

export interface PlanInput {
  readonly live: Live;
  readonly state: LayeredState;
  readonly writes: readonly EntityWrite[];
  readonly change: number;
  readonly at: number;
}

/** Plans a changeset in slices. Null if nothing differs. Pure except for new version ids. */
export const planChangeset = (input: PlanInput): Promise<ChangesetPlan | null> =>
  inSlices(new ChangesetPlanner(input).plan());

/** The properties of a new row besides its fields. */
interface Making<K extends Kind> {
  readonly tombstone?: boolean;
  readonly released?: boolean;
  /** versionId of the mainline version from which the row branches; null outside of drafts. */
  readonly base: string | null;
  readonly before: Version<K> | undefined;
  readonly createdAt?: number | undefined;
}

/** One write, with what exists at its key. */
interface Place<K extends Kind> {
  readonly kind: K;
  readonly key: string;
  /** What another write of this changeset puts there. */
  readonly pending: Version<K> | undefined;
  /** What a reader of the workspace sees there. */
  readonly before: Version<K> | undefined;
  /** The draft's own row, and the mainline's. */
  readonly own: Version<K> | undefined;
  readonly mainline: Version<K> | undefined;
  readonly base: string | null;
  /** Whether the write moves the draft's row to another base, which makes a new row even if nothing else differs. */
  readonly isRebased: boolean;
}

class ChangesetPlanner {
  private readonly input: PlanInput;
  /** Key of the workspace; 0 for the mainline. */
  private readonly layer: number;
  private readonly rows = new Map<string, PlannedRow>();
  private readonly identities: ChangesetPlan['identities'][number][] = [];
  /** `${kind} ${id}` of each. */
  private readonly registered = new Set<string>();
  private readonly newWorkspaces: ChangesetPlan['newWorkspaces'][number][] = [];
  private workspaces: WorkspaceKeys;

  constructor(input: PlanInput) {
    this.input = input;
    this.layer = input.live.workspaces.key(input.state.workspace);
    this.workspaces = input.live.workspaces;
  }

  *plan(): Generator<void, ChangesetPlan | null> {
    for (const [i, write] of this.input.writes.entries()) {
      this.take(write);
      if (i % PIECE === 0) yield;
    }
    if (this.rows.size === 0) return null;
    yield* this.renewOperations();
    yield;
    return yield* this.outcome();
  }

  private take<K extends Kind>(write: WriteOf<K>): void {
    const place = this.placeOf<K>(write);
    if (place === undefined) return;
    if (write.release) this.release(place);
    else if (write.fields === null) this.end(write, place);
    else this.put(write, place, fieldsOf(place.kind, write.fields));
  }

  private placeOf<K extends Kind>(write: WriteOf<K>): Place<K> | undefined {
    const { state } = this.input;
    const kind: K = write.entity;
    const key = this.keyOf(asWrite(write));
    if (key === undefined) return undefined;
    const isInDraft = this.layer !== 0 && kind !== 'workspace';
    const own = isInDraft ? state.draft?.get(kind, key) : undefined;
    const mainline = state.main.get(kind, key);
    const branchedFrom = own === undefined ? (mainline?.versionId ?? null) : own.base;
    const base = !isInDraft ? null : write.base === undefined ? branchedFrom : write.base;
    return {
      kind,
      key,
      pending: ofKind(kind, this.rows.get(`${kind} ${key}`)?.version),
      before: state.atKey(kind, key),
      own,
      mainline,
      base,
      isRebased: own !== undefined && write.base !== undefined && own.base !== base,
    };
  }

  /** The key of an entity in its layer: that of an assignment is its operation, which never changes. */
  private keyOf(write: EntityWrite): string | undefined {
    if (write.entity !== 'assignment') return write.id;
    const { id, fields, operation: named } = write;
    const known = this.input.state.get('assignment', id)?.fields.operation;
    if (fields !== null && known !== undefined && known !== fields.operation) {
      const message = `Assignment ${id} is operation ${known}'s. Leave the id out, or choose another.`;
      throw new StoreError('id_taken', message, { kind: 'assignment', id });
    }
    return fields?.operation ?? known ?? named;
  }

  /** Drops the draft's own row, so that the mainline's shows through again. */
  private release<K extends Kind>({ kind, key, own, before }: Place<K>): void {
    if (own === undefined) return;
    this.add(kind, own.id, key, own.fields, { tombstone: own.tombstone, released: true, base: own.base, before });
  }

  private end<K extends Kind>(write: WriteOf<K>, place: Place<K>): void {
    const { kind, key, pending, before, own, mainline, base, isRebased } = place;
    // Another write of this changeset has already replaced it.
    if (pending !== undefined && pending.id !== write.id) return;
    if (before === undefined && !isRebased) {
      this.rows.delete(`${kind} ${key}`);
      return;
    }
    const last = before ?? own ?? mainline;
    if (last !== undefined) this.add(kind, last.id, key, last.fields, { tombstone: true, base, before });
  }

  private put<K extends Kind>(write: WriteOf<K>, place: Place<K>, fields: Fields[K]): void {
    const { kind, key, pending, before, base, isRebased } = place;
    const isSame =
      before !== undefined && before.id === write.id && changedFields(kind, before.fields, fields).length === 0;
    if (isSame && !isRebased) {
      this.rows.delete(`${kind} ${key}`);
      return;
    }
    if (before?.id !== write.id && pending?.id !== write.id) this.register(kind, write.id, write.reuse !== true);
    if (kind === 'workspace') this.nameWorkspace(write.id);
    this.add(kind, write.id, key, fields, { base, before, createdAt: write.createdAt });
  }

  /** Two writes of one changeset may use one id, with another one for the same operation between them. */
  private register(kind: Kind, id: string, strict: boolean): void {
    if (!strict && this.registered.has(`${kind} ${id}`)) return;
    this.registered.add(`${kind} ${id}`);
    this.identities.push({ kind, id, strict });
  }

  private nameWorkspace(id: string): void {
    if (this.workspaces.find(id) !== undefined) return;
    const added = { id, key: this.workspaces.next };
    this.newWorkspaces.push(added);
    this.workspaces = this.workspaces.with(added.id, added.key);
  }

  private add<K extends Kind>(kind: K, id: string, key: string, fields: Fields[K], making: Making<K>): void {
    const { state, change, at } = this.input;
    const { tombstone = false, released = false, base, before, createdAt = at } = making;
    const isWorkspace = kind === 'workspace';
    const version = asVersion<K>({
      kind,
      id,
      versionId: newId(),
      workspace: isWorkspace ? null : state.workspace,
      change,
      base,
      tombstone,
      validFrom: at,
      validTo: null,
      createdAt: before?.id === id ? before.createdAt : createdAt,
      fields,
    });
    this.rows.set(`${kind} ${key}`, { version, released, layer: isWorkspace ? 0 : this.layer, replaces: true });
  }

  /**
   * Adds a new version of each operation whose task changed, because an operation's row contains its tasks' times. Operations that are written anyway
   * are skipped.
   */
  private *renewOperations(): Generator<void> {
    const { state } = this.input;
    const written = yield* operationsOfTasks([...this.rows.values()], state);
    for (const [i, id] of [...written].entries()) {
      if (i % PIECE === 0) yield;
      const before = state.get('operation', id);
      if (before === undefined || this.rows.has(`operation ${id}`)) continue;
      const base = this.layer === 0 ? null : before.workspace === null ? before.versionId : before.base;
      this.add('operation', id, id, before.fields, { base, before });
    }
  }

  private *outcome(): Generator<void, ChangesetPlan> {
    const { live, state, change, at } = this.input;
    const { rows, identities, newWorkspaces, workspaces } = this;
    const next = yield* live.advancing({ change, at }, [...rows.values()], workspaces);
    const draft = state.draft === null ? null : (next.drafts.get(this.layer) ?? state.draft);
    const after =
      next.state(state.workspace) ?? new LayeredState(live.planning, state.workspace, change, next.main, draft);
    yield;
    const diffs = yield* diffing(rows.values(), state.main, state.draft);
    const isNew = new Set<string>();
    for (const [i, { kind, id, strict }] of identities.entries()) {
      if (i % PIECE === 0) yield;
      if (strict) isNew.add(`${kind} ${id}`);
    }
    let kinds = 0;
    const planned: PlannedRow[] = [];
    for (const row of rows.values()) {
      if (planned.length % PIECE === 0) yield;
      const { kind, id } = row.version;
      kinds |= DESCRIPTIONS[kind].bit;
      planned.push({ ...row, replaces: kind === 'assignment' || !isNew.has(`${kind} ${id}`) });
    }
    yield;
    const counts = countsOf(diffs);
    return { rows: planned, identities, newWorkspaces, workspaces, diffs, counts, kinds, live: next, state: after };
  }
}

/** The operations to which a written task belongs or belonged. */
function* operationsOfTasks(rows: readonly PlannedRow[], state: LayeredState): Generator<void, Set<string>> {
  const operations = new Set<string>();
  for (const [i, { version }] of rows.entries()) {
    if (i % PIECE === 0) yield;
    if (version.kind !== 'task') continue;
    const before = state.get('task', version.id)?.fields.operation ?? null;
    const after = version.fields.operation;
    if (before !== null) operations.add(before);
    if (after !== null) operations.add(after);
  }
  return operations;
}

/** The rows of a kind in the form that its table takes. */
export function tableRows(plan: ChangesetPlan, planning: number, kind: Kind): VersionRow[] {
  return plan.rows
    .filter(({ version }) => version.kind === kind)
    .map(({ version, released, layer }) => ({
      planning,
      workspace: layer,
      id: version.id,
      versionId: version.versionId,
      baseVersion: version.base,
      fromChange: version.change,
      toChange: null,
      tombstone: version.tombstone,
      released,
      validFrom: version.validFrom,
      validTo: null,
      createdAt: version.createdAt,
      ...version.fields,
      ...(kind === 'operation' && !version.tombstone
        ? windowsOf(plan.state.taskOf(version.id, 'inbound'), plan.state.taskOf(version.id, 'outbound'))
        : {}),
    }));
}

export const kindsInPlan = (plan: ChangesetPlan): Kind[] =>
  KINDS.filter((kind) => (plan.kinds & DESCRIPTIONS[kind].bit) !== 0);
