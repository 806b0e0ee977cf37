import { present } from '../../engine/present.ts';
import { plainWord, type Word } from '../words.ts';
import type { Taken } from './clockWords.ts';
import { startOfDay, toInstant, toWallTime, weekdayOf } from '../../schedule/zonedTime.ts';

/** The frame of reference for words like "today". */
export interface TimeFrame {
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA time zone. */
  readonly zone: string;
  /** Set if the current time is outside of the planning, so `now` is a morning of the planning instead; this is the current time. */
  readonly present?: number;
}

/** The frame of what happened to the planning itself, such as its changes: there, now is always the current time. */
export const presentFrame = ({ now, zone, present: clock = now }: TimeFrame): TimeFrame => ({ now: clock, zone });

/** Minutes after midnight; the night ends on the next morning. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
export const PART_MINUTES: Readonly<Record<DayPart, readonly [number, number]>> = {
  morning: [6 * 60, 12 * 60],
  afternoon: [12 * 60, 18 * 60],
  evening: [18 * 60, 24 * 60],
  night: [18 * 60, 30 * 60],
};

/** A named day (its midnight in epoch milliseconds), and possibly a part of it. */
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

/** The year of a date without one: the current year, unless the date would be more than half a year away. */
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

/** Offsets in days from today. */
const NAMED_DAYS: ReadonlyMap<string, number> = new Map(Object.entries({ today: 0, tomorrow: 1, yesterday: -1 }));

/** Reads a part of an unnamed day: `tonight`, `last night`, `this evening`, `in the morning`. */
const readPart = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const today = startOfDay(frame.now, frame.zone);
  const [first, second, third] = [0, 1, 2].map((i) => plainWord(words, at + i));
  if (first === 'tonight' || first === 'overnight') {
    return { length: 1, value: { midnight: nightOf(frame), part: 'night' } };
  }
  if (first === 'last' && second === 'night') {
    return { length: 2, value: { midnight: startOfDay(frame.now, frame.zone, -1), part: 'night' } };
  }
  if (first === 'in' && second === 'the' && isPart(third))
    return { length: 3, value: { midnight: today, part: third } };
  if ((first === 'this' || first === 'the') && isPart(second)) {
    return { length: 2, value: { midnight: second === 'night' ? nightOf(frame) : today, part: second } };
  }
  return null;
};

/** The next day with that name, possibly today; with `next`, not today. */
const readWeekday = (words: readonly Word[], at: number, { now, zone }: TimeFrame): Taken<number> | null => {
  const isNext = plainWord(words, at) === 'next';
  const weekday = WEEKDAYS.indexOf(plainWord(words, isNext ? at + 1 : at) ?? '');
  if (weekday < 0) return null;
  const ahead = (weekday - weekdayOf(now, zone) + 7) % 7;
  return { length: isNext ? 2 : 1, value: startOfDay(now, zone, isNext && ahead === 0 ? 7 : ahead) };
};

/** Reads `today`, `tomorrow morning`, `tonight`, `this evening`, `on friday`, `17 january` or `2026-11-20`. */
export const readDay = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const first = plainWord(words, at) ?? '';
  const named = (length: number, midnight: number): Taken<NamedDay> => {
    const part = plainWord(words, at + length);
    return isPart(part)
      ? { length: length + 1, value: { midnight, part } }
      : { length, value: { midnight, part: null } };
  };
  const days = NAMED_DAYS.get(first);
  if (days !== undefined) return named(1, startOfDay(frame.now, frame.zone, days));
  const part = readPart(words, at, frame);
  if (part !== null || first === 'last') return part;
  const skip = first === 'on' || first === 'the' ? 1 : 0;
  const day = readWeekday(words, at + skip, frame) ?? readDate(words, at + skip, frame);
  return day === null ? null : named(skip + day.length, day.value);
};

/** Before six in the morning, "tonight" is the current night. */
const nightOf = ({ now, zone }: TimeFrame): number => startOfDay(now, zone, toWallTime(now, zone).hour < 6 ? -1 : 0);
