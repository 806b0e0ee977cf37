import { present } from '../../engine/present.ts';
import { plainWord, type Word } from '../words.ts';
import {
  type ClockTime,
  isFourDigits,
  isHalf,
  readClock,
  readDuration,
  readTogether,
  type Taken,
} from './clockWords.ts';
import { isDate, monthOf, type NamedDay, PART_MINUTES, readDay, readDayOfMonth, type TimeFrame } from './dayWords.ts';
import { clockOn, nearest, onDay } from './momentOf.ts';
import { readRelative } from './relativeWords.ts';
import { type TimeValue, windowOf } from './timeValue.ts';
import { DAY_MS, startOfDay, toInstant } from '../../engine/zonedTime.ts';

type Moment = Taken<number>;

const ISO = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?$/;

const readIso = (word: string | undefined, zone: string): number | null => {
  const match = ISO.exec(word ?? '');
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = present(word).slice(0, 16).split(/[-t:]/).map(Number);
  if (!isDate(year, month, day) || hour > 24 || minute > (hour === 24 ? 0 : 59)) return null;
  if (match[1] !== undefined) {
    const at = Date.parse(present(word).toUpperCase());
    return Number.isNaN(at) ? null : at;
  }
  return toInstant({ year, month, day, hour, minute }, zone);
};

const NOWS = [['now'], ['currently'], ['right', 'now'], ['at', 'the', 'moment']];

const readNow = (words: readonly Word[], at: number, { now }: TimeFrame): Moment | null => {
  const said = NOWS.find((phrase) => phrase.every((word, i) => plainWord(words, at + i) === word));
  return said === undefined ? null : { length: said.length, value: now };
};

/** Reads `tomorrow at 9` or `tomorrow 0900`. */
const readDayThenClock = (
  words: readonly Word[],
  at: number,
  day: Taken<NamedDay>,
  frame: TimeFrame,
  bare: boolean,
) => {
  const skip = words[at + day.length]?.word === 'at' ? 1 : 0;
  const isPlain = isFourDigits(words, at + day.length + skip);
  const clock = readClock(words, at + day.length + skip, bare || skip === 1 || isPlain);
  if (clock === null) return null;
  return { length: day.length + skip + clock.length, value: clockOn(day.value, clock.value, frame) };
};

/** Reads `14:00` or `9 tonight`. */
const readClockThenDay = (
  words: readonly Word[],
  at: number,
  frame: TimeFrame,
  bare: boolean,
  day: NamedDay | null,
): Moment | null => {
  const clock = isAmount(words, at) ? null : readClock(words, at, true);
  if (clock === null) return null;
  const after = readDay(words, at + clock.length, frame);
  if (after !== null) {
    return { length: clock.length + after.length, value: clockOn(after.value, clock.value, frame) };
  }
  if (readClock(words, at, bare) === null) return null;
  const value = day === null ? nearest(clock.value, frame) : clockOn(day, clock.value, frame);
  return { length: clock.length, value };
};

/** Reads a point in time: `14:00`, `tomorrow at 9`, `9 tonight`, `now`, or an ISO instant. `day` is a day named elsewhere in the expression. */
const readMoment = (
  words: readonly Word[],
  at: number,
  frame: TimeFrame,
  bare: boolean,
  day: NamedDay | null = null,
): Moment | null => {
  const iso = readIso(plainWord(words, at), frame.zone);
  if (iso !== null) return { length: 1, value: iso };
  const now = readNow(words, at, frame);
  if (now !== null) return now;
  const named = readDay(words, at, frame);
  return named === null
    ? readClockThenDay(words, at, frame, bare, day)
    : readDayThenClock(words, at, named, frame, bare);
};

/** `20 minutes` is not a clock time. */
const isAmount = (words: readonly Word[], at: number): boolean => (readDuration(words, at)?.length ?? 0) > 1;

const SPAN = /^(\d{1,2}(?:[:.]\d{2})?(?:am|pm)?h?|\d{4})-(\d{1,2}(?:[:.]\d{2})?(?:am|pm)?h?|\d{4})$/;
const plain = (word: string): Word => ({ text: word, word, quoted: false });
const LINKS = ['to', 'until', 'till', 'and', '-', 'through'];

