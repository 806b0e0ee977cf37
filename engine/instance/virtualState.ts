import { CompileError, type Problem } from './compileError.ts';
import { unixMs } from './instant.ts';
import {
  type DocumentAssignment,
  type DocumentAssignmentPart,
  type DocumentOperation,
  type DocumentTask,
  PERCENTILES,
  type PlanningDocument,
  type Time,
} from './planningDocument.ts';

/** Hypothetical changes that are laid over a planning; nothing of them is stored. */
export interface VirtualState {
  readonly assignments?: readonly VirtualAssignment[];
  readonly operations?: readonly VirtualOperation[];
}

/** Either a resource, null for no place, or parts. */
export interface VirtualAssignment {
  readonly operation: string;
  readonly resource?: string | null;
  readonly parts?: readonly DocumentAssignmentPart<Time>[];
  readonly override?: boolean;
}

/** Changes of an operation's tasks; members that are absent keep their values. */
export interface VirtualOperation {
  readonly id: string;
  readonly inboundTask?: Partial<DocumentTask<Time>>;
  readonly outboundTask?: Partial<DocumentTask<Time>>;
}

/** A document under a virtual state. */
export interface Overlay {
  readonly document: PlanningDocument<Time>;
  /** Maps a path of the resulting document to its origin: `virtualState.…` when the virtual state put it there. */
  originOf(path: string): string;
}

/** Applies the virtual state to the document. Throws CompileError for operations that do not exist; `compile` finds all other problems. */
export const overlayVirtualState = (document: PlanningDocument<Time>, state: VirtualState): Overlay => {
  const problems: Problem[] = [];
  const known = new Set(document.operations.map(({ id }) => id));
  const refer = (id: string, path: string): void => {
    if (known.has(id)) return;
    problems.push({ path, code: 'unknown_reference', message: `There is no operation ${JSON.stringify(id)}.` });
  };
  const assignments = new Map<string, number>();
  const virtual = state.assignments ?? [];
  for (const [i, { operation }] of virtual.entries()) {
    refer(operation, `virtualState.assignments.${i}.operation`);
    assignments.set(operation, i);
  }
  const changes = new Map<string, number>();
  const changed = state.operations ?? [];
  for (const [i, { id }] of changed.entries()) {
    refer(id, `virtualState.operations.${i}.id`);
    changes.set(id, i);
  }
  if (problems.length > 0) throw new CompileError(problems);
  const kept = document.assignments.filter(({ operation }) => !assignments.has(operation));
  const added = [...assignments.values()];
  const operations =
    changes.size === 0
      ? document.operations
      : document.operations.map((operation) => {
          const change = changes.get(operation.id);
          return change === undefined ? operation : overlay(operation, changed[change]);
        });
  return {
    document: { ...document, operations, assignments: [...kept, ...added.map((i) => toAssignment(virtual[i]))] },
    originOf(path) {
      const [, list, index, rest] = /^(assignments|operations)\.(\d+)(.*)$/.exec(path) ?? [];
      if (list === undefined) return path;
      const at = Number(index);
      const from = list === 'operations' ? changes.get(operations[at].id) : added[at - kept.length];
      return from === undefined ? path : `virtualState.${list}.${from}${rest}`;
    },
  };
};

const toAssignment = ({ operation, resource, parts, override }: VirtualAssignment): DocumentAssignment<Time> => ({
  operation,
  ...(parts ? { parts } : { resource: resource ?? null }),
  ...(override === undefined ? {} : { override }),
});

const overlay = (operation: DocumentOperation<Time>, change: VirtualOperation): DocumentOperation<Time> => ({
  ...operation,
  inboundTask: overlayTask(operation.inboundTask, change.inboundTask),
  outboundTask: overlayTask(operation.outboundTask, change.outboundTask),
});

/** When only the expected time moves, the percentiles and the distribution's mean move with it. */
const overlayTask = (
  task: DocumentTask<Time> | null,
  change: Partial<DocumentTask<Time>> | undefined,
): DocumentTask<Time> | null => {
  if (!change) return task;
  if (!task)
    return change.expectedTime !== undefined ? { taskName: '', expectedTime: change.expectedTime, ...change } : null;
  const moved = moveUncertainty(task, change);
  return { ...moved, ...change };
};

const MOMENTS = ['sigma', 'skewFactor', 'distributionMean'] as const;

const moveUncertainty = (task: DocumentTask<Time>, change: Partial<DocumentTask<Time>>): DocumentTask<Time> => {
  if (PERCENTILES.some((member) => change[member] !== undefined)) return task;
  const moved: { -readonly [M in keyof DocumentTask<Time>]: DocumentTask<Time>[M] } = { ...task };
  if (MOMENTS.some((member) => change[member] !== undefined)) {
    for (const member of PERCENTILES) moved[member] = null;
    return moved;
  }
  const shiftMs = unixMs(change.expectedTime ?? task.expectedTime) - unixMs(task.expectedTime);
  if (Number.isNaN(shiftMs)) return task;
  for (const member of [...PERCENTILES, 'distributionMean'] as const) {
    const time = task[member];
    if (time != null) moved[member] = unixMs(time) + shiftMs;
  }
  return moved;
};
