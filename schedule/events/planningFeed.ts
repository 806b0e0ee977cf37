import type { PlanningRef, PlanningState } from '../../db/store/planningState.ts';
import type { Run } from '../../db/store/runs.ts';
import type { Changeset, Store } from '../../db/store/store.ts';
import { StoreError } from '../../db/store/storeError.ts';
import type { LiveConflicts } from '../conflicts/liveConflicts.ts';
import { instant } from '../records/instants.ts';
import { runRecord } from '../records/runRecord.ts';
import { changeEvents, keyOf, type ScheduleEvent, touches } from './changeEvents.ts';

/** Where messages go, in order. */
export interface Sink {
  send(text: string): void;
  /** Resolves when what was sent is mostly gone; false when nobody listens any more. */
  ready(): Promise<boolean>;
}

/** One who is up to date with `cursor` and told everything after it. */
export interface Subscriber {
  readonly workspace: string | null;
  readonly sink: Sink;
  cursor: number;
}

export interface FeedDeps {
  readonly store: Store;
  readonly conflicts: LiveConflicts;
  readonly clock: () => number;
  /** After each delivery: how long ago the change was committed. */
  readonly onDelivered: (lagMs: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** What a reader of one layer needs. */
interface FollowedLayer {
  state: PlanningState;
  /** Keys of what the draft overrides; null: the mainline's changes do not show here (any more). */
  overridden: ReadonlySet<string> | null;
  readonly unfollow: () => void;
}

/** An event for the wire, written once for all who get it. */
interface Outgoing {
  readonly layer: string | null;
  /** Null: for readers of the layer only. */
  readonly key: string | null;
  readonly text: string;
}

const PAGE = 200;

/**
 * One planning's events on this node, in order of change: everything that concerns order happens one after the other in `queue`. A signal
 * wakes it, and it reads what the database has.
 */
export class PlanningFeed {
  readonly planning: PlanningRef;
  readonly subscribers = new Set<Subscriber>();
  private readonly deps: FeedDeps;
  private readonly layers = new Map<string | null, FollowedLayer>();
  /** Readers of each layer, those that still catch up too. */
  private readonly readers = new Map<string | null, number>();
  private change = -1;
  private changeId: string | null = null;
  private isGone = false;
  private isWaking = false;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(planning: PlanningRef, deps: FeedDeps) {
    this.planning = planning;
    this.deps = deps;
  }

  /** One after the other; a failure is the caller's. */
  inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(step);
    this.queue = turn.catch(() => {});
    return turn;
  }

  wake(): void {
    if (this.isWaking) return;
    this.isWaking = true;
    this.inTurn(async () => {
      this.isWaking = false;
      await this.advance();
    }).catch(this.deps.onFault);
  }

  get head(): { readonly change: number; readonly id: string | null } {
    return { change: this.change, id: this.changeId };
  }

  retain(workspace: string | null): void {
    this.readers.set(workspace, (this.readers.get(workspace) ?? 0) + 1);
  }

  /** Answers whether nobody reads any layer now. */
  release(workspace: string | null): boolean {
    const left = (this.readers.get(workspace) ?? 1) - 1;
    if (left > 0) {
      this.readers.set(workspace, left);
      return false;
    }
    this.readers.delete(workspace);
    this.layers.get(workspace)?.unfollow();
    this.layers.delete(workspace);
    return this.readers.size === 0;
  }

  close(): void {
    for (const { unfollow } of this.layers.values()) unfollow();
    this.layers.clear();
    this.subscribers.clear();
  }

  /** The layer as it is at `head`, followed from here on. In turn. */
  async layer(workspace: string | null): Promise<PlanningState> {
    const known = this.layers.get(workspace);
    if (known !== undefined) return known.state;
    const { store, conflicts } = this.deps;
    const state = await store.state({ planning: this.planning, workspace, change: this.change });
    this.layers.set(workspace, { state, overridden: overriddenOf(state), unfollow: conflicts.follow(state) });
    return state;
  }

  /** Takes in and tells what was committed since. In turn. */
  async advance(): Promise<void> {
    if (this.isGone) return;
    const { planning } = this;
    const { store } = this.deps;
    const state = await store.state({ planning }).catch((error: unknown) => this.gone(error));
    if (state === undefined || state.change === this.change) return;
    if (this.change < 0) {
      this.change = state.change;
      this.changeId = (await store.changesetsAfter(planning, state.change - 1, 1))[0]?.id ?? null;
      return;
    }
    const sequences = new Map<string | null, number>();
    while (this.change < state.change) {
      const page = await store.changesetsAfter(planning, this.change, PAGE);
      const due = page.filter(({ change }) => change <= state.change);
      if (due.length === 0) break;
      for (const changeset of due) {
        sequences.set(changeset.workspace, await this.tell(changeset));
        this.change = changeset.change;
        this.changeId = changeset.id;
      }
    }
    this.change = state.change;
    await this.advanceLayers(sequences);
  }

  /** The changesets after `from`, told to this subscriber alone; answers how far it came. */
  async replay(subscriber: Subscriber): Promise<void> {
    const page = await this.deps.store.changesetsAfter(this.planning, subscriber.cursor, PAGE);
    for (const changeset of page) {
      for (const one of await this.eventsFor(changeset, [subscriber])) {
        if (this.isFor(subscriber, one)) subscriber.sink.send(one.text);
      }
      subscriber.cursor = changeset.change;
    }
    if (page.length === 0) subscriber.cursor = Math.max(subscriber.cursor, this.change);
  }

  /** Tells what became of a run; `run` null: it was deleted. In turn. */
  tellRun(type: string, id: string, workspace: string | null, run: Run | null): void {
    const data = run === null ? { id } : runRecord(run);
    const event = this.event(`optimization.${type}`, workspace, null, 0, this.deps.clock(), data);
    this.deliver([{ layer: workspace, key: null, text: JSON.stringify(event) }]);
    if (workspace !== null) return;
    // A draft's readers see the mainline's runs, too.
    for (const { workspace: own, sink } of this.subscribers) if (own !== null) sink.send(JSON.stringify(event));
  }

  /** Answers how many events the change has. */
  private async tell(changeset: Changeset): Promise<number> {
    const readers = [...this.subscribers].filter(({ cursor }) => cursor < changeset.change);
    const outgoing = await this.eventsFor(changeset, readers);
    for (const subscriber of readers) {
      if (!this.subscribers.has(subscriber)) continue;
      for (const one of outgoing) if (this.isFor(subscriber, one)) subscriber.sink.send(one.text);
      subscriber.cursor = changeset.change;
    }
    if (outgoing.length > 0) this.deps.onDelivered(Math.max(0, this.deps.clock() - changeset.at));
    return outgoing.length;
  }

  /** What a changeset says, when one of these readers may want to hear it. */
  private async eventsFor(changeset: Changeset, readers: readonly Subscriber[]): Promise<Outgoing[]> {
    if (!readers.some(({ workspace }) => touches(changeset, workspace))) return [];
    const { store } = this.deps;
    const own = changeset.workspace === null ? undefined : this.layers.get(changeset.workspace);
    if (own !== undefined) own.overridden = overriddenOf(await this.stateOf(changeset.workspace));
    return changeEvents(changeset, await store.diff(this.planning, changeset.change)).map(({ key, event }) => ({
      layer: event.workspace,
      key,
      text: JSON.stringify(event),
    }));
  }

  private stateOf(workspace: string | null): Promise<PlanningState> {
    return this.deps.store.state({ planning: this.planning, workspace });
  }

  private isFor({ workspace }: Subscriber, { layer, key }: Outgoing): boolean {
    if (layer === workspace) return true;
    if (layer !== null || key === null) return false;
    if (key.startsWith('workspace ')) return key === `workspace ${workspace}`;
    return this.layers.get(workspace)?.overridden?.has(key) === false;
  }

  /** Brings followed layers to the head, and tells what opened and closed in each. */
  private async advanceLayers(sequences: ReadonlyMap<string | null, number>): Promise<void> {
    const { store, conflicts, clock } = this.deps;
    for (const [workspace, layer] of this.layers) {
      const state = await store.state({ planning: this.planning, workspace, change: this.change });
      layer.state = state;
      layer.overridden = overriddenOf(state);
      const { opened, closed } = conflicts.take(state);
      const outgoing = [
        ...closed.map((conflict) => ['conflict.closed', conflict] as const),
        ...opened.map((conflict) => ['conflict.opened', conflict] as const),
      ].map(([type, conflict], index): Outgoing => {
        const sequence = (sequences.get(workspace) ?? 0) + index;
        const event = this.event(type, workspace, this.changeId, sequence, clock(), conflict);
        return { layer: workspace, key: null, text: JSON.stringify(event) };
      });
      this.deliver(outgoing);
    }
  }

  private deliver(outgoing: readonly Outgoing[]): void {
    for (const subscriber of this.subscribers) {
      for (const one of outgoing) if (one.layer === subscriber.workspace) subscriber.sink.send(one.text);
    }
  }

  private event(
    type: string,
    workspace: string | null,
    change: string | null,
    sequence: number,
    at: number,
    data: unknown,
  ): ScheduleEvent {
    return { type, planning: this.planning.id, workspace, change, sequence, at: instant(at), data };
  }

  private gone(error: unknown): undefined {
    if (!(error instanceof StoreError) || error.code !== 'planning_not_found') throw error;
    this.isGone = true;
    for (const { workspace, sink } of this.subscribers) {
      const event = this.event('planning.deleted', workspace, null, 0, this.deps.clock(), { id: this.planning.id });
      sink.send(JSON.stringify(event));
    }
    this.close();
    return undefined;
  }
}

const overriddenOf = (state: PlanningState): ReadonlySet<string> | null => {
  if (state.workspace === null || state.get('workspace', state.workspace)?.fields.state !== 'DRAFT') return null;
  const keys = new Set<string>();
  for (const { draft } of state.draftRows()) keys.add(keyOf(draft));
  return keys;
};
