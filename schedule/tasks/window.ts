import type { TaskFields } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';

/** When an operation occupies its resource: epoch milliseconds, half-open. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** Whether the outbound time is not after the inbound time; the end is then derived from the scheduled or minimum stay. */
  readonly crossed: boolean;
}

/** The actual time if it is known, else the expected time plus the imposed delay; epoch milliseconds. */
export const derivedExpectedTime = (task: TaskFields): number =>
  task.actualTime ?? task.expectedTime + task.imposedDelayInSeconds * 1000;

/** The window of an operation; null if a task is missing. */
export const windowOf = (
  inbound: TaskFields | undefined,
  outbound: TaskFields | undefined,
  minimumStaySeconds: number,
): Window | null => {
  if (inbound === undefined || outbound === undefined) return null;
  const start = derivedExpectedTime(inbound);
  const end = derivedExpectedTime(outbound);
  if (end > start) return { start, end, crossed: false };
  const scheduledMs = outbound.scheduledTime - inbound.scheduledTime;
  return { start, end: start + Math.max(scheduledMs, minimumStaySeconds * 1000), crossed: true };
};

export const operationWindow = (state: PlanningState, operation: string): Window | null =>
  windowOf(
    state.taskOf(operation, 'inbound')?.fields,
    state.taskOf(operation, 'outbound')?.fields,
    state.record.fields.minimumStaySeconds,
  );
