import type { Problems } from './compileError.ts';
import { unixMs } from './instant.ts';
import type { DocumentAssignment, DocumentAssignmentPart, Time } from './planningDocument.ts';
import { checkTime, type Window } from './window.ts';

/** A part's effective window in Unix seconds; empty when `end` is not after `start`. */
export interface PartWindow {
  readonly start: number;
  readonly end: number;
  /** Whether the part starts (ends) when the operation does, whenever that may really be. */
  readonly followsStart: boolean;
  readonly followsEnd: boolean;
}

/** Checks that the parts are in order, do not end before they start, and do not overlap each other. */
export const checkParts = (parts: readonly DocumentAssignmentPart<Time>[], path: string, problems: Problems): void => {
  if (parts.length === 0) problems.add(path, 'too_small', 'Needs at least one part.');
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const [i, part] of parts.entries()) {
    for (const member of ['startAt', 'endAt'] as const) {
      if (part[member] != null) checkTime(part[member], `${path}.${i}.${member}`, problems);
    }
    const startMs = part.startAt == null ? Number.NEGATIVE_INFINITY : unixMs(part.startAt);
    const endMs = part.endAt == null ? Number.POSITIVE_INFINITY : unixMs(part.endAt);
    if (startMs > endMs) problems.add(`${path}.${i}`, 'parts_out_of_order', 'Ends before it starts.');
    if (i > 0 && startMs < latestMs) {
      problems.add(
        `${path}.${i}`,
        'parts_out_of_order',
        'Starts before the preceding part ends; parts must be in order.',
      );
    }
    latestMs = Math.max(latestMs, endMs);
  }
};

const WHOLE: readonly DocumentAssignmentPart<never>[] = [{ resource: null }];

/** The parts of an operation: those of its assignment, or one part that spans the whole operation. */
export const partsOf = <T extends Time>(
  assignment: DocumentAssignment<T> | undefined,
): readonly DocumentAssignmentPart<T>[] => {
  if (!assignment) return WHOLE;
  return assignment.parts ?? [{ resource: assignment.resource ?? null }];
};

/** The part's times, clamped to the operation's window; the last part extends to the operation's end. */
export const partWindow = (part: DocumentAssignmentPart<Time>, isLast: boolean, window: Window): PartWindow => {
  const startAt = part.startAt == null ? window.start : Math.floor(unixMs(part.startAt) / 1000);
  const endAt = part.endAt == null || isLast ? window.end : Math.floor(unixMs(part.endAt) / 1000);
  return {
    start: Math.max(startAt, window.start),
    end: Math.min(endAt, window.end),
    followsStart: startAt <= window.start,
    followsEnd: endAt >= window.end,
  };
};
