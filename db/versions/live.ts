import { atOnce } from '../../engine/atOnce.ts';
import { Layer, type LayerRow } from './layer.ts';
import { LayeredState } from './layeredState.ts';
import type { PlanningRef } from './planningState.ts';
import { StoreError } from '../storeError.ts';

/** The workspaces of one planning and the keys under which their rows are stored; 0 is the mainline. */
export class WorkspaceKeys {
  private readonly keys: ReadonlyMap<string, number>;
  private readonly ids: ReadonlyMap<number, string>;

  constructor(entries: Iterable<readonly [string, number]> = []) {
    this.keys = new Map(entries);
    this.ids = new Map([...this.keys].map(([id, key]) => [key, id]));
  }

  with(id: string, key: number): WorkspaceKeys {
    return new WorkspaceKeys([...this.keys, [id, key]]);
  }

  get next(): number {
    return this.keys.size + 1;
  }

  find(id: string): number | undefined {
    return this.keys.get(id);
  }

  /** The key of a workspace. Throws workspace_not_found. */
  key(id: string | null): number {
    if (id === null) return 0;
    const key = this.keys.get(id);
    if (key === undefined)
      throw new StoreError('workspace_not_found', `Workspace ${id} does not exist in this planning.`, { id });
    return key;
  }

  readonly id = (key: number): string | null => (key === 0 ? null : (this.ids.get(key) ?? null));
}

/** A row of a changeset, with the layer to which it belongs. */
export interface LayeredRow extends LayerRow {
  /** Key of the workspace; 0 for the mainline. */
  readonly layer: number;
}

/** Number and time of a change; the time is null if it is not known. */
export interface LiveChange {
  readonly change: number;
  readonly at: number | null;
}

/**
 * The cached layers of a planning at one change, which was the head when it was last checked. Immutable, except that drafts and states are added when
 * they are requested.
 */
export class Live {
  readonly planning: PlanningRef;
  readonly change: number;
  /** Time of that change, in epoch milliseconds; null if it is not known. */
  readonly changedAt: number | null;
  readonly main: Layer;
  readonly workspaces: WorkspaceKeys;
  /** Layers of drafts by workspace key; only those that were requested. */
  readonly drafts: Map<number, Layer>;
  private readonly states = new Map<string | null, LayeredState>();

  constructor(
    planning: PlanningRef,
    { change, at }: LiveChange,
    main: Layer,
    workspaces: WorkspaceKeys,
    drafts: ReadonlyMap<number, Layer> = new Map(),
  ) {
    this.planning = planning;
    this.change = change;
    this.changedAt = at;
    this.main = main;
    this.workspaces = workspaces;
    this.drafts = new Map(drafts);
  }

  static empty(planning: PlanningRef): Live {
    return new Live(planning, { change: 0, at: null }, Layer.empty(false), new WorkspaceKeys());
  }

  /** The state of a workspace; undefined if its layer is not cached yet. Returns the same object every time, so callers may cache by identity. */
  state(workspace: string | null): LayeredState | undefined {
    const known = this.states.get(workspace);
    if (known !== undefined) return known;
    const draft = workspace === null ? null : this.drafts.get(this.workspaces.key(workspace));
    if (draft === undefined) return undefined;
    const state = new LayeredState(this.planning, workspace, this.change, this.main, draft);
    this.states.set(workspace, state);
    return state;
  }

  advance(to: LiveChange, rows: readonly LayeredRow[], workspaces: WorkspaceKeys): Live {
    return atOnce(this.advancing(to, rows, workspaces));
  }

  /** Like `advance`, in slices. */
  *advancing(to: LiveChange, rows: readonly LayeredRow[], workspaces: WorkspaceKeys): Generator<void, Live> {
    const byLayer = Map.groupBy(rows, ({ layer }) => layer);
    const drafts = new Map(this.drafts);
    for (const [key, draft] of drafts) drafts.set(key, yield* draft.advancing(byLayer.get(key) ?? []));
    const main = yield* this.main.advancing(byLayer.get(0) ?? []);
    const next = new Live(this.planning, to, main, workspaces, drafts);
    // A workspace created by these rows has no other rows.
    for (const key of byLayer.keys()) {
      if (key !== 0 && this.workspaces.id(key) === null)
        next.drafts.set(key, Layer.empty(true).advance(byLayer.get(key) ?? []));
    }
    return next;
  }
}