/** Reads both ends of a span; the end is the first matching time after the start. */
const readSpan = (
  said: readonly Word[],
  at: number,
  frame: TimeFrame,
  bare: boolean,
  day: NamedDay | null,
): Taken<TimeValue> | null => {
  const words = readTogether(said, at);
  const start = readMoment(words, at, frame, bare, day);
  if (start === null) return null;
  const link = words[at + start.length]?.word;
  if (link === undefined || !LINKS.includes(link)) return null;
  const end = readMoment(words, at + start.length + 1, frame, true, day);
  if (end === null) return null;
  const length = start.length + 1 + end.length;
  const last = at + start.length + 1;
  const clock = readClock(words, last, true);
  const ofClock = clock?.length ?? 1;
  const trailing = day === null ? readDay(words, last + ofClock, frame) : null;
  const again = trailing !== null && end.length > ofClock ? readMoment(words, at, frame, bare, trailing.value) : null;
  const from = (again ?? start).value;
  const isTimeOfDay = end.length === ofClock && !ISO.test(present(words[at + length - 1]).word);
  const mayBeEarlier = day === null && trailing === null && isTimeOfDay;
  const to = firstAfter(from, end.value, stepOf(clock), mayBeEarlier);
  return windowOf(length, from, to);
};

/** How far apart the moments are that a clock time may mean. */
const stepOf = (clock: Taken<ClockTime> | null): number => (clock?.value.half === true ? DAY_MS / 2 : DAY_MS);

/** The end of a span so many whole days or half days later that it is after the start; or, if it may be earlier, within one of it. */
const firstAfter = (from: number, end: number, step: number, mayBeEarlier: boolean): number => {
  let to = end;
  while (to <= from) to += step;
  if (mayBeEarlier) while (to - from > step) to -= step;
  return to;
};

/** Reads `14-18`, `1400-1800` or `14:00-18:00`, which is one word, and `3-4 pm`. */
const readHyphenated = (words: readonly Word[], at: number, frame: TimeFrame, bare: boolean, day: NamedDay | null) => {
  const match = SPAN.exec(plainWord(words, at) ?? '');
  if (match === null || (!bare && !/[:.hm]|\d{4}/.test(match[0]))) return null;
  const half = words[at + 1];
  const ends = [plain(present(match[1])), plain('to'), plain(present(match[2]))];
  const span = readSpan(half !== undefined && isHalf(half) ? [...ends, half] : ends, 0, frame, true, day);
  return span === null ? null : { ...span, length: span.length - ends.length + 1 };
};

const partWindow = ({ midnight, part }: NamedDay, zone: string): Extract<TimeValue, { kind: 'window' }> => {
  const [from, to] = part === null ? [0, 1440] : PART_MINUTES[part];
  return { kind: 'window', from: onDay(midnight, from, zone), to: onDay(midnight, to, zone) };
};

/** Reads "from 14:00" without an end: for a duration if one follows, else until the end of that day. */
const openEnded = (
  words: readonly Word[],
  at: number,
  length: number,
  from: number,
  { zone }: TimeFrame,
): Taken<TimeValue> => {
  const stay = words[at + length]?.word === 'for' ? readDuration(words, at + length + 1) : null;
  if (stay !== null) return windowOf(length + 1 + stay.length, from, from + stay.value * 1000);
  const isOnward = words[at + length]?.word === 'on' || words[at + length]?.word === 'onwards';
  return windowOf(length + (isOnward ? 1 : 0), from, startOfDay(from, zone, 1), 'open');
};

/** An expression that may begin with a day, such as `today from 14 to 16`; its other words start at `from`. */
interface Said {
  readonly words: readonly Word[];
  readonly at: number;
  readonly frame: TimeFrame;
  readonly named: Taken<NamedDay> | null;
  readonly day: NamedDay | null;
  /** Number of words that name the day. */
  readonly lead: number;
  /** The word after the day. */
  readonly preposition: string;
}

/** Reads the days after `from` or `between`: `monday to friday`, or one day from which on something has happened. */
const readFromDay = (words: readonly Word[], at: number, frame: TimeFrame): Taken<TimeValue> | null => {
  const first = readDay(words, at, frame);
  if (first === null) return null;
  const { from } = partWindow(first.value, frame.zone);
  const isLinked = LINKS.includes(words[at + first.length]?.word ?? '');
  const last = isLinked ? readDay(words, at + first.length + 1, frame) : null;
  if (last === null) {
    return frame.past === true && !isLinked && from < frame.now ? windowOf(1 + first.length, from, frame.now) : null;
  }
  const { to } = partWindow(last.value, frame.zone);
  return from < to ? windowOf(1 + first.length + 1 + last.length, from, to) : null;
};

