import type { Density } from '../timeline/model/rows.ts';
import { isRecord } from '../../engine/recordOf.ts';
import type { ColorBy } from './colorBy.ts';
import { type Filter, NO_FILTER } from './filter.ts';

/** The time zone of the axis: the planning's, UTC or the browser's. */
export type TimeMode = 'planning' | 'utc' | 'mine';

/** A named view of a planning, stored in this browser. */
export interface SavedView {
  readonly name: string;
  readonly planning: string;
  /** Seconds relative to now if now was in view, else Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly isAroundNow: boolean;
  readonly filter: Filter;
  readonly pins: readonly string[];
  readonly colorBy: ColorBy;
  readonly density: Density;
  readonly timeMode: TimeMode;
  /** 0 for bars as scheduled, 1 as expected. */
  readonly blend: number;
}

export const MOST_VIEWS = 50;
export const LONGEST_VIEW_NAME = 60;

const PREFIX = 'tidegate-views-';
const keyOf = (user: string): string => `${PREFIX}${user}`;

/** Whether views are stored under a key; null stands for all keys. */
export const isOfViews = (key: string | null): boolean => key?.startsWith(PREFIX) !== false;

const isView = (value: unknown): value is SavedView => {
  if (!isRecord(value)) return false;
  const { name, planning, from, to } = value;
  return typeof name === 'string' && typeof planning === 'string' && Number.isFinite(from) && Number.isFinite(to);
};

/** The views of a user, in order of name. Skips invalid entries. */
export const readViews = (user: string): readonly SavedView[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(isView).map((view) => ({ ...view, filter: { ...NO_FILTER, ...view.filter } }));
  } catch {
    return [];
  }
};

/** Stores the views of a user. Returns whether this browser could store them. */
export const writeViews = (user: string, views: readonly SavedView[]): boolean => {
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
};

/** Adds a view, replacing the one with the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  [...views.filter(({ name, planning }) => name !== view.name || planning !== view.planning), view].sort((a, b) =>
    a.name.localeCompare(b.name, 'en', { numeric: true }),
  );
