import { ServiceError, UnreachableError } from '../../client/serviceError.ts';
import { type Edit, inverseOf, operationsIn } from '../planning/edit.ts';
import { isNothing } from '../planning/gestures.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { type PendingStep, type Step, UndoStack } from '../planning/undoStack.ts';
import type { Endpoints } from '../server/endpoints.ts';
import type { BoardStore, OpenLayer } from './boardState.ts';
import type { LiveLayer } from './liveLayer.ts';

const PATIENCE_MS = 2000;

/** The board around it: names of what is there, for sentences about refusals; what was done is brought into view. */
export interface EditingHost {
  bring(operations: Iterable<string>): void;
  operation(id: string): string;
  resource(id: string | null): string;
}

/** What became of a plan: its changeset (null: nothing was different), and moves that were left out. */
export interface Carried {
  readonly change: string | null;
  readonly skipped: readonly { readonly reason: string }[];
}

/**
 * Gestures into changesets: shown at once, sent one after another, confirmed or taken back. Undo reverts what was written; redo reverts
 * the undo.
 */
export class Editing {
  private readonly endpoints: Endpoints;
  private readonly store: BoardStore;
  private readonly layer: OpenLayer;
  private readonly live: LiveLayer;
  private readonly document: LiveDocument;
  private readonly host: EditingHost;
  private readonly stack = new UndoStack();
  /** Each is sent when the one before is through: it is decided on what that one led to. */
  private queue: Promise<unknown> = Promise.resolve();
  /** What is in the queue: an undo may be asked for while its gesture is being written. */
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
    this.tell();
  }

  /**
   * One gesture. Resolves to whether it was written. `again` makes the edit anew on whatever is there by then: offered when somebody
   * else was faster.
   */
  edit(label: string, edit: Edit, again?: (override: boolean) => Edit): Promise<boolean> {
    if (isNothing(edit)) return Promise.resolve(false);
    const before = new Map(
      (edit.assignments ?? []).map(({ operation }) => [operation, this.document.assignmentOf(operation)]),
    );
    const inverse = inverseOf(edit, (id) => this.document.entryOf(id));
    const key = this.document.show(edit);
    if (edit.assignments !== undefined) this.host.bring(operationsIn(edit));
    return this.inTurn({ kind: 'edit', label }, async (settle) => {
      try {
        const change = await this.endpoints.edit(this.layer, this.based({ ...edit, message: label }, before));
        this.document.acknowledge(key, change);
        if (change === null) return false;
        this.stack.push({ label, change, edit, inverse });
        settle();
        this.store.setState({ message: `${label}: saved` });
        await this.live.seen(change, PATIENCE_MS);
        return true;
      } catch (error) {
        this.document.takeBack(key);
        this.refused(label, error, again);
        return false;
      }
    });
  }

  /** A plan that the service judges again and writes by `send`: shown at once, taken back where it is refused. Null: it was. */
  carry(label: string, edit: Edit, send: () => Promise<Carried>): Promise<Carried | null> {
    const inverse = inverseOf(edit, (id) => this.document.entryOf(id));
    const key = this.document.show(edit);
    return this.inTurn({ kind: 'edit', label }, async (settle) => {
      try {
        const carried = await send();
        const { change } = carried;
        this.document.acknowledge(key, change);
        if (change === null) return carried;
        this.stack.push({ label, change, edit, inverse });
        settle();
        this.store.setState({ message: `${label}: saved` });
        await this.live.seen(change, PATIENCE_MS);
        return carried;
      } catch (error) {
        this.document.takeBack(key);
        this.refused(label, error);
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

  /** A changeset that was made elsewhere, such as by a run, joins what can be undone. */
  remember(label: string, change: string): void {
    this.stack.push({ label, change, edit: {}, inverse: {} });
    this.tell();
  }

  /** The step is chosen when its turn has come: three quick undos are of three gestures, the one that is being written first. */
  private revert(
    kind: 'undo' | 'redo',
    next: () => Step | undefined,
    done: (step: Step, change: string) => void,
  ): Promise<boolean> {
    const verb = kind === 'undo' ? 'Undo' : 'Redo';
    return this.inTurn({ kind }, async (settle) => {
      const step = next();
      if (step === undefined) return false;
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
        this.store.setState({ message: `${verb}: ${step.label}` });
        return true;
      } catch (error) {
        this.document.takeBack(key);
        if (error instanceof ServiceError) this.stack.forget(step);
        this.refused(`${verb} “${step.label}”`, error);
        return false;
      }
    });
  }

  /** Says which version of each assignment was looked at. */
  private based(edit: Edit, seen: ReadonlyMap<string, { readonly versionId?: string | null } | undefined>): Edit {
    if (edit.assignments === undefined) return edit;
    const assignments = edit.assignments.map((assignment) => {
      const { operation } = assignment;
      // What an earlier gesture of this board led to is known by now.
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
      this.store.setState({ problem: null });
      if (again !== undefined) void this.edit(label, again(override), again);
    };
    if (error instanceof UnreachableError) {
      const detail = 'The server cannot be reached. Nothing was changed; try again when the connection is back.';
      this.store.setState({ problem: { title: `${label}: not saved`, detail } });
    } else if (error.status === 412) {
      const [{ id, current } = { id: '', current: undefined }] = error.stale;
      const who = current?.author?.name ?? 'Somebody else';
      const what = id === '' ? 'it' : this.host.operation(id);
      const where =
        current?.resource === undefined ? 'changed' : `moved ${what} to ${this.host.resource(current.resource)}`;
      const detail = `${who} ${where === 'changed' ? `changed ${what}` : where} meanwhile.`;
      const action = again === undefined ? {} : { action: { label: 'Do it on their state', run: repeat(false) } };
      this.store.setState({ problem: { title: `${label}: not saved`, detail, ...action } });
    } else {
      const mayForce = error.code === 'missing_required_tags' || error.message.includes('override');
      const action = again !== undefined && mayForce ? { action: { label: 'Place it anyway', run: repeat(true) } } : {};
      this.store.setState({ problem: { title: `${label}: not possible`, detail: error.message, ...action } });
    }
  }

  /** `settle` is called once the stack knows of it; at its end at the latest. */
  private inTurn<T>(step: PendingStep, work: (settle: () => void) => Promise<T>): Promise<T> {
    const settle = (): void => {
      this.pending = this.pending.filter((one) => one !== step);
      this.tell();
    };
    this.pending = [...this.pending, step];
    this.tell();
    const turn = this.queue.then(() => work(settle)).finally(settle);
    this.queue = turn.catch(() => {});
    return turn;
  }

  private tell(): void {
    const { undo, redo } = this.stack.labelsAfter(this.pending);
    this.store.setState({ undoLabel: undo, redoLabel: redo });
  }
}
