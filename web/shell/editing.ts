import { ServiceError, UnreachableError } from '../../client/serviceError.ts';
import { type Edit, inverseOf, operationsIn } from '../planning/edit.ts';
import { isNothing } from '../planning/gestures.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { type Gesture, type PendingStep, type Step, UndoStack } from '../planning/undoStack.ts';
import type { Carried, Endpoints } from '../server/endpoints.ts';
import { mayPass } from '../server/mayPass.ts';
import type { BoardStore, OpenLayer, Problem } from './boardState.ts';
import type { LiveLayer } from './liveLayer.ts';

const PATIENCE_MS = 2000;

/** The part of the board that editing uses: messages with their names, and bringing operations into view. */
export interface EditingHost {
  bring(operations: Iterable<string>): void;
  say(message: string): void;
  explain(problem: Problem | null): void;
  /** Called when a step begins that is to be written. Returns a function that is called once it is written or refused. */
  begin(): () => void;
  /** Why the server refused, for planners. */
  reason(error: ServiceError): Promise<string>;
  operation(id: string): string;
  resource(id: string | null): string;
}

/**
 * Writes gestures as changesets. A gesture is shown at once and sent after the earlier ones; then it is confirmed or withdrawn. Undo reverts its
 * changeset, and redo reverts the undo.
 */
export class Editing {
  private readonly endpoints: Endpoints;
  private readonly store: BoardStore;
  private readonly layer: OpenLayer;
  private readonly live: LiveLayer;
  private readonly document: LiveDocument;
  private readonly host: EditingHost;
  private readonly stack = new UndoStack();
  /** Each step is sent once the one before is done, since it is based on its result. */
  private queue: Promise<unknown> = Promise.resolve();
  /** The steps in the queue. An undo may be requested while its gesture is still being written. */
  private pending: readonly PendingStep[] = [];

  constructor(
    endpoints: Endpoints,
    store: BoardStore,
    layer: OpenLayer,
    live: LiveLayer,
    document: LiveDocument,
    host: EditingHost,
  ) {
    this.endpoints = endpoints;
    this.store = store;
    this.layer = layer;
    this.live = live;
    this.document = document;
    this.host = host;
    this.showLabels();
  }

  /**
   * Writes a gesture. Resolves with whether it was written. `again` makes the edit again from the then present state; it is offered when somebody
   * else was faster.
   */
  async edit(label: string, edit: Edit, again?: (override: boolean) => Edit): Promise<boolean> {
    if (isNothing(edit)) {
      this.host.say(`${label}: nothing to change`);
      return false;
    }
    const before = new Map(
      (edit.assignments ?? []).map(({ operation }) => [operation, this.document.assignmentOf(operation)]),
    );
    const send = async () => ({
      change: await this.endpoints.edit(this.layer, this.based({ ...edit, message: label }, before)),
    });
    const carried = this.carry(label, edit, send, again);
    if (edit.assignments !== undefined) this.host.bring(operationsIn(edit));
    return ((await carried)?.change ?? null) !== null;
  }

  /**
   * Writes an edit with `send`, such as a plan that the service checks again. It is shown at once and withdrawn when it is refused, in which case this
   * resolves with null.
   */
  carry<T extends Pick<Carried, 'change'>>(
    label: string,
    edit: Edit,
    send: () => Promise<T>,
    again?: (override: boolean) => Edit,
  ): Promise<T | null> {
    const inverse = inverseOf(edit, (id) => this.document.entryOf(id));
    const key = this.document.show(edit);
    const gesture: Gesture = { kind: 'edit', label };
    return this.inTurn(gesture, async (settle) => {
      try {
        const carried = await send();
        const { change } = carried;
        this.document.acknowledge(key, change);
        if (change === null) {
          this.host.say(`${label}: nothing to change`);
          return carried;
        }
        this.stack.push({ gesture, change, edit, inverse });
        settle();
        this.host.say(`${label}: saved`);
        await this.live.seen(change, PATIENCE_MS);
        return carried;
      } catch (error) {
        this.document.takeBack(key);
        this.refused(label, error, again);
        return null;
      }
    });
  }

  undo(): Promise<boolean> {
    return this.revert(
      'undo',
      () => this.stack.undoable,
      (step, change) => this.stack.undid(step, change),
    );
  }

  redo(): Promise<boolean> {
    return this.revert(
      'redo',
      () => this.stack.redoable,
      (step, change) => this.stack.redid(step, change),
    );
  }

  /** Adds a changeset that was made elsewhere, such as by a run, to the undo stack. */
  remember(label: string, change: string): void {
    this.stack.push({ gesture: { kind: 'edit', label }, change, edit: {}, inverse: {} });
    this.showLabels();
  }

