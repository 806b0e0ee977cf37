import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import { mapSlicedly, sortSlicedly } from '../turns.ts';
import type { Listed, PageRequest } from '../types.ts';

export type PageOf<T> = Listed<T>;

const CURSOR = /^(\d{1,15})\.(\d{1,9})$/;

export interface OpenPage {
  /** The change that the first page was read at: later pages go on with the same state. Undefined: now. */
  readonly change: number | undefined;
  /** This page of `rows`, rendered in slices, and where the next begins. */
  take<R, T>(change: number, rows: readonly R[], render: (row: R) => T): Promise<PageOf<T>>;
  /** Where the page begins, and how many rows it has at most; null: all that there are. */
  readonly offset: number;
  readonly limit: number | null;
  /** The page whose rows are made already, of so many in all. */
  made<T>(change: number, items: readonly T[], total: number): PageOf<T>;
}

/** The one order in which lists come, on every node and at every change: by first appearance, then by id. */
export const inOrder = <T extends Appeared>(rows: T[]): T[] => rows.sort(byAppearance);

type Appeared = { readonly createdAt: number; readonly id: string };
const byAppearance = (a: Appeared, b: Appeared): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Of states that somebody lists, so that each page need not put them in order again. */
const orders = new WeakMap<PlanningState, Map<Kind, Promise<readonly Version[]>>>();

/** Every live entity of a kind, in order. */
export const listInOrder = async <K extends Kind>(state: PlanningState, kind: K): Promise<readonly Version<K>[]> => {
  let known = orders.get(state);
  if (known === undefined) orders.set(state, (known = new Map()));
  let order = known.get(kind);
  if (order === undefined) known.set(kind, (order = sortSlicedly([...state.all(kind)] as Version[], byAppearance)));
  return (await order) as readonly Version<K>[];
};

/** The same of some of them. */
export const someInOrder = <T extends Appeared>(rows: readonly T[]): Promise<T[]> => sortSlicedly(rows, byAppearance);

/** Throws 400 for a cursor that this service did not give. */
export const openPage = ({ limit, cursor }: PageRequest): OpenPage => {
  const [change, offset] = cursor === null ? [undefined, 0] : readCursor(cursor);
  const made = <T>(at: number, items: readonly T[], total: number): PageOf<T> => {
    if (offset > total) throw invalidCursor(present(cursor));
    const end = offset + items.length;
    return { items, next: end < total ? Buffer.from(`${at}.${end}`).toString('base64url') : null };
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
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) throw invalidCursor(cursor);
  return [Number(match[1]), Number(match[2])];
};

export const invalidCursor = (cursor: string): ScheduleError =>
  new ScheduleError('invalid_cursor', `${cursor} is no cursor of this list; begin without one.`);
