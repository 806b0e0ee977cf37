import { startOfDay } from '../../engine/zonedTime.ts';
import type { Word } from '../words.ts';
import { readDuration, type Taken } from './clockWords.ts';
import type { TimeFrame } from './dayWords.ts';
import { type TimeValue, windowOf } from './timeValue.ts';
import { readMonth, readPeriod, readWeekend } from './weekWords.ts';

const COMING = ['next', 'coming'];
const PAST = ['last', 'past'];
const INTO = ['in', 'within', 'over', 'for', 'during'];

const SINGLE_SECONDS: ReadonlyMap<string, number> = new Map(
  Object.entries({ hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 }),
);

/** Reads `the rest of the day` from the word `rest`; null if it is the rest of something else. */
const readRest = (words: readonly Word[], at: number, length: number, { now, zone }: TimeFrame) => {
  const skip = words[at + length + 2]?.word === 'the' ? 1 : 0;
  const isDay = ['day', 'today', 'shift'].includes(words[at + length + 2 + skip]?.word ?? '');
  return isDay ? windowOf(length + 3 + skip, now, startOfDay(now, zone, 1)) : null;
};

/** Reads `next 3 hours` or `last week`, from that word on. */
const readAdjoining = (words: readonly Word[], at: number, length: number, { now }: TimeFrame) => {
  const isPast = PAST.includes(words[at + length]?.word ?? '');
  const single = SINGLE_SECONDS.get(words[at + length + 1]?.word ?? '');
  const duration = readDuration(words, at + length + 1) ?? (single === undefined ? null : { length: 1, value: single });
  if (duration === null) return null;
  const ms = duration.value * 1000;
  return windowOf(length + 1 + duration.length, isPast ? now - ms : now, isPast ? now : now + ms);
};

const DAYS = ['day', 'days', 'd'];

/** The whole day that is so many days ahead; null for a fraction. */
const dayAt = (length: number, days: number, { now, zone }: TimeFrame): Taken<TimeValue> | null =>
  Number.isInteger(days) ? windowOf(length, startOfDay(now, zone, days), startOfDay(now, zone, days + 1)) : null;

/** Reads `in 2 hours`, `30 minutes ago`, `3 days ago`, `2 hours from now` or `2 hours`. `skip` is the number of words before the amount. */
const readDistance = (words: readonly Word[], at: number, skip: number, frame: TimeFrame): Taken<TimeValue> | null => {
  const { now } = frame;
  const duration = readDuration(words, at + skip);
  if (duration === null) return null;
  const word = (i: number): string | undefined => words[at + i]?.word;
  const length = skip + duration.length;
  const ms = duration.value * 1000;
  const days = DAYS.includes(word(length - 1) ?? '') ? duration.value / 86_400 : null;
  if (word(0) === 'in' && days !== null) return dayAt(length, days, frame);
  if (skip === 0 && word(length) === 'ago' && days !== null) return dayAt(length + 1, -days, frame);
  if (word(0) === 'in') return { length, value: { kind: 'instant', at: now + ms } };
  if (word(0) === 'within') return windowOf(length, now, now + ms);
  if (skip > 0) return null;
  if (word(length) === 'ago') return { length: length + 1, value: { kind: 'instant', at: now - ms } };
  if (word(length) === 'from' && word(length + 1) === 'now') {
    return { length: length + 2, value: { kind: 'instant', at: now + ms } };
  }
  return { length, value: { kind: 'duration', seconds: duration.value } };
};

/** Reads `in 2 hours`, `in the next 3 hours`, `30 minutes ago`, `this week`, `next month`, `in march`, `the weekend`, `2 hours from now` or `the rest of the day`. */
export const readRelative = (words: readonly Word[], at: number, frame: TimeFrame): Taken<TimeValue> | null => {
  const word = (i: number): string => words[at + i]?.word ?? '';
  const starts = INTO.includes(word(0)) ? 1 : 0;
  const article = word(starts) === 'the' ? starts + 1 : starts;
  if (word(article) === 'rest' && word(article + 1) === 'of') return readRest(words, at, article, frame);
  // "The next week" are the seven days from now; "next week" begins on Monday.
  const isPeriod = article === 0 || word(article) === 'this' || word(0) === 'during';
  const period = isPeriod ? readPeriod(words, at + article, frame) : null;
  const days = readWeekend(words, at + article, frame) ?? period;
  if (days !== null) return windowOf(article + days.length, days.value.from, days.value.to);
  const month = readMonth(words, at, frame);
  if (month !== null) return windowOf(month.length, month.value.from, month.value.to);
  if ([...COMING, ...PAST].includes(word(article))) return readAdjoining(words, at, article, frame);
  return readDistance(words, at, starts, frame);
};
