import type { Fields, Kind, TaskRole } from '../../db/versions/entities.ts';
import type { DraftRow, PlanningState } from '../../db/versions/planningState.ts';
import { asWrite, type EditContext, type EntityWrite, isWriteOf } from '../../db/versions/store.ts';
import { below, Problems } from '../problems.ts';
import { checkId } from './checkId.ts';

/** An entity as it will be after the edits made so far. */
export interface Edited<K extends Kind> {
  readonly id: string;
  readonly fields: Fields[K];
}

/**
 * Collects the writes of one changeset. Reads see the state with the writes so far applied. Invalid input is collected in `problems`; the caller
 * checks them before it responds.
 */
export class Edits {
  readonly state: PlanningState;
  readonly context: EditContext;
  readonly nextId: () => string;
  readonly problems: Problems;
  /** Sentences that are added to the changeset's message. */
  readonly remarks: string[] = [];
  /** Path in the input of each new id, for `id_taken`. */
  readonly pathOfNew = new Map<string, string>();
  private readonly pathOfTask = new Map<string, string>();
  private readonly written = new Map<string, EntityWrite>();
  private readonly tasks = new Map<string, Edited<'task'> | null>();
  private readonly assignments = new Map<string, Edited<'assignment'> | null>();

  constructor(
    state: PlanningState,
    context: EditContext,
    nextId: () => string,
    message: string | null,
    problems: Problems = new Problems(),
  ) {
    this.problems = problems;
    this.state = state;
    this.context = context;
    this.nextId = nextId;
    if (message !== null) this.remarks.push(message);
  }

  get writes(): EntityWrite[] {
    return [...this.written.values()];
  }

  get message(): string | null {
    return this.remarks.length === 0 ? null : this.remarks.join('\n');
  }

  /** The id that the client chose, or a new one. */
  newId(kind: Kind, wanted: string | undefined, path: string): string {
    if (wanted === undefined) return this.nextId();
    if (checkId(wanted, path, this.problems)) {
      if (this.pathOfNew.has(`${kind} ${wanted}`)) this.problems.repeated(path, wanted);
      else if (this.written.has(`${kind} ${wanted}`) || this.state.get(kind, wanted) !== undefined)
        this.problems.add(path, 'id_taken', `The ${kind} ${wanted} already exists.`);
    }
    this.pathOfNew.set(`${kind} ${wanted}`, path);
    return wanted;
  }

  /** Remembers where the input has a task that is written. */
  nameTask(id: string, path: string): void {
    this.pathOfTask.set(id, path);
  }

  /** Where the input has a member of a written task; where it has none (as in a revert), a path that names the task. */
  pathInTask(id: string, member: string): string {
    return below(this.pathOfTask.get(id) ?? `task.${id}`, member);
  }

  get<K extends Kind>(kind: K, id: string): Fields[K] | undefined {
    const write = this.written.get(`${kind} ${id}`);
    if (write !== undefined && isWriteOf(kind, write)) return write.fields ?? undefined;
    return this.state.get(kind, id)?.fields;
  }

  has(kind: Kind, id: string): boolean {
    return this.get(kind, id) !== undefined;
  }

  /** `reuse` allows an id that was used before. `createdAt` (epoch ms) is kept for an entity that is restored. */
  put<K extends Kind>(
    kind: K,
    id: string,
    fields: Fields[K],
    how: { readonly reuse?: boolean; readonly createdAt?: number } = {},
  ): void {
    const before = kind === 'task' ? this.get('task', id) : undefined;
    const { reuse = false, ...came } = { ...this.written.get(`${kind} ${id}`), ...how };
    const since = came.createdAt === undefined ? {} : { createdAt: came.createdAt };
    const write = asWrite({ entity: kind, id, fields, reuse, ...since });
    this.written.set(`${kind} ${id}`, write);
    if (write.fields === null) return;
    if (write.entity === 'task') this.placeTask(id, before, write.fields);
    if (write.entity === 'assignment') this.placeAssignment(id, write.fields);
  }

