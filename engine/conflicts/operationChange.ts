import { partsOf, partWindow } from '../instance/parts.ts';
import type { DocumentAssignment, DocumentOperation, DocumentTask, Time } from '../instance/planningDocument.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS, windowOf } from '../instance/window.ts';
import { distributionOf } from '../uncertainty/deriveUncertainty.ts';
import type { SkewNormal } from '../uncertainty/skewNormal.ts';

/** The state of an operation after a change. */
export interface OperationChange {
  readonly operation: string;
  readonly isBlocker: boolean;
  /** Uuids of the operation's tags and its tasks' tags. */
  readonly tags: readonly string[];
  /** The parts that occupy some time; empty when the operation was deleted or has no window. */
  readonly parts: readonly PartChange[];
}

export interface PartChange {
  /** The part's index in the assignment. */
  readonly index: number;
  /** The part's name as in InstanceNames.parts. */
  readonly name: string;
  /** Unix seconds, half-open, end > start. */
  readonly start: number;
  readonly end: number;
  readonly resource: string | null;
  /** Distributions in seconds relative to start and end; null when the time is known exactly. */
  readonly startsBy: SkewNormal | null;
  readonly endsBy: SkewNormal | null;
}

/** The operation as `compile` would read it. */
export const toOperationChange = (
  operation: DocumentOperation<Time>,
  assignment: DocumentAssignment<Time> | undefined,
  minimumStaySeconds = DEFAULT_MINIMUM_STAY_SECONDS,
): OperationChange => {
  const { id, isBlocker, inboundTask, outboundTask } = operation;
  const tags = [operation.tags, inboundTask?.tags, outboundTask?.tags].flatMap((list) => list ?? []);
  const window = windowOf(operation, minimumStaySeconds);
  if (!window || !inboundTask || !outboundTask)
    return { operation: id, isBlocker: isBlocker === true, tags, parts: [] };
  const parts = partsOf(assignment);
  const changes = parts.flatMap((part, index): PartChange[] => {
    const { start, end, followsStart, followsEnd } = partWindow(part, index === parts.length - 1, window);
    if (end <= start) return [];
    const startsBy = followsStart ? uncertaintyOf(inboundTask) : null;
    const endsBy = followsEnd ? uncertaintyOf(window.crossed ? inboundTask : outboundTask) : null;
    return [{ index, name: part.id ?? `${id}/${index}`, start, end, resource: part.resource, startsBy, endsBy }];
  });
  return { operation: id, isBlocker: isBlocker === true, tags, parts: changes };
};

const uncertaintyOf = (task: DocumentTask<Time>): SkewNormal | null =>
  task.actualTime == null ? distributionOf(task) : null;
