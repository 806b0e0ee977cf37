import { firstIndex } from '../../engine/binarySearch.ts';
import { present } from '../../engine/present.ts';
import type { Version } from './entities.ts';

type Appeared = Pick<Version, 'createdAt' | 'id'>;

/** By creation time, then by id: the order of all lists, on every node and at every change. */
export const byAppearance = (a: Appeared, b: Appeared): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** What became of the row with this key; undefined: there is none. */
export interface RowChange {
  readonly key: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** Above this number of rows that appeared or disappeared, sorting the whole list takes about as long as moving each of them. */
const MOST_MOVED = 256;

/**
 * The keys of a list in order, after some changes. A row that only got new fields stays in its place, so that most changes leave the order as it is;
 * one that appears or disappears costs a search and one copy of the keys. Undefined if so many did that the list should be sorted again.
 */
export const reordered = (
  order: readonly string[],
  changes: Iterable<RowChange>,
  rowOf: (key: string) => Version | undefined,
): readonly string[] | undefined => {
  const moved: RowChange[] = [];
  for (const change of changes) {
    if (!isInPlace(change)) moved.push(change);
    if (moved.length > MOST_MOVED) return undefined;
  }
  if (moved.length === 0) return order;
  const next = [...order];
  const rows = new Map(moved.map(({ key, before }) => [key, before]));
  const at = (key: string): Version => present(rows.get(key) ?? rowOf(key));
  for (const { before } of moved) if (before !== undefined) next.splice(placeOf(before, next, at), 1);
  for (const { key, after } of moved) {
    if (after === undefined) rows.delete(key);
    else rows.set(key, after);
  }
  for (const { key, after } of moved) if (after !== undefined) next.splice(placeOf(after, next, at), 0, key);
  return next;
};

const isInPlace = ({ before, after }: RowChange): boolean =>
  before?.id === after?.id && before?.createdAt === after?.createdAt;

/** The position of the first row that does not precede the version. */
const placeOf = (version: Version, order: readonly string[], at: (key: string) => Version): number =>
  firstIndex(0, order.length, (index) => {
    const other = at(present(order[index]));
    return other.id === version.id || byAppearance(other, version) >= 0;
  });
