import { inSlices } from '../turns.ts';
import { newId } from './newId.ts';
import { changedFields, countsOf } from './differences.ts';
import type { Fields, Kind, Version } from './entities.ts';
import { KINDS } from './entities.ts';
import { DESCRIPTIONS, type VersionRow } from './kinds.ts';
import { LayeredState } from './layeredState.ts';
import type { LayeredRow, Live, WorkspaceKeys } from './live.ts';
import { diffing } from './rowDiffs.ts';
import type { Counts, Diff, EntityWrite } from './store.ts';
import { StoreError } from '../storeError.ts';
import { windowsOf } from './windows.ts';

/** Writes that are planned within a fraction of a millisecond. */
const PIECE = 64;

/** Everything that one changeset writes, worked out before the first statement. */
export interface ChangesetPlan {
  readonly rows: readonly PlannedRow[];
  /** Ids to register; `strict`: refused when they exist. */
  readonly identities: readonly { readonly kind: Kind; readonly id: string; readonly strict: boolean }[];
  readonly newWorkspaces: readonly { readonly id: string; readonly key: number }[];
  readonly workspaces: WorkspaceKeys;
  readonly diffs: readonly Diff[];
  readonly counts: Counts;
  readonly kinds: number;
  /** The planning just after. */
  readonly live: Live;
  readonly state: LayeredState;
}

interface PlannedRow extends LayeredRow {
  /** The layer may have a row of this key that is to be closed. */
  readonly replaces: boolean;
}

export interface PlanInput {
  readonly live: Live;
  readonly state: LayeredState;
  readonly writes: readonly EntityWrite[];
  readonly change: number;
  readonly at: number;
}

/** Null when nothing differs. Pure but for version ids. In slices, where there is much of it. */
export const planChangeset = (input: PlanInput): Promise<ChangesetPlan | null> => inSlices(planning(input));

