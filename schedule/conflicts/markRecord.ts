import type { ConflictMark, MarkState } from '../../db/runs/marks.ts';
import { instant, instantOrNull } from '../records/instants.ts';
import type { UserNames } from '../users/userNames.ts';

/** The mark of a conflict as the API returns it; instants are ISO 8601. */
export interface MarkRecord {
  readonly state: MarkState;
  readonly note: string | null;
  readonly until: string | null;
  readonly author: string;
  readonly authorName: string | null;
  readonly at: string;
}

export const markRecord = async (names: UserNames, mark: ConflictMark): Promise<MarkRecord> => ({
  state: mark.state,
  note: mark.note,
  until: instantOrNull(mark.until),
  author: mark.author,
  authorName: await names.of(mark.author),
  at: instant(mark.at),
});

/** Mark records by conflict id. */
export const markRecords = async (
  names: UserNames,
  marks: ReadonlyMap<string, ConflictMark>,
): Promise<ReadonlyMap<string, MarkRecord>> =>
  new Map(await Promise.all([...marks].map(async ([id, mark]) => [id, await markRecord(names, mark)] as const)));
