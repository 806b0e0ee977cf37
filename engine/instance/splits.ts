import type { DocumentAssignmentPart } from './planningDocument.ts';

/** An assignment that is written as parts, as it is in the document. */
export interface Split {
  /** Index into names.operations. */
  readonly operation: number;
  readonly parts: readonly DocumentAssignmentPart[];
}

/** One text instead of many small objects: those of a large plan take a tenth of a second to bring from thread to thread. */
export const writeSplits = (splits: readonly Split[]): string => JSON.stringify(splits);

export const readSplits = ({ splits }: { readonly splits: string }): readonly Split[] => JSON.parse(splits) as Split[];