function* planning({ live, state, writes, change, at }: PlanInput): Generator<void, ChangesetPlan | null> {
  const layer = live.workspaces.key(state.workspace);
  const rows = new Map<string, PlannedRow>();
  const identities: ChangesetPlan['identities'][number][] = [];
  const newWorkspaces: { id: string; key: number }[] = [];
  let { workspaces } = live;

  const add = <K extends Kind>(
    kind: K,
    id: string,
    key: string,
    fields: Fields[K],
    how: {
      tombstone: boolean;
      released: boolean;
      base: string | null;
      before: Version<K> | undefined;
      createdAt?: number | undefined;
    },
  ) => {
    const to = kind === 'workspace' ? 0 : layer;
    const version: Version<K> = {
      kind,
      id,
      versionId: newId(),
      workspace: kind === 'workspace' ? null : state.workspace,
      change,
      base: how.base,
      tombstone: how.tombstone,
      validFrom: at,
      validTo: null,
      createdAt: how.before?.id === id ? how.before.createdAt : (how.createdAt ?? at),
      fields,
    };
    rows.set(`${kind} ${key}`, { version, released: how.released, layer: to, replaces: true });
  };

  for (const [i, write] of writes.entries()) {
    planWrite(write);
    if (i % PIECE === 0) yield;
  }

  function planWrite<K extends Kind>(write: Extract<EntityWrite, { entity: K }>): void {
    const kind: K = write.entity;
    const key =
      kind === 'assignment'
        ? (assignmentKey(write.id, write.fields as Fields['assignment'] | null) ?? write.operation)
        : write.id;
    if (key === undefined) return;
    const pending = rows.get(`${kind} ${key}`)?.version as Version<K> | undefined;
    // Deactivating what another write of this changeset has replaced already.
    if (write.fields === null && !write.release && pending !== undefined && pending.id !== write.id) return;
    const before = state.atKey(kind, key);
    const inDraft = layer !== 0 && kind !== 'workspace';
    const own = inDraft ? state.draft?.get(kind, key) : undefined;
    const mainline = state.main.get(kind, key);
    if (write.release) {
      if (own !== undefined)
        add(kind, own.id, key, own.fields, { tombstone: own.tombstone, released: true, base: own.base, before });
      return;
    }
    const base = !inDraft
      ? null
      : write.base !== undefined
        ? write.base
        : own !== undefined
          ? own.base
          : (mainline?.versionId ?? null);
    const rebased = own !== undefined && write.base !== undefined && own.base !== base;
    if (write.fields === null) {
      if (before === undefined && !rebased) {
        rows.delete(`${kind} ${key}`);
        return;
      }
      const last = before ?? own ?? mainline;
      if (last !== undefined) add(kind, last.id, key, last.fields, { tombstone: true, released: false, base, before });
      return;
    }
    const fields = normalized(kind, write.fields as Fields[K]);
    const differs =
      before === undefined || before.id !== write.id || changedFields(kind, before.fields, fields).length > 0;
    if (!differs && !rebased) {
      rows.delete(`${kind} ${key}`);
      return;
    }
    if (before?.id !== write.id && pending?.id !== write.id)
      identities.push({ kind, id: write.id, strict: write.reuse !== true });
    if (kind === 'workspace' && workspaces.find(write.id) === undefined) {
      const added = { id: write.id, key: workspaces.next };
      newWorkspaces.push(added);
      workspaces = workspaces.with(added.id, added.key);
    }
    add(kind, write.id, key, fields, { tombstone: false, released: false, base, before, createdAt: write.createdAt });
  }

  /** Its operation, for life. */
  function assignmentKey(id: string, fields: Fields['assignment'] | null): string | undefined {
    const known = state.get('assignment', id)?.fields.operation;
    if (fields !== null && known !== undefined && known !== fields.operation)
      throw new StoreError(
        'id_taken',
        `Assignment ${id} is operation ${known}'s. Leave the id out, or choose another.`,
        {
          kind: 'assignment',
          id,
        },
      );
    return fields?.operation ?? known;
  }

  if (rows.size === 0) return null;

  for (const [i, id] of [...(yield* operationsOfTasks([...rows.values()], state))].entries()) {
    if (i % PIECE === 0) yield;
    // Written by itself: that row carries the task's times already.
    if (rows.has(`operation ${id}`)) continue;
    const before = state.get('operation', id);
    if (before === undefined) continue;
    // A task's change is a new version of its operation, whose row carries the task's times.
    const base = layer === 0 ? null : before.workspace === null ? before.versionId : before.base;
    add('operation', id, id, before.fields, { tombstone: false, released: false, base, before });
  }

  yield;
  const next = yield* live.advancing({ change, at }, [...rows.values()], workspaces);
  const draft = state.draft === null ? null : (next.drafts.get(layer) ?? state.draft);
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
  const planned: ChangesetPlan['rows'][number][] = [];
  for (const row of rows.values()) {
    if (planned.length % PIECE === 0) yield;
    const { kind, id } = row.version;
    kinds |= DESCRIPTIONS[kind].bit;
    planned.push({ ...row, replaces: kind === 'assignment' || !isNew.has(`${kind} ${id}`) });
  }
  yield;
  return {
    rows: planned,
    identities,
    newWorkspaces,
    workspaces,
    diffs,
    counts: countsOf(diffs),
    kinds,
    live: next,
    state: after,
  };
}

/** Operations that a written task belongs to, or belonged to. */
function* operationsOfTasks(rows: readonly PlannedRow[], state: LayeredState): Generator<void, Set<string>> {
  const operations = new Set<string>();
  for (const [i, { version }] of rows.entries()) {
    if (i % PIECE === 0) yield;
    if (version.kind !== 'task') continue;
    const before = state.get('task', version.id)?.fields.operation ?? null;
    const after = (version as Version<'task'>).fields.operation;
    if (before !== null) operations.add(before);
    if (after !== null) operations.add(after);
  }
  return operations;
}

/** Exactly the kind's fields, absent ones null. */
function normalized<K extends Kind>(kind: K, fields: Fields[K]): Fields[K] {
  const result: Record<string, unknown> = {};
  for (const name of DESCRIPTIONS[kind].fieldNames) result[name] = fields[name] ?? null;
  return result as unknown as Fields[K];
}

/** Rows as the kind's table takes them. */
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
