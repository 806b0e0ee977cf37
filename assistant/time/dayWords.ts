import { present } from '../../engine/present.ts';
import { plainWord, type Word } from '../words.ts';
import type { Taken } from './clockWords.ts';
import { startOfDay, toInstant, toWallTime, weekdayOf } from './zonedTime.ts';

/** Where words like "today" are read from. */
export interface TimeFrame {
  /** Epoch ms. */
  readonly now: number;
  /** IANA. */
  readonly zone: string;
  /** The clock is outside of what the planning covers, so `now` is a morning of the planning. */
  readonly shifted?: boolean;
}

/** Minutes after midnight; the night ends the next morning. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
export const PART_MINUTES: Readonly<Record<DayPart, readonly [number, number]>> = {
  morning: [6 * 60, 12 * 60],
  afternoon: [12 * 60, 18 * 60],
  evening: [18 * 60, 24 * 60],
  night: [18 * 60, 30 * 60],
};

/** A named day (its midnight, epoch ms), and perhaps a part of it. */
export interface NamedDay {
  readonly midnight: number;
  readonly part: DayPart | null;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const monthOf = (word: string | undefined): number => {
  if (word === undefined || word.length < 3) return -1;
  return MONTHS.findIndex((month) => month === word || (word.length === 3 && month.startsWith(word)));
};

const isPart = (word: string | undefined): word is DayPart => word !== undefined && Object.hasOwn(PART_MINUTES, word);

/** The date's year is this one unless that lies more than half a year off. */
const nearestYear = (month: number, day: number, { now, zone }: TimeFrame): number => {
  const { year } = toWallTime(now, zone);
  const at = (candidate: number): number => toInstant({ year: candidate, month, day, hour: 12, minute: 0 }, zone);
  const distances = [year - 1, year, year + 1].map((candidate) => [Math.abs(at(candidate) - now), candidate] as const);
  return present(distances.sort((a, b) => a[0] - b[0])[0])[1];
};

const readDate = (words: readonly Word[], at: number, frame: TimeFrame): Taken<number> | null => {
  const word = (i: number): string | undefined => words[at + i]?.word;
  const midnight = (year: number, month: number, day: number): number =>
    toInstant({ year, month, day, hour: 0, minute: 0 }, frame.zone);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word(0) ?? '');
  if (iso !== null) return { length: 1, value: midnight(Number(iso[1]), Number(iso[2]), Number(iso[3])) };
  const dayOf = (text: string | undefined): number => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text ?? '')?.[1] ?? 0);
  const yearOf = (text: string | undefined): number | null => (/^\d{4}$/.test(text ?? '') ? Number(text) : null);
  for (const [day, month, length] of [
    [dayOf(word(0)), monthOf(word(1)), 2],
    [dayOf(word(0)), word(1) === 'of' ? monthOf(word(2)) : -1, 3],
    [dayOf(word(1)), monthOf(word(0)), 2],
  ] as const) {
    if (day < 1 || day > 31 || month < 0) continue;
    const year = yearOf(word(length));
    const value = midnight(year ?? nearestYear(month + 1, day, frame), month + 1, day);
    return { length: year === null ? length : length + 1, value };
  }
  return null;
};

/** `today`, `tomorrow morning`, `tonight`, `this evening`, `on friday`, `17 january`, `2026-11-20`. */
export const readDay = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const { now, zone } = frame;
  const word = (i: number): string | undefined => plainWord(words, at + i);
  const skip = word(0) === 'on' || word(0) === 'the' ? 1 : 0;
  const named = (length: number, midnight: number): Taken<NamedDay> => {
    const part = word(length);
    if (isPart(part)) return { length: length + 1, value: { midnight, part } };
    return { length, value: { midnight, part: null } };
  };
  switch (word(0)) {
    case 'today':
      return named(1, startOfDay(now, zone));
    case 'tomorrow':
      return named(1, startOfDay(now, zone, 1));
    case 'yesterday':
      return named(1, startOfDay(now, zone, -1));
    case 'tonight':
    case 'overnight':
      return { length: 1, value: { midnight: nightOf(frame), part: 'night' } };
    case 'last':
      if (word(1) === 'night') return { length: 2, value: { midnight: startOfDay(now, zone, -1), part: 'night' } };
      return null;
    case 'this':
    case 'the':
    case 'in':
      if (word(0) === 'in' && word(1) === 'the' && isPart(word(2))) {
        return { length: 3, value: { midnight: startOfDay(now, zone), part: word(2) as DayPart } };
      }
      if (word(0) !== 'in' && isPart(word(1))) {
        const part = word(1) as DayPart;
        const midnight = part === 'night' ? nightOf(frame) : startOfDay(now, zone);
        return { length: 2, value: { midnight, part } };
      }
      break;
  }
  const weekday = WEEKDAYS.indexOf(word(skip) === 'next' ? (word(skip + 1) ?? '') : (word(skip) ?? ''));
  if (weekday >= 0) {
    const ahead = (weekday - weekdayOf(now, zone) + 7) % 7;
    const isNext = word(skip) === 'next';
    const days = isNext && ahead === 0 ? 7 : ahead;
    return named(skip + (isNext ? 2 : 1), startOfDay(now, zone, days));
  }
  const date = readDate(words, at + skip, frame);
  return date === null ? null : named(skip + date.length, date.value);
};

/** Before six in the morning, tonight is the night that is going on. */
const nightOf = ({ now, zone }: TimeFrame): number => startOfDay(now, zone, toWallTime(now, zone).hour < 6 ? -1 : 0);
