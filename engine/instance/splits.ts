import { formatInstant } from './instant.ts';
import type { DocumentAssignmentPart, Time } from './planningDocument.ts';

/** An assignment that consists of parts, as it is in the document. */
export interface Split<T extends Time = string> {
  /** Index into names.operations. */
  readonly operation: number;
  readonly parts: readonly DocumentAssignmentPart<T>[];
}

/**
 * Stores the splits as one string instead of many small objects, because transferring those of a large plan between threads takes a
 * tenth of a second.
 */
export const writeSplits = (splits: readonly Split<Time>[]): string =>
  JSON.stringify(splits.map(({ operation, parts }): Split => ({ operation, parts: parts.map(inText) })));

const inText = (part: DocumentAssignmentPart<Time>): DocumentAssignmentPart => {
  const { startAt, endAt, ...rest } = part;
  return { ...rest, ...textOf('startAt', startAt), ...textOf('endAt', endAt) };
};

const textOf = (member: 'startAt' | 'endAt', time: Time | null | undefined): Partial<DocumentAssignmentPart> =>
  time === undefined ? {} : { [member]: typeof time === 'number' ? formatInstant(time) : time };

/** The splits that `writeSplits` stored, with all times as texts. */
export const readSplits = ({ splits }: { readonly splits: string }): readonly Split[] => JSON.parse(splits) as Split[];
