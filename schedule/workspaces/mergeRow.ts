import { changedFields } from '../../db/versions/differences.ts';
import { asVersion, type Fields, type Kind, type Version } from '../../db/versions/entities.ts';
import { keyOf } from '../../db/versions/layer.ts';
import type { DraftRow } from '../../db/versions/planningState.ts';
import { contradicting } from '../changes/contradicting.ts';
import type { Clash } from '../errors.ts';
import { wireFields } from '../records/wireFields.ts';
import type { MergeStrategy } from '../types.ts';

/** The draft's side wins, possibly with the mainline's changes merged in. Null fields delete the record. */
export interface DraftSide {
  readonly take: 'draft';
  /** Null for a record that is restored along with the draft's own. */
  readonly row: DraftRow | null;
  /** The version whose id and kind the result has. */
  readonly version: Version;
  readonly fields: Fields[Kind] | null;
  /** versionId of the mainline version that the row is based on after the merge. */
  readonly base: string | null;
}

/** The mainline's side wins; the draft's row is dropped. */
export interface MainlineSide {
  readonly take: 'mainline';
  readonly row: DraftRow;
}

export type Settled = DraftSide | MainlineSide;
export type Merge = Settled | { readonly take: 'clash'; readonly row: DraftRow; readonly clash: Clash };

export const keepDraft = (row: DraftRow, fields = row.draft.tombstone ? null : row.draft.fields): DraftSide => ({
  take: 'draft',
  row,
  version: row.draft,
  fields,
  base: row.mainline?.versionId ?? null,
});
export const takeMainline = (row: DraftRow): MainlineSide => ({ take: 'mainline', row });

/** Decides between two conflicting sides by the strategy; without one, returns a clash over these fields. */
type Decide = (fields: readonly string[]) => Merge;

/**
 * Three-way merge of one draft row with the current mainline. Changes on one side only are merged field by field; assignments and deletions are
 * merged as a whole. A field that both sides changed differently is a clash, unless the strategy decides; it decides such fields only.
 */
export const mergeRow = (row: DraftRow, base: Version | undefined, strategy: MergeStrategy | null): Merge => {
  const { draft, mainline } = row;
  const decide: Decide = (fields) => {
    if (strategy === 'ours') return keepDraft(row);
    if (strategy === 'theirs') return takeMainline(row);
    return { take: 'clash', row, clash: clashOf(row, base, fields) };
  };
  if (draft.base === (mainline?.versionId ?? null)) return keepDraft(row);
  if (draft.tombstone) return mergeDelete(row, base, decide);
  const ours = base === undefined ? Object.keys(draft.fields) : differences(base, draft);
  const isUntouched = base !== undefined && draft.id === base.id && ours.length === 0;
  if (mainline === undefined) return isUntouched ? takeMainline(row) : decide(Object.keys(draft.fields));
  const apart = differences(draft, mainline);
  if (isUntouched || (apart.length === 0 && draft.id === mainline.id)) return takeMainline(row);
  if (base === undefined) return decide(apart.length === 0 ? ['id'] : apart);
  if (draft.kind === 'assignment') return mergeAssignment(row, base, mainline, decide);
  return mergeFields(row, { base, mainline, ours, apart }, strategy);
};

/** The draft deleted a record that the mainline may have changed or deleted, too. */
const mergeDelete = (row: DraftRow, base: Version | undefined, decide: Decide): Merge => {
  const { draft, mainline } = row;
  if (mainline === undefined) return takeMainline(row);
  const isTouched = base === undefined || mainline.id !== base.id || differences(base, mainline).length > 0;
  return isTouched ? decide(Object.keys(draft.fields)) : keepDraft(row);
};

/** Both sides have an assignment of the operation, and the draft changed its own. */
const mergeAssignment = (row: DraftRow, base: Version, mainline: Version, decide: Decide): Merge => {
  const isTheirs = mainline.id !== base.id || differences(base, mainline).length > 0;
  return isTheirs ? decide(Object.keys(row.draft.fields)) : keepDraft(row);
};

interface BothSides {
  readonly base: Version;
  readonly mainline: Version;
  /** Fields that the draft changed, and fields in which the two sides differ now. */
  readonly ours: readonly string[];
  readonly apart: readonly string[];
}

/** Both sides have the record, and both changed it. */
const mergeFields = (
  row: DraftRow,
  { base, mainline, ours, apart }: BothSides,
  strategy: MergeStrategy | null,
): Merge => {
  const { draft } = row;
  const theirs = differences(base, mainline);
  const merge = (contested: readonly string[]): Version =>
    withFieldsOf(
      mainline,
      draft,
      strategy === 'theirs' ? ours.filter((field) => !contested.includes(field)) : [...ours, ...contested],
    );
  const both = ours.filter((field) => theirs.includes(field) && apart.includes(field));
  if (both.length > 0 && strategy === null) return { take: 'clash', row, clash: clashOf(row, base, both) };
  let merged = merge(both);
  const together = contradicting(merged).filter((field) => apart.includes(field));
  if (together.length > 0) {
    if (strategy === null) return { take: 'clash', row, clash: clashOf(row, base, together) };
    merged = merge([...both, ...together]);
  }
  return differences(mainline, merged).length === 0 ? takeMainline(row) : keepDraft(row, merged.fields);
};

export const differences = (a: Version, b: Version): string[] => changedFields<Kind>(a.kind, a.fields, b.fields);

/** The version with the named fields taken from another one of the same record. */
export const withFieldsOf = (version: Version, other: Version, names: readonly string[]): Version => {
  const taken = Object.entries(other.fields).filter(([name]) => names.includes(name));
  return asVersion({ ...version, fields: { ...version.fields, ...Object.fromEntries(taken) } });
};

export const clashOf = (
  { draft, mainline }: DraftRow,
  base: Version | undefined,
  fields: readonly string[],
): Clash => ({
  entity: draft.kind,
  id: keyOf(draft),
  fields,
  base: base === undefined ? null : wireFields(base),
  ours: draft.tombstone ? null : wireFields(draft),
  theirs: mainline === undefined ? null : wireFields(mainline),
});