  /**
   * Reverts what will be the last gesture when its turn has come: three quick undos undo three gestures, first the one that is being written. If that one
   * is not written, nothing is reverted in its place.
   */
  private revert(
    kind: 'undo' | 'redo',
    next: () => Step | undefined,
    done: (step: Step, change: string) => void,
  ): Promise<boolean> {
    const verb = kind === 'undo' ? 'Undo' : 'Redo';
    const gesture = this.stack.after(this.pending)[kind];
    if (gesture === undefined) return Promise.resolve(false);
    const { label } = gesture;
    if (this.pending.length > 0) this.host.say(`${verb}: ${label}, once everything before is saved`);
    return this.inTurn({ kind }, async (settle) => {
      const step = next();
      if (step?.gesture !== gesture) return false;
      const key = this.document.show(step.inverse);
      this.host.bring(operationsIn(step.inverse));
      try {
        const change = await this.endpoints.revert(this.layer, step.change);
        this.document.acknowledge(key, change);
        if (change === null) this.stack.forget(step);
        else {
          done(step, change);
          settle();
          await this.live.seen(change, PATIENCE_MS);
        }
        this.host.say(`${verb}: ${label}`);
        return true;
      } catch (error) {
        this.document.takeBack(key);
        if (!mayPass(error)) this.stack.forget(step);
        this.refused(`${verb} “${label}”`, error);
        return false;
      }
    });
  }

  /** Adds to each assignment the version that the edit is based on. */
  private based(edit: Edit, seen: ReadonlyMap<string, { readonly versionId?: string | null } | undefined>): Edit {
    if (edit.assignments === undefined) return edit;
    const assignments = edit.assignments.map((assignment) => {
      const { operation } = assignment;
      // The result of an earlier gesture of this board is known by now.
      const known = this.document.tables.assignments.get(operation) ?? seen.get(operation);
      if (known !== undefined && known.versionId === undefined) return assignment;
      if (!this.document.tables.operations.has(operation)) return assignment;
      return { ...assignment, basedOn: known?.versionId ?? null };
    });
    return { ...edit, assignments };
  }

  private refused(label: string, error: unknown, again?: (override: boolean) => Edit): void {
    if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
    const repeat = (override: boolean) => () => {
      this.host.explain(null);
      if (again !== undefined) void this.edit(label, again(override), again);
    };
    const isUnheard = error instanceof UnreachableError || (error.code === 'not_json' && error.status >= 500);
    if (isUnheard) this.host.explain(unreachable(label, again && repeat(false)));
    else void this.problemOf(label, error, again && repeat).then((problem) => this.host.explain(problem));
  }

  /** What the user is told when the server refused an edit, with the way to repeat it where there is one. */
  private async problemOf(
    label: string,
    error: ServiceError,
    repeat?: (override: boolean) => () => void,
  ): Promise<Problem> {
    if (error.status === 412) {
      const action = repeat && { label: 'Repeat it on the new state', run: repeat(false) };
      return { title: `${label}: not saved`, detail: this.whatChanged(error), ...(action && { action }) };
    }
    if (mayPass(error)) {
      const action = repeat && { label: 'Try again', run: repeat(false) };
      return { title: `${label}: not saved`, detail: await this.host.reason(error), ...(action && { action }) };
    }
    const mayForce = error.code === 'missing_required_tags' || error.message.includes('override');
    const action = mayForce && repeat ? { label: 'Place it anyway', run: repeat(true) } : undefined;
    return { title: `${label}: not possible`, detail: await this.host.reason(error), ...(action && { action }) };
  }

  /** Who changed what since the state that the edit was based on. */
  private whatChanged({ stale: [first] }: ServiceError): string {
    const who = first?.current?.author?.name ?? 'Somebody else';
    const what = first === undefined || first.id === '' ? 'it' : this.host.operation(first.id);
    const resource = first?.current?.resource;
    return resource === undefined
      ? `${who} changed ${what} meanwhile.`
      : `${who} moved ${what} to ${this.host.resource(resource)} meanwhile.`;
  }

  /** Queues work. It may call `settle` once the undo stack has the step; otherwise that happens when it ends. */
  private inTurn<T>(step: PendingStep, work: (settle: () => void) => Promise<T>): Promise<T> {
    const end = this.host.begin();
    const settle = (): void => {
      end();
      this.pending = this.pending.filter((one) => one !== step);
      this.showLabels();
    };
    this.pending = [...this.pending, step];
    this.showLabels();
    const turn = this.queue.then(() => work(settle)).finally(settle);
    this.queue = turn.catch(() => {});
    return turn;
  }

  private showLabels(): void {
    const { undo, redo } = this.stack.after(this.pending);
    this.store.setState({ undoLabel: undo?.label ?? null, redoLabel: redo?.label ?? null });
  }
}

const unreachable = (label: string, repeat?: () => void): Problem => ({
  title: `${label}: not saved`,
  detail: 'The server cannot be reached. If it was saved nevertheless, the board shows it when the connection is back.',
  ...(repeat && { action: { label: 'Try again', run: repeat } }),
});
