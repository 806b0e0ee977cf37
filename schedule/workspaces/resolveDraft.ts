import { changedFields } from '../../db/store/differences.ts';
import type { Fields, Kind, Version } from '../../db/store/entities.ts';
import type { DraftRow } from '../../db/store/planningState.ts';
import type { Clash } from '../errors.ts';
import { wireFields } from '../records/wireFields.ts';
import type { MergeStrategy } from '../types.ts';

/** What becomes of one draft row when it meets the mainline as it is now. */
export type Resolution =
  /** The draft's side, or both merged; null deletes. */
  | {
      readonly take: 'draft';
      readonly row: DraftRow;
      readonly fields: Fields[Kind] | null;
      readonly base: string | null;
    }
  /** The mainline's side: the draft says nothing more about it. */
  | { readonly take: 'mainline'; readonly row: DraftRow }
  | { readonly take: 'clash'; readonly row: DraftRow; readonly clash: Clash };

/**
 * Three-way merge of one row; `base` is the mainline version that it branched from. One-sided changes merge field by field; assignments and deletes are whole. A field that both sides changed, and
 * not to the same, clashes, unless the strategy says who wins.
 */
export const resolveRow = (row: DraftRow, base: Version | undefined, strategy: MergeStrategy | null): Resolution => {
  const { draft, mainline } = row;
  const current = mainline?.versionId ?? null;
  const keep = (fields: Fields[Kind] | null): Resolution => ({ take: 'draft', row, fields, base: current });
  const decide = (fields: readonly string[]): Resolution => {
    if (strategy === 'ours') return keep(draft.tombstone ? null : draft.fields);
    if (strategy === 'theirs') return { take: 'mainline', row };
    return { take: 'clash', row, clash: toClash(row, base, fields) };
  };
  if (draft.base === current) return keep(draft.tombstone ? null : draft.fields);
  if (draft.tombstone) {
    if (mainline === undefined) return { take: 'mainline', row };
    const isTouched = base === undefined || mainline.id !== base.id || differences(base, mainline).length > 0;
    return isTouched ? decide(['*']) : keep(null);
  }
  if (mainline === undefined) return decide(['*']);
  const apart = differences(draft, mainline);
  if (apart.length === 0 && draft.id === mainline.id) return { take: 'mainline', row };
  if (base === undefined) return decide(apart.length === 0 ? ['id'] : apart);
  const ours = differences(base, draft);
  const theirs = differences(base, mainline);
  if (draft.kind === 'assignment') {
    if (theirs.length === 0 && mainline.id === base.id) return keep(draft.fields);
    if (ours.length === 0 && draft.id === base.id) return { take: 'mainline', row };
    return decide(['*']);
  }
  const both = ours.filter((field) => theirs.includes(field) && apart.includes(field));
  if (both.length > 0) return decide(both);
  if (ours.length === 0) return { take: 'mainline', row };
  return keep(merged(mainline, draft, ours));
};

const differences = (a: Version, b: Version): string[] => changedFields<Kind>(a.kind, a.fields, b.fields);

/** The mainline's fields with these of the draft's. */
const merged = (mainline: Version, draft: Version, names: readonly string[]): Fields[Kind] => {
  const own = Object.entries(draft.fields).filter(([name]) => names.includes(name));
  return { ...mainline.fields, ...Object.fromEntries(own) };
};

const toClash = ({ draft, mainline }: DraftRow, base: Version | undefined, fields: readonly string[]): Clash => ({
  entity: draft.kind,
  id: draft.id,
  fields: fields[0] === '*' ? Object.keys(draft.fields) : fields,
  base: base === undefined ? null : wireFields(base),
  ours: draft.tombstone ? null : wireFields(draft),
  theirs: mainline === undefined ? null : wireFields(mainline),
});