type Reader = (said: Said) => Taken<TimeValue> | null;

/** Reads `from 14 to 16`, `between 14 and 16` or `from 14:00`. */
const readFrom: Reader = ({ words, at, frame, day, lead, preposition }) => {
  if (preposition !== 'from' && preposition !== 'between') return null;
  const first = at + lead + 1;
  const span = readHyphenated(words, first, frame, true, day) ?? readSpan(words, first, frame, true, day);
  if (span !== null) return { ...span, length: lead + 1 + span.length };
  const start = readMoment(words, first, frame, true, day);
  if (start === null) return lead > 0 ? null : readFromDay(words, first, frame);
  return openEnded(words, at, lead + 1 + start.length, start.value, frame);
};

const DAYS = /^(\d{1,2})-(\d{1,2})$/;

/** Reads `3 to 6 march`, of which only the last day names the month. */
const readDaysOfMonth = (words: readonly Word[], at: number, frame: TimeFrame): Taken<TimeValue> | null => {
  const link = at + (plainWord(words, at) === 'the' ? 2 : 1);
  const last = LINKS.includes(words[link]?.word ?? '') ? readDay(words, link + 1, frame) : null;
  if (last === null) return null;
  const end = link + 1 + last.length;
  if (words.slice(link + 1, end).every(({ word }) => monthOf(word) < 0)) return null;
  const from = readDayOfMonth(words, at, last.value.midnight, frame.zone);
  return from === null ? null : windowOf(end - at, from, partWindow(last.value, frame.zone).to);
};

/** Reads `from 3 to 6 march`, `between the 3rd and the 6th of march` or `on 3-6 march`. */
const readDays: Reader = ({ words, at, frame, lead, preposition }) => {
  const isNamed = lead === 0 && ['from', 'between', 'on'].includes(preposition);
  const first = at + (isNamed ? 1 : 0);
  const [, one, other] = DAYS.exec(plainWord(words, first) ?? '') ?? [];
  if (one === undefined || other === undefined) {
    const days = isNamed ? readDaysOfMonth(words, first, frame) : null;
    return days === null ? null : { ...days, length: 1 + days.length };
  }
  const days = readDaysOfMonth([plain(one), plain('to'), plain(other), ...words.slice(first + 1)], 0, frame);
  return days === null ? null : { ...days, length: first - at + days.length - 2 };
};

const readHyphenatedOnDay: Reader = ({ words, at, frame, day, lead }) => {
  const span = readHyphenated(words, at + lead, frame, lead > 0, day);
  return span === null ? null : { ...span, length: lead + span.length };
};

/** Four digits are a time at both ends of a span, but not in "swap 1130 and 1145". */
const readBareSpan: Reader = ({ words, at, frame }) => {
  const isPlain = isFourDigits(words, at) && isFourDigits(words, at + 2) && plainWord(words, at + 1) !== 'and';
  return readSpan(words, at, frame, isPlain, null);
};

/** `after` lasts until the end of that day. */
const readAfter: Reader = ({ words, at, frame, day, lead, preposition }) => {
  if (preposition !== 'after') return null;
  const start = readMoment(words, at + lead + 1, frame, true, day);
  if (start === null) return null;
  return windowOf(lead + 1 + start.length, start.value, startOfDay(start.value, frame.zone, 1), 'open');
};

/** Reads `since 8:00`, `since 14 january`, `since monday` or `since 3 days ago`: from the latest such time until now. */
const readSince: Reader = ({ words, at, frame, day, lead, preposition }) => {
  if (preposition !== 'since') return null;
  const { now, zone } = frame;
  const past: TimeFrame = { now, zone, past: true };
  const first = at + lead + 1;
  const relative = readRelative(words, first, past);
  if (relative !== null) return sinceStart(lead + 1 + relative.length, relative.value, now);
  const start = readMoment(words, first, past, true, day);
  if (start !== null) return sinceStart(lead + 1 + start.length, { kind: 'instant', at: start.value }, now);
  const named = lead > 0 ? null : readDay(words, first, past);
  return named === null ? null : sinceStart(1 + named.length, partWindow(named.value, zone), now);
};

