import { CompileError, type Problem } from './compileError.ts';
import { formatInstant, parseInstant } from './instant.ts';
import type {
  DocumentAssignment,
  DocumentAssignmentPart,
  DocumentOperation,
  DocumentTask,
  PlanningDocument,
} from './planningDocument.ts';

/** A what-if that lies over a planning; nothing of it is stored. */
export interface VirtualState {
  readonly assignments?: readonly VirtualAssignment[];
  readonly operations?: readonly VirtualOperation[];
}

/** A resource, null (without a place), or parts. */
export interface VirtualAssignment {
  readonly operation: string;
  readonly resource?: string | null;
  readonly parts?: readonly DocumentAssignmentPart[];
  readonly override?: boolean;
}

/** Tasks may be partial: what they do not name stays. */
export interface VirtualOperation {
  readonly id: string;
  readonly inboundTask?: Partial<DocumentTask>;
  readonly outboundTask?: Partial<DocumentTask>;
}

/** The document as it would be. Throws CompileError for operations that do not exist; `compile` finds the rest. */
export const overlayVirtualState = (document: PlanningDocument, state: VirtualState): PlanningDocument => {
  const problems: Problem[] = [];
  const known = new Set(document.operations.map(({ id }) => id));
  const refer = (id: string, path: string): void => {
    if (known.has(id)) return;
    problems.push({ path, code: 'unknown_reference', message: `There is no operation ${JSON.stringify(id)}.` });
  };
  const assignments = new Map<string, VirtualAssignment>();
  for (const [i, assignment] of (state.assignments ?? []).entries()) {
    refer(assignment.operation, `virtualState.assignments[${i}].operation`);
    assignments.set(assignment.operation, assignment);
  }
  const changes = new Map<string, VirtualOperation>();
  for (const [i, operation] of (state.operations ?? []).entries()) {
    refer(operation.id, `virtualState.operations[${i}].id`);
    changes.set(operation.id, operation);
  }
  if (problems.length > 0) throw new CompileError(problems);
  if (assignments.size === 0 && changes.size === 0) return document;
  return {
    ...document,
    operations:
      changes.size === 0 ? document.operations : document.operations.map((operation) => overlay(operation, changes)),
    assignments: [
      ...document.assignments.filter(({ operation }) => !assignments.has(operation)),
      ...[...assignments.values()].map(toAssignment),
    ],
  };
};

const toAssignment = ({ operation, resource, parts, override }: VirtualAssignment): DocumentAssignment => ({
  operation,
  ...(parts ? { parts } : { resource: resource ?? null }),
  ...(override === undefined ? {} : { override }),
});

const overlay = (operation: DocumentOperation, changes: ReadonlyMap<string, VirtualOperation>): DocumentOperation => {
  const change = changes.get(operation.id);
  if (!change) return operation;
  return {
    ...operation,
    inboundTask: overlayTask(operation.inboundTask, change.inboundTask),
    outboundTask: overlayTask(operation.outboundTask, change.outboundTask),
  };
};

/** When only the expected time moves, the percentiles and the distribution's mean move with it. */
const overlayTask = (task: DocumentTask | null, change: Partial<DocumentTask> | undefined): DocumentTask | null => {
  if (!change) return task;
  if (!task)
    return typeof change.expectedTime === 'string'
      ? { taskName: '', expectedTime: change.expectedTime, ...change }
      : null;
  const moved = moveUncertainty(task, change);
  return { ...moved, ...change };
};

const PERCENTILES = ['expectedTimeP05', 'expectedTimeP10', 'expectedTimeP90', 'expectedTimeP95'] as const;
const MOMENTS = ['sigma', 'skewFactor', 'distributionMean'] as const;

const moveUncertainty = (task: DocumentTask, change: Partial<DocumentTask>): DocumentTask => {
  if (PERCENTILES.some((member) => change[member] !== undefined)) return task;
  const moved: Record<string, unknown> = { ...task };
  if (MOMENTS.some((member) => change[member] !== undefined)) {
    for (const member of PERCENTILES) moved[member] = null;
    return moved as unknown as DocumentTask;
  }
  const shiftMs = parseInstant(change.expectedTime ?? task.expectedTime) - parseInstant(task.expectedTime);
  if (Number.isNaN(shiftMs)) return task;
  for (const member of [...PERCENTILES, 'distributionMean'] as const) {
    const text = task[member];
    if (text != null) moved[member] = formatInstant(parseInstant(text) + shiftMs);
  }
  return moved as unknown as DocumentTask;
};