  delete(kind: Kind, id: string): void {
    if (kind === 'task') this.dropTask(id);
    if (kind === 'assignment') {
      const fields = this.get('assignment', id);
      const stored = fields && this.state.assignmentOf(fields.operation);
      if (fields !== undefined) this.assignments.set(fields.operation, null);
      // This assignment was to replace the stored one, so deleting it ends the stored one.
      if (stored !== undefined && stored.id !== id) {
        this.written.delete(`assignment ${id}`);
        this.written.set(`assignment ${stored.id}`, { entity: 'assignment', id: stored.id, fields: null });
        return;
      }
    }
    this.written.set(`${kind} ${id}`, { entity: kind, id, fields: null });
  }

  /** In a workspace, drops the draft's row, so that the mainline's row shows through again. */
  release({ draft, mainline }: DraftRow): void {
    const { kind: entity } = draft;
    if (mainline === undefined) this.delete(entity, draft.id);
    else this.put(entity, mainline.id, mainline.fields);
    const { id } = mainline ?? draft;
    const fields = mainline?.fields ?? null;
    const operation = draft.kind === 'assignment' ? { operation: draft.fields.operation } : {};
    this.written.set(`${entity} ${id}`, asWrite({ entity, id, fields, release: true, ...operation }));
  }

  /** Every entity of the kind after the edits so far, as pairs of id and fields. */
  *all<K extends Kind>(kind: K): IterableIterator<readonly [string, Fields[K]]> {
    const replaced = new Set<string>();
    if (kind === 'assignment') {
      for (const operation of this.assignments.keys()) replaced.add(this.state.assignmentOf(operation)?.id ?? '');
    }
    for (const { id, fields } of this.state.all(kind)) {
      if (!this.written.has(`${kind} ${id}`) && !replaced.has(id)) yield [id, fields];
    }
    for (const write of this.written.values()) {
      if (isWriteOf(kind, write) && write.fields !== null) yield [write.id, write.fields];
    }
  }

  taskOf(operation: string, role: TaskRole): Edited<'task'> | undefined {
    const edited = this.tasks.get(`${operation} ${role}`);
    return edited === undefined ? this.state.taskOf(operation, role) : (edited ?? undefined);
  }

  assignmentOf(operation: string): Edited<'assignment'> | undefined {
    const edited = this.assignments.get(operation);
    return edited === undefined ? this.state.assignmentOf(operation) : (edited ?? undefined);
  }

  /** Collects a problem when the planning has no such entity. */
  reference(kind: Kind, id: string, path: string): void {
    if (!this.has(kind, id)) this.problems.missingReference(path, kind, id);
  }

  private placeTask(id: string, before: Fields['task'] | undefined, fields: Fields['task']): void {
    if (before !== undefined && before.operation !== null && before.role !== null) {
      const moved = before.operation !== fields.operation || before.role !== fields.role;
      if (moved && this.taskOf(before.operation, before.role)?.id === id) {
        this.tasks.set(`${before.operation} ${before.role}`, null);
      }
    }
    if (fields.operation !== null && fields.role !== null) {
      this.tasks.set(`${fields.operation} ${fields.role}`, { id, fields });
    }
  }

  private dropTask(id: string): void {
    const fields = this.get('task', id);
    if (fields === undefined || fields.operation === null || fields.role === null) return;
    if (this.taskOf(fields.operation, fields.role)?.id === id)
      this.tasks.set(`${fields.operation} ${fields.role}`, null);
  }

  private placeAssignment(id: string, fields: Fields['assignment']): void {
    const replaced = this.assignmentOf(fields.operation);
    if (replaced !== undefined && replaced.id !== id) this.written.delete(`assignment ${replaced.id}`);
    this.assignments.set(fields.operation, { id, fields });
  }
}