/** From a moment, or the beginning of a window, until now; null if it is ahead. */
const sinceStart = (length: number, value: TimeValue, now: number): Taken<TimeValue> | null => {
  if (value.kind === 'duration') return null;
  const from = value.kind === 'instant' ? value.at : value.from;
  return from < now ? windowOf(length, from, now) : null;
};

/** Starts at the beginning of the named day, else now. A day ends it with its end; `before` a day, with its beginning. */
const readBefore: Reader = ({ words, at, frame: { now, zone }, frame, day, lead, preposition }) => {
  if (!['before', 'until', 'till', 'by'].includes(preposition)) return null;
  const end =
    readDeadline(words, at + lead + 1, frame, day, preposition) ??
    readLastDay(words, at + lead + 1, frame, preposition);
  if (end === null) return null;
  const from = day === null ? Math.min(now, end.value) : partWindow(day, zone).from;
  const start = from < end.value ? from : startOfDay(end.value - 1, zone);
  const isDeadline = preposition === 'by' || preposition === 'before';
  return windowOf(lead + 1 + end.length, start, end.value, isDeadline ? 'deadline' : 'until');
};

/** What lasts until "1" at 13:10 does so until the 1 that is ahead. */
const readDeadline = (
  words: readonly Word[],
  at: number,
  frame: TimeFrame,
  day: NamedDay | null,
  preposition: string,
): Moment | null => {
  const end = readMoment(words, at, frame, true, day);
  const isPast = end !== null && end.value <= frame.now && preposition !== 'before' && day === null;
  return isPast && readClock(words, at, true)?.value.half === true ? { ...end, value: end.value + DAY_MS / 2 } : end;
};

const readLastDay = (words: readonly Word[], at: number, frame: TimeFrame, preposition: string): Moment | null => {
  const day = readDay(words, at, frame);
  if (day === null) return null;
  const { from, to } = partWindow(day.value, frame.zone);
  const end = preposition === 'before' ? from : to;
  return end > frame.now ? { length: day.length, value: end } : null;
};

/** Words after which four digits are a time: "eta 1930", "delayed to 2000". */
const BEFORE_DIGITS = ['eta', 'etd', 'sta', 'std', 'to'];

/** Reads `14:00`, `around 14`, `1930` after `eta`, or `14:00 for 2 hours`. */
const readPoint: Reader = ({ words, at, frame }) => {
  const isRough = ['at', 'around', 'about'].includes(words[at]?.word ?? '');
  const isPlain = isFourDigits(words, at) && BEFORE_DIGITS.includes(plainWord(words, at - 1) ?? '');
  const plain = readMoment(words, at, frame, isPlain);
  const moment = plain ?? (isRough ? readMoment(words, at + 1, frame, true) : null);
  if (moment === null) return null;
  const length = moment.length + (plain === null ? 1 : 0);
  const stay = words[at + length]?.word === 'for' ? readDuration(words, at + length + 1) : null;
  if (stay !== null) return windowOf(length + 1 + stay.length, moment.value, moment.value + stay.value * 1000);
  return { length, value: { kind: 'instant', at: moment.value } };
};

const readWholeDay: Reader = ({ named, frame }) =>
  named === null ? null : { length: named.length, value: partWindow(named.value, frame.zone) };

/** In this order: the more specific forms first. */
const READERS = [
  readDays,
  readFrom,
  readHyphenatedOnDay,
  readBareSpan,
  readAfter,
  readSince,
  readBefore,
  readPoint,
  readWholeDay,
];

/** The time at a position, or null. Times without a day are near `frame.now`; days are those of `frame.zone`. */
export const readTime = (words: readonly Word[], at: number, frame: TimeFrame): Taken<TimeValue> | null => {
  if (plainWord(words, at) === undefined) return null;
  const relative = readRelative(words, at, frame);
  if (relative !== null) return relative;
  const named = readDay(words, at, frame);
  const lead = named?.length ?? 0;
  const preposition = words[at + lead]?.word ?? '';
  const said: Said = { words, at, frame, named, day: named?.value ?? null, lead, preposition };
  for (const read of READERS) {
    const taken = read(said);
    if (taken !== null) return taken;
  }
  return null;
};
