import type { Schedule } from '../../schedule/schedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { type ConflictRecord, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { conflictsOf } from '../../schedule/conflicts/listConflicts.ts';
import type { Instances } from '../../schedule/instances/instances.ts';
import { type Changeset, changeEvents, keyOf } from './changeEvents.ts';
import type { EventSources } from './ports.ts';

type Store = EventSources['store'];
export type PlanningRef = Changeset['planning'];

/** One that wants to hear of a planning as one workspace, or the mainline, has it. */
export interface Subscriber {
  readonly workspace: string | null;
  send(message: object): void;
}

const BATCH = 200;
/** More changes behind than this: start again instead. */
const REPLAY_LIMIT = 10_000;

/** A layer that somebody listens to: the mainline or a draft, with what a draft overrides. */
interface Layer {
  overridden: ReadonlySet<string>;
  conflicts: ReadonlyMap<string, ConflictRecord>;
}

/** An unknown `since`. */
export class UnknownChange extends Error {
  override readonly name = 'UnknownChange';
}

/**
 * What happens in one planning, read once for all who listen on this node, in commit order. Turns are taken one after another, so that a
 * subscriber joins between two changes: nothing is lost and nothing comes twice.
 */
export class PlanningFeed {
  readonly planning: PlanningRef;
  readonly #schedule: Schedule;
  readonly #store: Store;
  readonly #instances: Instances;
  readonly #subscribers = new Set<Subscriber>();
  readonly #layers = new Map<string | null, Layer>();
  readonly #taskStatus = new Map<string, string>();
  #cursor = -1;
  #change: string | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isAwake = false;

  constructor(planning: PlanningRef, schedule: Schedule, store: Store, instances: Instances) {
    this.planning = planning;
    this.#schedule = schedule;
    this.#store = store;
    this.#instances = instances;
  }

  get isIdle(): boolean {
    return this.#subscribers.size === 0;
  }

