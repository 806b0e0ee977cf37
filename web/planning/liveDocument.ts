import { type Edit, editEntry, editsByOperation, type Entry } from './edit.ts';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { nothingTouched, type Touched } from '../../client/planningPatch.ts';
import { type Assignment, documentOf, type Operation, type Tables } from '../../client/planningTables.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';

const MOST_SEEN = 1000;

/** An edit that the board shows and the server has not confirmed yet. */
interface Pending {
  readonly key: number;
  readonly edits: ReturnType<typeof editsByOperation>;
  /** The changeset that the server made of the edit, once it has responded. */
  change: string | null;
}

/**
 * The planning as it is shown: the confirmed state of the server with the pending edits of this board on top. Changes arrive
 * in order; an edit is confirmed by the change with its id, whether the response or the event arrives first.
 */
export class LiveDocument {
  private readonly copy: PlanningCopy;
  private readonly confirmed: Tables;
  private pending: Pending[] = [];
  private readonly overlay = new Map<string, Entry>();
  /** The ids of recent changes, for responses that arrive after their event. */
  private readonly seen = new Set<string>();
  private lastKey = 0;
  private readonly listeners = new Set<(touched: Touched) => void>();

  constructor(copy: PlanningCopy) {
    this.copy = copy;
    this.confirmed = copy.tables;
  }

  /** The document before any planning is loaded. */
  static empty(): LiveDocument {
    const none = { locations: [], tags: [], resources: [], groups: [], operations: [], rules: [], assignments: [] };
    return new LiveDocument(new PlanningCopy({ format: 'tidegate/planning@1', planning: { name: '' }, ...none }, null));
  }

  /** The last confirmed change. */
  get change(): string | null {
    return this.copy.change;
  }

  /** Subscribes to changes of the shown state. Returns a function that unsubscribes. */
  onChange(listener: (touched: Touched) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get tables(): Tables {
    return this.confirmed;
  }

  get planning(): Tables['planning'] {
    return this.confirmed.planning;
  }

  get pendingCount(): number {
    return this.pending.length;
  }

  operation(id: string): Operation | undefined {
    const entry = this.overlay.get(id);
    return entry === undefined ? this.confirmed.operations.get(id) : entry.operation;
  }

  assignmentOf(operation: string): Assignment | undefined {
    const entry = this.overlay.get(operation);
    return entry === undefined ? this.confirmed.assignments.get(operation) : entry.assignment;
  }

  /** All shown operations. */
  *operations(): Iterable<Operation> {
    for (const [id, operation] of this.confirmed.operations) {
      const entry = this.overlay.get(id);
      if (entry === undefined) yield operation;
      else if (entry.operation !== undefined) yield entry.operation;
    }
    for (const [id, { operation }] of this.overlay) {
      if (operation !== undefined && !this.confirmed.operations.has(id)) yield operation;
    }
  }

  /** The shown state as a planning document. */
  document(): PlanningDocument {
    if (this.overlay.size === 0) return documentOf(this.confirmed);
    const operations = new Map([...this.operations()].map((operation) => [operation.id, operation]));
    const assignments = new Map(this.confirmed.assignments);
    for (const [id, { assignment }] of this.overlay) {
      if (assignment === undefined) assignments.delete(id);
      else assignments.set(id, assignment);
    }
    return documentOf({ ...this.confirmed, operations, assignments });
  }

  entryOf(id: string): Entry {
    return { operation: this.operation(id), assignment: this.assignmentOf(id) };
  }

  /** To be called when a change was applied to the copy. Confirms the edit that caused it. */
  taken(change: string, touched: Touched): void {
    this.remember(change);
    this.drop((pending) => pending.change === change, touched);
    this.settle(touched);
  }

  /** Shows an edit at once. Returns the key for `acknowledge` and `takeBack`. */
  show(edit: Edit): number {
    const key = ++this.lastKey;
    const edits = editsByOperation(edit);
    this.pending.push({ key, edits, change: null });
    const touched = nothingTouched();
    for (const id of edits.keys()) touched.operations.add(id);
    this.settle(touched);
    return key;
  }

  /** To be called when the server has made this change from the edit; null when nothing had to be written. */
  acknowledge(key: number, change: string | null): void {
    if (change === null || this.seen.has(change)) this.takeBack(key);
    else for (const pending of this.pending) if (pending.key === key) pending.change = change;
  }

  /** Stops showing an edit on top of the confirmed state. */
  takeBack(key: number): void {
    const touched = nothingTouched();
    this.drop((pending) => pending.key === key, touched);
    this.settle(touched);
  }

  private remember(change: string): void {
    this.seen.add(change);
    if (this.seen.size <= MOST_SEEN) return;
    for (const oldest of this.seen) {
      this.seen.delete(oldest);
      break;
    }
  }

  private drop(isDone: (pending: Pending) => boolean, touched: Touched): void {
    this.pending = this.pending.filter((pending) => {
      if (!isDone(pending)) return true;
      for (const id of pending.edits.keys()) touched.operations.add(id);
      return false;
    });
  }

  /** Lays the pending edits of these operations over the confirmed state, and notifies the listeners. */
  private settle(touched: Touched): void {
    for (const id of touched.operations) {
      const edits = this.pending.flatMap((pending) => pending.edits.get(id) ?? []);
      if (edits.length === 0) {
        this.overlay.delete(id);
        continue;
      }
      const confirmed: Entry = {
        operation: this.confirmed.operations.get(id),
        assignment: this.confirmed.assignments.get(id),
      };
      this.overlay.set(id, edits.reduce(editEntry, confirmed));
    }
    if (touched.operations.size === 0 && !touched.isStructural) return;
    for (const listener of this.listeners) listener(touched);
  }
}
