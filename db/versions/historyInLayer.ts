import type { VersionRow } from './kinds.ts';

const MAINLINE = 0;

/**
 * The versions of records as a layer shows them, from the rows of the mainline and of a draft in order of change: a draft's own versions follow the
 * mainline's up to the one from which each record branched, and end it.
 */
export const historyInLayer = (rows: readonly VersionRow[]): VersionRow[] => {
  // Exclude versions that the draft wrote before it released the record.
  const releasedAt = new Map(rows.filter(({ released }) => released).map((row) => [row.id, row.fromChange]));
  const valid = rows.filter(
    (row) => !row.released && (row.workspace === MAINLINE || row.fromChange > (releasedAt.get(row.id) ?? 0)),
  );
  const ownOf = Map.groupBy(
    valid.filter(({ workspace }) => workspace !== MAINLINE),
    ({ id }) => id,
  );
  return valid.flatMap((row): VersionRow[] => {
    if (row.tombstone) return [];
    const own = ownOf.get(row.id);
    if (own === undefined || row.workspace !== MAINLINE) return [row];
    const base = valid.find(({ versionId }) => versionId === own.at(-1)?.baseVersion);
    if (base === undefined || row.fromChange > base.fromChange) return [];
    const next = own.find(({ fromChange }) => fromChange > row.fromChange);
    if (next === undefined) return [row];
    return [{ ...row, validTo: Math.min(row.validTo ?? next.validFrom, next.validFrom) }];
  });
};