  /** Looks for news soon; calls in between are one. */
  wake(): Promise<void> {
    if (this.#isAwake) return Promise.resolve();
    this.#isAwake = true;
    return this.#inTurn(async () => {
      this.#isAwake = false;
      await this.#advance();
    });
  }

  /** Sends `subscribed`, what came after `since`, `state`, and from then on everything. Throws UnknownChange. */
  async subscribe(subscriber: Subscriber, since: string | null): Promise<void> {
    await this.#inTurn(() => this.#advance());
    const from = since === null ? null : await this.#store.changeset(this.planning, since);
    if (from === undefined) throw new UnknownChange(`since names no change of planning ${this.planning.id}.`);
    const { workspace } = subscriber;
    subscriber.send({ type: 'subscribed', planning: this.planning.id, workspace, change: this.#change });
    let at = from?.change ?? this.#cursor;
    const isTooOld = this.#cursor - at > REPLAY_LIMIT;
    if (isTooOld) subscriber.send({ type: 'reset', planning: this.planning.id, workspace });
    else at = await this.#replay(subscriber, at, this.#cursor);
    await this.#inTurn(async () => {
      const layer = await this.#layer(workspace);
      if (!isTooOld) await this.#replay(subscriber, at, this.#cursor);
      subscriber.send(await this.#state(workspace, layer));
      this.#subscribers.add(subscriber);
    });
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    const isHeard = [...this.#subscribers].some(({ workspace }) => workspace === subscriber.workspace);
    if (!isHeard) this.#layers.delete(subscriber.workspace);
  }

  /** An optimization task of this planning changed, or is gone (null). */
  task(id: string, run: { readonly status: string; readonly workspace: string | null } | null): void {
    const before = this.#taskStatus.get(id);
    if (run === null && before === undefined) return;
    if (run === null) this.#taskStatus.delete(id);
    else this.#taskStatus.set(id, run.status);
    const kind = run === null ? 'deleted' : run.status === before ? 'progress' : run.status.toLowerCase();
    this.#tell(
      this.#subscribers,
      `optimization.${kind}`,
      run?.workspace ?? null,
      0,
      run === null ? { id } : { ...run },
    );
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #advance(): Promise<void> {
    const head = await this.#store.head(this.planning);
    if (this.#cursor < 0) {
      const [last] = await this.#store.changesetsAfter(this.planning, head - 1, 1);
      this.#cursor = last?.change ?? head;
      this.#change = last?.id ?? null;
      return;
    }
    const touched = new Map<string | null, number>();
    while (this.#cursor < head) {
      const changesets = await this.#store.changesetsAfter(this.planning, this.#cursor, BATCH);
      if (changesets.length === 0) break;
      for (const changeset of changesets) {
        const count = await this.#publish(changeset);
        touched.set(changeset.workspace, count);
        this.#cursor = changeset.change;
        this.#change = changeset.id;
      }
    }
    for (const [workspace, layer] of this.#layers) {
      if (touched.has(workspace) || touched.has(null))
        await this.#tellConflicts(workspace, layer, touched.get(workspace) ?? 0);
    }
  }

  /** To whoever hears it; answers how many events it has. */
  async #publish(changeset: Changeset): Promise<number> {
    const { workspace } = changeset;
    const own = this.#layers.get(workspace);
    const hearers = [...this.#subscribers].filter((one) => workspace === null || one.workspace === workspace);
    if (hearers.length === 0) return 0;
    const events = changeEvents(changeset, await this.#store.diff(this.planning, changeset.change));
    if (own !== undefined && workspace !== null) own.overridden = await this.#overridden(workspace);
    for (const { key, event } of events) {
      for (const hearer of hearers) {
        const isHidden = workspace !== hearer.workspace && this.#layers.get(hearer.workspace)?.overridden.has(key);
        if (!isHidden) hearer.send(event);
      }
    }
    return events.length;
  }

  /** Everything in (from, to] that the subscriber hears; answers `to`. */
  async #replay(subscriber: Subscriber, from: number, to: number): Promise<number> {
    const { workspace: own } = subscriber;
    const overridden = own === null ? new Set<string>() : await this.#overridden(own);
    let at = from;
    while (at < to) {
      const changesets = await this.#store.changesetsAfter(this.planning, at, Math.min(BATCH, to - at));
      if (changesets.length === 0) break;
      for (const changeset of changesets) {
        at = changeset.change;
        if (at > to) return to;
        const { workspace } = changeset;
        if (workspace !== null && workspace !== own) continue;
        for (const { key, event } of changeEvents(changeset, await this.#store.diff(this.planning, at))) {
          if (workspace === own || !overridden.has(key)) subscriber.send(event);
        }
      }
    }
    return to;
  }

  async #layer(workspace: string | null): Promise<Layer> {
    const known = this.#layers.get(workspace);
    if (known !== undefined) return known;
    const overridden = workspace === null ? new Set<string>() : await this.#overridden(workspace);
    const layer = { overridden, conflicts: await this.#conflicts(workspace) };
    this.#layers.set(workspace, layer);
    return layer;
  }

  async #overridden(workspace: string): Promise<ReadonlySet<string>> {
    const state = await this.#store.state({ planning: this.planning, workspace });
    return new Set([...state.draftRows()].map(({ draft }) => keyOf(draft)));
  }

  /** As of the cursor, so that they come between the changes that they belong to. */
  async #conflicts(workspace: string | null): Promise<ReadonlyMap<string, ConflictRecord>> {
    const state = await this.#store.state({ planning: this.planning, workspace, change: this.#cursor });
    const instance = this.#instances.of(state);
    return new Map(
      conflictsOf(instance).map((conflict) => {
        const record = toConflictRecord(instance, conflict);
        return [record.id, record];
      }),
    );
  }

  async #tellConflicts(workspace: string | null, layer: Layer, sequence: number): Promise<void> {
    const before = layer.conflicts;
    const after = await this.#conflicts(workspace);
    layer.conflicts = after;
    const hearers = [...this.#subscribers].filter((one) => one.workspace === workspace);
    let at = sequence;
    for (const [id, conflict] of before) {
      if (!after.has(id)) this.#tell(hearers, 'conflict.closed', workspace, at++, conflict);
    }
    for (const [id, conflict] of after) {
      if (!before.has(id)) this.#tell(hearers, 'conflict.opened', workspace, at++, conflict);
    }
  }

  #tell(hearers: Iterable<Subscriber>, type: string, workspace: string | null, sequence: number, data: object): void {
    const at = new Date().toISOString();
    const event = { type, planning: this.planning.id, workspace, change: this.#change, sequence, at, data };
    for (const hearer of hearers) hearer.send(event);
  }

  async #state(workspace: string | null, { conflicts }: Layer): Promise<object> {
    const { items } = await this.#schedule.listRuns(this.#scope(null), this.planning.id, { limit: 100, cursor: null });
    const tasks = items.filter(({ status }) => ['PENDING', 'STARTING', 'RUNNING'].includes(status));
    for (const { id, status } of tasks) this.#taskStatus.set(id, status);
    const common = { planning: this.planning.id, workspace, change: this.#change };
    return { type: 'state', ...common, conflicts: [...conflicts.values()], tasks };
  }

  /** The feed reads for whoever listens; each of them was authorized. */
  #scope(workspace: string | null): Scope {
    const { organization } = this.planning;
    return {
      actor: { user: 'events', credential: 'events', memberships: [{ organization, role: 'viewer' }] },
      workspace,
      organization,
      ifMatch: null,
      source: 'api',
      message: null,
      idempotency: null,
    };
  }
}
