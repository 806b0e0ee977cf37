import { plainWord, type Word } from '../words.ts';
import type { Taken } from './clockWords.ts';
import { MONTHS, WEEKDAYS } from '../../engine/calendarNames.ts';
import { DAY_MS, startOfDay, toInstant, toWallTime, weekdayOf } from '../../engine/zonedTime.ts';

/** The frame of reference for words like "today". */
export interface TimeFrame {
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA time zone. */
  readonly zone: string;
  /** Set if the current time is outside of the planning, so `now` is a morning of the planning instead; this is the current time. */
  readonly present?: number;
  /** Set if times are those of what has happened: "Monday" is the last Monday, and "8:00" the last time it was 8:00. */
  readonly past?: true;
}

/** The frame of what happened to the planning itself, such as its changes: there, now is always the current time. */
export const pastFrame = ({ now, zone, present: clock = now }: TimeFrame): TimeFrame => ({
  now: clock,
  zone,
  past: true,
});

/** Minutes after midnight; nights end on the next morning. Overnight is when only those are there that stay for it, not the evening before. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night' | 'overnight';
export const PART_MINUTES: Readonly<Record<DayPart, readonly [number, number]>> = {
  morning: [6 * 60, 12 * 60],
  afternoon: [12 * 60, 18 * 60],
  evening: [18 * 60, 24 * 60],
  night: [18 * 60, 30 * 60],
  overnight: [22 * 60, 30 * 60],
};

/** A named day (its midnight in epoch milliseconds), and possibly a part of it. */
export interface NamedDay {
  readonly midnight: number;
  readonly part: DayPart | null;
}

const lowered = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());
const DAY_NAMES = lowered(WEEKDAYS);
const MONTH_NAMES = lowered(MONTHS);

/** Counts from 0; -1 if the word is no month. */
export const monthOf = (word: string | undefined): number => {
  if (word === undefined || word.length < 3) return -1;
  return MONTH_NAMES.findIndex((month) => month === word || (word.length === 3 && month.startsWith(word)));
};

const isPart = (word: string | undefined): word is DayPart => word !== undefined && Object.hasOwn(PART_MINUTES, word);

/** Whether the calendar has this date; `month` counts from 1. */
export const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** The midnight that is nearest to now; of what has happened, the latest that is not ahead. Null if there is none. */
export const nearestDay = (midnights: readonly number[], { now, past }: TimeFrame): number | null => {
  const possible = past === true ? midnights.filter((at) => at <= now) : midnights;
  const [nearest = null] = possible.toSorted((a, b) => Math.abs(a + DAY_MS / 2 - now) - Math.abs(b + DAY_MS / 2 - now));
  return nearest;
};

const dayOf = (text: string | undefined): number => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text ?? '')?.[1] ?? 0);

/** Four digits that may be a clock time ("19 march 0800", "20 march 2030") are a year only if it is this one or next to it. */
const yearOf = (text: string | undefined, thisYear: number): number | null => {
  if (!/^\d{4}$/.test(text ?? '')) return null;
  const year = Number(text);
  const isTime = year < 2400 && year % 100 < 60;
  return isTime && Math.abs(year - thisYear) > 1 ? null : year;
};

/** Reads `20/3` or `3/20` as day and month; null if it may be either. */
const readSlashed = (word: string): readonly [day: number, month: number] | null => {
  const [, first = 0, second = 0] = /^(\d{1,2})\/(\d{1,2})$/.exec(word)?.map(Number) ?? [];
  if (first > 12 || first === second) return [first, second];
  return second > 12 ? [second, first] : null;
};

/** Reads `2026-11-20`, `17 january`, `january 17 2026`, `17/1` or `the 17th`, as its midnight. Without a year or month, the nearest is meant. */
const readDate = (words: readonly Word[], at: number, frame: TimeFrame): Taken<number> | null => {
  const word = (i: number): string | undefined => words[at + i]?.word;
  const { year: thisYear, month: thisMonth } = toWallTime(frame.now, frame.zone);
  const taken = (length: number, dates: readonly (readonly [number, number, number])[]): Taken<number> | null => {
    const midnights = dates
      .filter(([year, month, day]) => isDate(year, month, day))
      .map(([year, month, day]) => toInstant({ year, month, day, hour: 0, minute: 0 }, frame.zone));
    const value = dates.length === 1 ? (midnights[0] ?? null) : nearestDay(midnights, frame);
    return value === null ? null : { length, value };
  };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word(0) ?? '');
  if (iso !== null) return taken(1, [[Number(iso[1]), Number(iso[2]), Number(iso[3])]]);
  const [slashedDay = 0, slashedMonth = 0] = readSlashed(word(0) ?? '') ?? [];
  for (const [day, month, length] of [
    [slashedDay, slashedMonth - 1, 1],
    [dayOf(word(0)), monthOf(word(1)), 2],
    [dayOf(word(0)), word(1) === 'of' ? monthOf(word(2)) : -1, 3],
    [dayOf(word(1)), monthOf(word(0)), 2],
  ] as const) {
    if (day < 1 || month < 0) continue;
    const year = yearOf(word(length), thisYear);
    if (year !== null) return taken(length + 1, [[year, month + 1, day]]);
    return taken(
      length,
      [-1, 0, 1].map((offset) => [thisYear + offset, month + 1, day]),
    );
  }
  if (!/^\d{1,2}(?:st|nd|rd|th)$/.test(word(0) ?? '')) return null;
  const months = [-2, -1, 0, 1].map((offset) => thisYear * 12 + thisMonth - 1 + offset);
  return taken(
    1,
    months.map((month) => [Math.floor(month / 12), (month % 12) + 1, dayOf(word(0))]),
  );
};

