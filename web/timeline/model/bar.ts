import type { DocumentAssignment, DocumentOperation, DocumentTask } from '../../../engine/instance/planningDocument.ts';
import { parseInstant } from '../../../engine/instance/instant.ts';
import { operationName } from '../../../engine/instance/operationName.ts';
import { partsOf, partWindow } from '../../../engine/instance/parts.ts';
import { windowOf } from '../../../engine/instance/window.ts';

/** A part of an operation's assignment, as it is drawn. Times are Unix seconds. */
export interface Bar {
  readonly key: string;
  readonly operation: string;
  readonly part: number;
  readonly partCount: number;
  /** The resource; null when the part has no place. */
  readonly resource: string | null;
  readonly name: string;
  /** The expected window of the part, from which conflicts are computed. */
  readonly start: number;
  readonly end: number;
  /** The scheduled window; the expected one when no scheduled time is known. */
  readonly scheduledStart: number;
  readonly scheduledEnd: number;
  /** The earliest and latest start and end (5 and 95 % quantiles); null when the time is certain or has no distribution. */
  readonly early: Spread | null;
  readonly late: Spread | null;
  /** Whether there is an actual start, and an actual end. */
  readonly hasStarted: boolean;
  readonly hasEnded: boolean;
  readonly isLocked: boolean;
  readonly isBlocker: boolean;
  readonly timesCrossed: boolean;
  readonly tags: readonly string[];
  readonly group: string | null;
}

export interface Spread {
  readonly from: number;
  readonly to: number;
}

/** Names a bar by its operation and the index of the part. */
export type BarName = Pick<Bar, 'operation' | 'part'>;

const barKey = ({ operation, part }: BarName): string => `${operation}/${part}`;

const seconds = (text: string | null | undefined): number => (text == null ? Number.NaN : parseInstant(text) / 1000);

const scheduledAt = (task: DocumentTask | null): number => seconds(task?.scheduledTime ?? task?.plannedTime);

const spreadOf = (task: DocumentTask): Spread | null => {
  if (task.actualTime != null) return null;
  const delay = task.imposedDelayInSeconds ?? 0;
  const from = seconds(task.expectedTimeP05) + delay;
  const to = seconds(task.expectedTimeP95) + delay;
  return to > from ? { from, to } : null;
};

type Facts = Pick<Bar, 'operation' | 'name' | 'hasStarted' | 'hasEnded' | 'isBlocker' | 'tags' | 'group'>;

/** What all parts of an operation have in common. */
const factsOf = (operation: DocumentOperation, inbound: DocumentTask, outbound: DocumentTask): Facts => ({
  operation: operation.id,
  name: operationName(operation),
  hasStarted: inbound.actualTime != null,
  hasEnded: outbound.actualTime != null,
  isBlocker: operation.isBlocker === true,
  tags: [...(operation.tags ?? []), ...(inbound.tags ?? []), ...(outbound.tags ?? [])],
  group: operation.group ?? null,
});

/** The bars of an operation, one for each part; none when a task is missing, since there is no window then. */
export const barsOf = (
  operation: DocumentOperation,
  assignment: DocumentAssignment | undefined,
  minimumStaySeconds: number,
): readonly Bar[] => {
  const window = windowOf(operation, minimumStaySeconds);
  const { inboundTask, outboundTask } = operation;
  if (window === null || inboundTask === null || outboundTask === null) return [];
  const parts = partsOf(assignment);
  const plannedStart = scheduledAt(inboundTask);
  const plannedEnd = scheduledAt(outboundTask);
  const facts = factsOf(operation, inboundTask, outboundTask);
  const bars: Bar[] = [];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const { start, end, followsStart, followsEnd } = partWindow(part, isLast, window);
    if (end <= start) continue;
    bars.push({
      ...facts,
      key: barKey({ operation: operation.id, part: index }),
      part: index,
      partCount: parts.length,
      resource: part.resource,
      start,
      end,
      scheduledStart: followsStart && !Number.isNaN(plannedStart) ? plannedStart : start,
      scheduledEnd: followsEnd && !Number.isNaN(plannedEnd) ? plannedEnd : end,
      early: followsStart ? spreadOf(inboundTask) : null,
      late: followsEnd && !window.crossed ? spreadOf(outboundTask) : null,
      timesCrossed: window.crossed,
      isLocked: operation.isFixedToResource === true || part.isFixed === true,
    });
  }
  return bars;
};
