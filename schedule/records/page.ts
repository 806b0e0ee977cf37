import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import { byAppearance } from '../../db/versions/listOrder.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import { inSlices, mapSlicedly, sortSlicedly } from '../turns.ts';
import type { Listed, PageRequest } from '../types.ts';

const CURSOR = /^([1-9]\d{0,14})\.(\d{1,9})$/;

/** The most rows of one page of a list that is read from storage. */
const MOST_ROWS = 10_000;
const ID = /^[0-9a-f-]{36}$/;

/** A whole list as one page. */
export const ALL_ROWS: PageRequest = { limit: null, cursor: null };

export interface OpenPage {
  /** The change at which the first page was read; later pages use the same state. Undefined for the current one. */
  readonly change: number | undefined;
  /** Returns this page of `rows`, rendered in slices, and the cursor of the next page. */
  take<R, T>(change: number, rows: readonly R[], render: (row: R) => T): Promise<Listed<T>>;
  /** Index of the page's first row, and its maximum number of rows; null for no limit. */
  readonly offset: number;
  readonly limit: number | null;
  /** Returns a page whose rows are already rendered; `total` is the number of rows in the whole list, or null if they are more than up to its end. */
  made<T>(change: number, items: readonly T[], total: number | null): Listed<T>;
}

/** Sorts a list in the order of all lists. */
export const inOrder = <T extends Appeared>(rows: T[]): T[] => rows.sort(byAppearance);

type Appeared = { readonly createdAt: number; readonly id: string };

/** Keys in order by state while they are being sorted, so that requests at the same time sort them once. */
const orders = new WeakMap<PlanningState, Map<Kind, Promise<readonly string[]>>>();

const keysInOrder = (state: PlanningState, kind: Kind): Promise<readonly string[]> => {
  let known = orders.get(state);
  if (known === undefined) orders.set(state, (known = new Map()));
  let order = known.get(kind);
  if (order === undefined) known.set(kind, (order = inSlices(state.ordering(kind))));
  return order;
};

/** Every live entity of a kind, sorted. */
export const listInOrder = async <K extends Kind>(state: PlanningState, kind: K): Promise<readonly Version<K>[]> =>
  mapSlicedly(await keysInOrder(state, kind), (key) => present(state.atKey(kind, key)));

/** A page of every live entity of a kind. It costs its own rows, whatever the number of the others. */
export const pageInOrder = async <K extends Kind, T>(
  page: OpenPage,
  state: PlanningState,
  kind: K,
  render: (version: Version<K>) => T,
): Promise<Listed<T>> =>
  page.take(state.change, await keysInOrder(state, kind), (key) => render(present(state.atKey(kind, key))));

/** Sorts a selection of entities. */
export const someInOrder = <T extends Appeared>(rows: readonly T[]): Promise<T[]> => sortSlicedly(rows, byAppearance);

/** Starts a page. Throws 400 if the cursor was not issued by this service. */
export const openPage = ({ limit, cursor }: PageRequest): OpenPage => {
  const [change, offset] = cursor === null ? [undefined, 0] : readCursor(cursor);
  const made = <T>(at: number, items: readonly T[], total: number | null): Listed<T> => {
    if (total !== null && offset > total) throw invalidCursor(present(cursor));
    const end = offset + items.length;
    return { items, next: total === null || end < total ? cursorOf(`${at}.${end}`) : null };
  };
  return {
    change,
    offset,
    limit,
    made,
    async take(at, rows, render) {
      const end = limit === null ? rows.length : Math.min(rows.length, offset + limit);
      return made(at, await mapSlicedly(rows.slice(offset, end), render), rows.length);
    },
  };
};

const readCursor = (cursor: string): [number, number] => {
  const match = CURSOR.exec(textOfCursor(cursor));
  if (match === null) throw invalidCursor(cursor);
  return [Number(match[1]), Number(match[2])];
};

/** Begins the text of a cursor that names the last row shown, which a cursor of a state's list never does. */
const AFTER = 'after ';

/**
 * A page of rows that are read anew for each page, in the order of `placeOf`. It begins after the last row of the page before, whether or not that row is
 * still there, so that rows which appear or disappear in between move no others over the edge of a page.
 */
export const pageAfter = <R>(
  rows: readonly R[],
  { limit, cursor }: PageRequest,
  placeOf: (row: R) => string,
): Listed<R> => {
  const ordered = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => (a.place < b.place ? -1 : Number(a.place > b.place)));
  const last = cursor === null ? null : textOfCursor(cursor);
  if (last !== null && !last.startsWith(AFTER)) throw invalidCursor(present(cursor));
  const left = last === null ? ordered : ordered.filter(({ place }) => place > last.slice(AFTER.length));
  const shown = limit === null ? left : left.slice(0, limit);
  const end = shown.at(-1);
  const hasMore = end !== undefined && shown.length < left.length;
  return {
    items: shown.map(({ row }) => row),
    next: hasMore ? cursorOf(AFTER + end.place) : null,
  };
};

/** A page of a list that `read` reads in the order of ids, newest first. Its cursor is the id of the last row shown, whether or not that row is still there. */
export const pageById = async <R extends { readonly id: string }, T>(
  { limit, cursor }: PageRequest,
  read: (page: { readonly before: string | null; readonly limit: number }) => Promise<readonly R[]>,
  render: (row: R) => T,
): Promise<Listed<T>> => {
  if (cursor !== null && !ID.test(cursor)) throw invalidCursor(cursor);
  const size = limit ?? MOST_ROWS;
  const found = await read({ before: cursor, limit: size + 1 });
  const shown = found.slice(0, size);
  return { items: shown.map(render), next: found.length > size ? (shown.at(-1)?.id ?? null) : null };
};

/** Orders rows by their creation, then by their id; for `pageAfter`. */
export const placeByAppearance = ({ createdAt, id }: Appeared): string =>
  `${String(createdAt).padStart(15, '0')} ${id}`;

/** The cursor of a page that begins where the text says. Clients send it back as it is. */
export const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');

/** The text that a cursor was made of, or any text if the cursor was not made here. */
export const textOfCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

export const invalidCursor = (cursor: string): ScheduleError =>
  new ScheduleError('invalid_cursor', `${cursor} is not a cursor of this list; start without a cursor.`);