/** The midnight of the first day of `3 to 6 march` or `the 3rd to the 6th of march`, of which only the last one names the month. */
export const readDayOfMonth = (words: readonly Word[], at: number, last: number, zone: string): number | null => {
  const day = dayOf(plainWord(words, plainWord(words, at) === 'the' ? at + 1 : at));
  const { year, month, day: lastDay } = toWallTime(last, zone);
  const earlier = day < lastDay ? month : month - 1;
  const [inYear, inMonth] = earlier === 0 ? [year - 1, 12] : [year, earlier];
  return isDate(inYear, inMonth, day)
    ? toInstant({ year: inYear, month: inMonth, day, hour: 0, minute: 0 }, zone)
    : null;
};

/** Offsets in days from today. */
const NAMED_DAYS: ReadonlyMap<string, number> = new Map(Object.entries({ today: 0, tomorrow: 1, yesterday: -1 }));

/** Reads `overnight`, of the present day or of the one that follows. */
const readOvernight = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> => {
  const day = readNamedDay(words, at + 1, frame);
  return {
    length: 1 + (day?.length ?? 0),
    value: { midnight: day?.value.midnight ?? nightOf(frame), part: 'overnight' },
  };
};

/** A greeting, more than one day, or only a share of the part. */
const BEFORE_NO_PART = ['good', 'every', 'each', 'late', 'early'];

/** Reads a part of an unnamed day: `tonight`, `last night`, `this evening`, `in the morning`, `evening`. A night by itself is rather a stay or a shift. */
const readPart = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const today = startOfDay(frame.now, frame.zone);
  const [first, second, third] = [0, 1, 2].map((i) => plainWord(words, at + i));
  if (first === 'tonight') return { length: 1, value: { midnight: nightOf(frame), part: 'night' } };
  if (first === 'overnight') return readOvernight(words, at, frame);
  if (first === 'last' && second === 'night') {
    return { length: 2, value: { midnight: startOfDay(frame.now, frame.zone, -1), part: 'night' } };
  }
  if (first === 'in' && second === 'the' && isPart(third))
    return { length: 3, value: { midnight: today, part: third } };
  if ((first === 'this' || first === 'the') && isPart(second)) {
    return { length: 2, value: { midnight: second === 'night' ? nightOf(frame) : today, part: second } };
  }
  const isAlone = isPart(first) && first !== 'night' && !BEFORE_NO_PART.includes(plainWord(words, at - 1) ?? '');
  return isAlone ? { length: 1, value: { midnight: today, part: first } } : null;
};

/** The index of a weekday by its name or at least the first three letters of it; -1 if the word is none. */
const weekdayNamed = (word = ''): number => DAY_NAMES.findIndex((name) => word.length > 2 && name.startsWith(word));

/** The next day with that name, possibly today; with `next`, not today. With `last`, or of what has happened, the latest such day. */
const readWeekday = (words: readonly Word[], at: number, { now, zone, past }: TimeFrame): Taken<number> | null => {
  const before = plainWord(words, at);
  const isNext = before === 'next';
  const isLast = before === 'last';
  const weekday = weekdayNamed(plainWord(words, isNext || isLast ? at + 1 : at));
  if (weekday < 0) return null;
  const length = isNext || isLast ? 2 : 1;
  const ahead = (weekday - weekdayOf(now, zone) + 7) % 7;
  if (isLast) return { length, value: startOfDay(now, zone, ahead - 7) };
  if (past === true && !isNext) return { length, value: startOfDay(now, zone, ahead === 0 ? 0 : ahead - 7) };
  return { length, value: startOfDay(now, zone, isNext && ahead === 0 ? 7 : ahead) };
};

