import { startOfDay, toInstant, toWallTime, weekdayOf } from '../../engine/zonedTime.ts';
import { plainWord, type Word } from '../words.ts';
import type { Taken } from './clockWords.ts';
import { monthOf, nearestDay, type TimeFrame } from './dayWords.ts';

/** Epoch milliseconds of midnights, half-open. */
interface Days {
  readonly from: number;
  readonly to: number;
}

const BEFORE_WEEKEND = ['this', 'coming', 'next', 'last', 'past'];

/**
 * Reads `weekend`, `this weekend`, `next weekend` or `last weekend`: a Saturday and Sunday. On one of these days it is the present one, unless it is
 * the next or last; otherwise the coming one, and the last one of what has happened.
 */
export const readWeekend = (words: readonly Word[], at: number, { now, zone, past }: TimeFrame): Taken<Days> | null => {
  const which = plainWord(words, at) ?? '';
  const skip = BEFORE_WEEKEND.includes(which) ? 1 : 0;
  if (plainWord(words, at + skip) !== 'weekend') return null;
  const sinceSaturday = (weekdayOf(now, zone) + 1) % 7;
  const isWeekend = sinceSaturday < 2;
  const ahead = isWeekend ? -sinceSaturday : 7 - sinceSaturday;
  const isBefore = which === 'last' || which === 'past' || (past === true && !isWeekend && which !== 'next');
  const saturday = isBefore ? ahead - 7 : which === 'next' && isWeekend ? ahead + 7 : ahead;
  return {
    length: skip + 1,
    value: { from: startOfDay(now, zone, saturday), to: startOfDay(now, zone, saturday + 2) },
  };
};

const PERIODS = ['this', 'next', 'last'];

/** Reads `in march` or `during march 2026`; without a year, the nearest is meant. */
export const readMonth = (words: readonly Word[], at: number, frame: TimeFrame): Taken<Days> | null => {
  const month = ['in', 'during'].includes(plainWord(words, at) ?? '') ? monthOf(plainWord(words, at + 1)) : -1;
  if (month < 0) return null;
  const firstOf = (year: number, of: number): number =>
    toInstant({ year, month: of + 1, day: 1, hour: 0, minute: 0 }, frame.zone);
  const { year: thisYear } = toWallTime(frame.now, frame.zone);
  const said = /^20\d{2}$/.exec(plainWord(words, at + 2) ?? '')?.[0];
  const years = said === undefined ? [-1, 0, 1].map((offset) => thisYear + offset) : [Number(said)];
  const from = nearestDay(
    years.map((year) => firstOf(year, month)),
    frame,
  );
  if (from === null) return null;
  const { year } = toWallTime(from, frame.zone);
  return { length: said === undefined ? 2 : 3, value: { from, to: firstOf(year, month + 1) } };
};

/** Reads `this week`, `next week` or `last week`, which begin on Monday, or such a month. */
export const readPeriod = (words: readonly Word[], at: number, { now, zone }: TimeFrame): Taken<Days> | null => {
  const which = PERIODS.indexOf(plainWord(words, at) ?? '');
  if (which < 0) return null;
  const ahead = which === 2 ? -1 : which;
  switch (plainWord(words, at + 1)) {
    case 'week': {
      const monday = 7 * ahead - ((weekdayOf(now, zone) + 6) % 7);
      return { length: 2, value: { from: startOfDay(now, zone, monday), to: startOfDay(now, zone, monday + 7) } };
    }
    case 'month': {
      const { year, month } = toWallTime(now, zone);
      const first = (months: number): number =>
        toInstant({ year, month: month + months, day: 1, hour: 0, minute: 0 }, zone);
      return { length: 2, value: { from: first(ahead), to: first(ahead + 1) } };
    }
    default:
      return null;
  }
};
