import type { AssignmentPart, Version } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import type {
  VirtualAssignment,
  VirtualOperation,
  VirtualState as EngineState,
} from '../../engine/instance/virtualState.ts';
import { instantOrNull } from '../records/instants.ts';
import type { AssignmentPartInput, TaskInput, VirtualState } from '../types.ts';

/** One change of a plan, as the wire tells it. A swap is two moves. */
export interface PlannedMove {
  readonly kind: 'reassign' | 'swap' | 'unassign' | 'delay';
  readonly operation: string;
  /** Part id or zero-based index; null: the operation as a whole. */
  readonly part?: string | null | undefined;
  readonly fromResource?: string | null | undefined;
  readonly toResource?: string | null | undefined;
  readonly startAt?: string | null | undefined;
  readonly endAt?: string | null | undefined;
  /** Added to the imposed delay of both tasks that have not happened yet. */
  readonly delaySeconds?: number | null | undefined;
}

export interface Move {
  readonly kind: PlannedMove['kind'];
  readonly operation: string;
  readonly part: string | null;
  readonly fromResource: string | null;
  readonly toResource: string | null;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly delaySeconds: number;
}

/** Where the parts of an operation are, in a form that both documents and writes take. */
export type Parts = readonly AssignmentPartInput[];

export const partsOf = (assignment: Version<'assignment'> | undefined): Parts =>
  assignment === undefined ? [{ resource: null }] : assignment.fields.parts.map(toPartInput);

const toPartInput = ({ id, startAt, endAt, resource, isFixed, metadata }: AssignmentPart): AssignmentPartInput => ({
  id,
  startAt: instantOrNull(startAt),
  endAt: instantOrNull(endAt),
  resource,
  isFixed,
  metadata,
});

/** The index that a move names; undefined when there is no such part. A move without a part means the only one, or the first. */
export const partIndexOf = (parts: Parts, part: string | null | undefined): number | undefined => {
  if (part == null) return 0;
  const byId = parts.findIndex(({ id }) => id === part);
  if (byId >= 0) return byId;
  const index = /^\d{1,4}$/.test(part.slice(part.lastIndexOf('/') + 1))
    ? Number(part.slice(part.lastIndexOf('/') + 1))
    : -1;
  return index >= 0 && index < parts.length ? index : undefined;
};

/** Whole operations move with all their parts. */
export const movedParts = (parts: Parts, { part, toResource }: PlannedMove): Parts => {
  const resource = toResource ?? null;
  if (part == null) return parts.map((one) => ({ ...one, resource }));
  const index = partIndexOf(parts, part);
  return parts.map((one, i) => (i === index ? { ...one, resource } : one));
};

/** The tasks of a delay: those that have not happened yet. */
export const delayedTasks = (
  state: PlanningState,
  operation: string,
  seconds: number,
): { readonly inboundTask?: TaskInput; readonly outboundTask?: TaskInput } => {
  const side = (role: 'inbound' | 'outbound'): TaskInput | null => {
    const fields = state.taskOf(operation, role)?.fields;
    if (fields === undefined || fields.actualTime !== null) return null;
    return { imposedDelayInSeconds: fields.imposedDelayInSeconds + seconds };
  };
  const inboundTask = side('inbound');
  const outboundTask = side('outbound');
  return { ...(inboundTask === null ? {} : { inboundTask }), ...(outboundTask === null ? {} : { outboundTask }) };
};

/** A virtual state with moves laid over it, as the engine takes it. */
export const overlayMoves = (
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
): EngineState => {
  const assignments = new Map<string, VirtualAssignment>();
  const operations = new Map<string, VirtualOperation>();
  for (const { operation, resource, parts } of virtualState.assignments ?? []) {
    const place = parts === undefined ? { resource: resource ?? null } : { parts };
    assignments.set(operation, { operation, ...place } as VirtualAssignment);
  }
  for (const operation of virtualState.operations ?? []) operations.set(operation.id, operation as VirtualOperation);
  for (const move of moves) {
    const { operation } = move;
    if (move.kind === 'delay') {
      const delayed = delayedTasks(state, operation, move.delaySeconds ?? 0);
      const before = operations.get(operation);
      operations.set(operation, mergeTasks(operation, before, delayed as Omit<VirtualOperation, 'id'>));
    } else {
      const planned = assignments.get(operation);
      const parts = planned === undefined ? partsOf(state.assignmentOf(operation)) : placeParts(planned);
      assignments.set(operation, { operation, parts: movedParts(parts, move) } as VirtualAssignment);
    }
  }
  return { assignments: [...assignments.values()], operations: [...operations.values()] };
};

const placeParts = ({ resource, parts }: VirtualAssignment): Parts =>
  (parts as Parts | undefined) ?? [{ resource: resource ?? null }];

const mergeTasks = (
  id: string,
  before: VirtualOperation | undefined,
  delayed: Omit<VirtualOperation, 'id'>,
): VirtualOperation => {
  const inboundTask = { ...before?.inboundTask, ...delayed.inboundTask };
  const outboundTask = { ...before?.outboundTask, ...delayed.outboundTask };
  return { id, inboundTask, outboundTask };
};