const isAllDay = (words: readonly Word[], at: number): boolean =>
  ['all', 'whole', 'entire', 'full'].includes(plainWord(words, at) ?? '') && plainWord(words, at + 1) === 'day';

/** What hubs call a part of the day in which most flights come or go. */
const BUSY_TIMES = ['bank', 'wave', 'peak', 'rush'];

/** Reads `today`, `tomorrow morning`, `tonight`, `this evening`, `evening bank`, `on friday`, `last monday`, `17 january` or `2026-11-20`, also before or after `all day`, or `all day` alone. */
export const readDay = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const starts = isAllDay(words, at) ? 2 : 0;
  const named = readNamedDay(words, at + starts, frame);
  if (named === null) {
    return starts === 0 ? null : { length: 2, value: { midnight: startOfDay(frame.now, frame.zone), part: null } };
  }
  const isBusyTime =
    named.value.part !== null && BUSY_TIMES.includes(plainWord(words, at + starts + named.length) ?? '');
  const length = starts + named.length + (isBusyTime ? 1 : 0);
  return { ...named, length: isAllDay(words, at + length) ? length + 2 : length };
};

/** Reads `the day after tomorrow` or `the day before yesterday`, as its offset in days from today. */
const readBeyond = (words: readonly Word[], at: number): Taken<number> | null => {
  const skip = plainWord(words, at) === 'the' ? 1 : 0;
  const [day, side, other] = [0, 1, 2].map((i) => plainWord(words, at + skip + i));
  const offset = side === 'after' && other === 'tomorrow' ? 2 : side === 'before' && other === 'yesterday' ? -2 : null;
  return day === 'day' && offset !== null ? { length: skip + 3, value: offset } : null;
};

const readNamedDay = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const whole = readMidnight(words, at, frame);
  if (whole === null) return readPartOfDay(words, at, frame);
  const { length, value: midnight } = whole;
  const hasArticle = plainWord(words, at + length) === 'in' && plainWord(words, at + length + 1) === 'the';
  const skip = length + (hasArticle ? 2 : 0);
  const part = plainWord(words, at + skip);
  return isPart(part) ? { length: skip + 1, value: { midnight, part } } : { length, value: { midnight, part: null } };
};

/** Reads a weekday, a date, or both: `fri 14 march`. */
const readDayDate = (words: readonly Word[], at: number, frame: TimeFrame): Taken<number> | null => {
  const weekday = readWeekday(words, at, frame);
  if (weekday === null) return readDate(words, at, frame);
  const date = readDate(words, at + weekday.length, frame);
  const isSame = date !== null && weekdayOf(date.value, frame.zone) === weekdayOf(weekday.value, frame.zone);
  return isSame ? { length: weekday.length + date.length, value: date.value } : weekday;
};

/** Reads a day without its part, as its midnight. */
const readMidnight = (words: readonly Word[], at: number, frame: TimeFrame): Taken<number> | null => {
  const first = plainWord(words, at) ?? '';
  const days = NAMED_DAYS.get(first);
  if (days !== undefined) return { length: 1, value: startOfDay(frame.now, frame.zone, days) };
  const beyond = readBeyond(words, at);
  if (beyond !== null) return { length: beyond.length, value: startOfDay(frame.now, frame.zone, beyond.value) };
  if (readPart(words, at, frame) !== null) return null;
  const isOn = first === 'on';
  const skip = (isOn ? 1 : 0) + (plainWord(words, isOn ? at + 1 : at) === 'the' ? 1 : 0);
  const day = readDayDate(words, at + skip, frame);
  return day === null ? null : { length: skip + day.length, value: day.value };
};

/** Reads a part of a day that may follow it: `in the afternoon`, or `the morning of 4 march`. */
const readPartOfDay = (words: readonly Word[], at: number, frame: TimeFrame): Taken<NamedDay> | null => {
  const skip = plainWord(words, at) === 'on' && plainWord(words, at + 1) === 'the' ? 1 : 0;
  const part = readPart(words, at + skip, frame);
  if (part === null) return null;
  const length = skip + part.length;
  const isOf = plainWord(words, at + length) === 'of';
  const day =
    isOf || plainWord(words, at + length) === 'on' ? readMidnight(words, at + length + (isOf ? 1 : 0), frame) : null;
  if (day === null) return skip === 0 ? part : null;
  return { length: length + (isOf ? 1 : 0) + day.length, value: { ...part.value, midnight: day.value } };
};

/** Before six in the morning, "tonight" is the current night. */
const nightOf = ({ now, zone }: TimeFrame): number => startOfDay(now, zone, toWallTime(now, zone).hour < 6 ? -1 : 0);
