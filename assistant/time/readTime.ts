import { present } from '../../engine/present.ts';
import { plainWord, type Word } from '../words.ts';
import { type ClockTime, readClock, readDuration, type Taken } from './clockWords.ts';
import { type NamedDay, PART_MINUTES, readDay, type TimeFrame } from './dayWords.ts';
import { DAY_MS, startOfDay, toInstant, toWallTime } from './zonedTime.ts';

/** Epoch ms; a window is half-open. */
export type TimeValue =
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'window'; readonly from: number; readonly to: number }
  | { readonly kind: 'duration'; readonly seconds: number };

type Moment = Taken<number>;

const HALF_DAY_MINUTES = 720;

const onDay = (midnight: number, minutes: number, zone: string): number => {
  const { year, month, day } = toWallTime(midnight, zone);
  return toInstant({ year, month, day, hour: 0, minute: minutes }, zone);
};

/** In a day's afternoon, evening or night, 3 is 15:00; of a night, 2 is the next day's. */
const clockOn = ({ midnight, part }: NamedDay, { minutes, half }: ClockTime, zone: string): number => {
  if (part === null) return onDay(midnight, minutes, zone);
  const [from, to] = PART_MINUTES[part];
  const readings = half ? [minutes, minutes + HALF_DAY_MINUTES] : [minutes];
  const inside = [...readings, ...readings.map((one) => one + 1440)].find((one) => one >= from && one < to);
  return onDay(midnight, inside ?? minutes, zone);
};

/** Of a bare clock time, the one between six hours ago and eighteen ahead. */
const nearest = ({ minutes }: ClockTime, { now, zone }: TimeFrame): number => {
  const candidates = [-1, 0, 1].map((days) => onDay(startOfDay(now, zone, days), minutes, zone));
  return present(candidates.find((at) => at >= now - DAY_MS / 4) ?? candidates.at(-1));
};

const ISO = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?$/;

const readIso = (word: string | undefined, zone: string): number | null => {
  const match = ISO.exec(word ?? '');
  if (match === null) return null;
  if (match[1] !== undefined) {
    const at = Date.parse(present(word).toUpperCase());
    return Number.isNaN(at) ? null : at;
  }
  const [year, month, day, hour, minute] = present(word).split(/[-t:]/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return toInstant({ year, month, day, hour, minute }, zone);
};

/** A point in time: `14:00`, `tomorrow at 9`, `9 tonight`, `now`, an ISO instant. `day` is one named elsewhere in the expression. */
const readMoment = (
  words: readonly Word[],
  at: number,
  frame: TimeFrame,
  bare: boolean,
  day: NamedDay | null = null,
): Moment | null => {
  const word = (i: number): string | undefined => plainWord(words, at + i);
  const iso = readIso(word(0), frame.zone);
  if (iso !== null) return { length: 1, value: iso };
  if (word(0) === 'now' || word(0) === 'currently') return { length: 1, value: frame.now };
  if (word(0) === 'right' && word(1) === 'now') return { length: 2, value: frame.now };
  if (word(0) === 'at' && word(1) === 'the' && word(2) === 'moment') return { length: 3, value: frame.now };
  const named = readDay(words, at, frame);
  if (named !== null) {
    const skip = words[at + named.length]?.word === 'at' ? 1 : 0;
    const clock = readClock(words, at + named.length + skip, bare || skip === 1);
    if (clock !== null) {
      return { length: named.length + skip + clock.length, value: clockOn(named.value, clock.value, frame.zone) };
    }
    return null;
  }
  const clock = isAmount(words, at) ? null : readClock(words, at, true);
  if (clock === null) return null;
  const after = readDay(words, at + clock.length, frame);
  if (after === null && readClock(words, at, bare) === null) return null;
  if (after !== null)
    return { length: clock.length + after.length, value: clockOn(after.value, clock.value, frame.zone) };
  return {
    length: clock.length,
    value: day === null ? nearest(clock.value, frame) : clockOn(day, clock.value, frame.zone),
  };
};

/** `20 minutes` is no clock time. */
const isAmount = (words: readonly Word[], at: number): boolean => (readDuration(words, at)?.length ?? 0) > 1;

const SPAN = /^(\d{1,2}(?:[:.]\d{2})?(?:am|pm)?h?)-(\d{1,2}(?:[:.]\d{2})?(?:am|pm)?h?)$/;
const windowOf = (length: number, from: number, to: number): Taken<TimeValue> => ({
  length,
  value: { kind: 'window', from, to },
});

/** Both ends of a span; the end is the first of its kind after the start. */
const readSpan = (
  words: readonly Word[],
  at: number,
  frame: TimeFrame,
  bare: boolean,
  day: NamedDay | null,
): Taken<TimeValue> | null => {
  const start = readMoment(words, at, frame, bare, day);
  if (start === null) return null;
  const link = words[at + start.length]?.word;
  if (link === undefined || !['to', 'until', 'till', 'and', '-', 'through'].includes(link)) return null;
  const end = readMoment(words, at + start.length + 1, frame, true, day);
  if (end === null) return null;
  const length = start.length + 1 + end.length;
  let from = start.value;
  let to = end.value;
  const trailing = day === null ? readDay(words, at + length - end.length + 1, frame) : null;
  if (trailing !== null && end.length > 1) {
    const again = readMoment(words, at, frame, bare, trailing.value);
    from = again?.value ?? from;
  }
  while (to <= from) to += DAY_MS;
  while (
    to - from > DAY_MS &&
    day === null &&
    trailing === null &&
    end.length === 1 &&
    !ISO.test(present(words[at + length - 1]).word)
  )
    to -= DAY_MS;
  return windowOf(length, from, to);
};

/** `14-18`, `14:00-18:00`, after the words were split. */
const readHyphenated = (words: readonly Word[], at: number, frame: TimeFrame, bare: boolean, day: NamedDay | null) => {
  const match = SPAN.exec(plainWord(words, at) ?? '');
  if (match === null || (!bare && !/[:.hm]/.test(match[0]))) return null;
  const plain = (word: string): Word => ({ text: word, word, quoted: false });
  const span = readSpan([plain(present(match[1])), plain('to'), plain(present(match[2]))], 0, frame, true, day);
  return span === null ? null : { ...span, length: 1 };
};

const partWindow = ({ midnight, part }: NamedDay, zone: string): TimeValue => {
  const [from, to] = part === null ? [0, 1440] : PART_MINUTES[part];
  return { kind: 'window', from: onDay(midnight, from, zone), to: onDay(midnight, to, zone) };
};

const INTO = ['in', 'within', 'over', 'for', 'during'];

const SINGLE_SECONDS: ReadonlyMap<string, number> = new Map(Object.entries({ hour: 3600, day: 86_400, week: 604_800 }));

/** `in 2 hours`, `in the next 3 hours`, `30 minutes ago`, `2 hours from now`, `the rest of the day`. */
const readRelative = (words: readonly Word[], at: number, { now, zone }: TimeFrame): Taken<TimeValue> | null => {
  const word = (i: number): string | undefined => words[at + i]?.word;
  const starts = INTO.includes(word(0) ?? '') ? 1 : 0;
  const article = word(starts) === 'the' ? starts + 1 : starts;
  if (word(article) === 'rest' && word(article + 1) === 'of') {
    const skip = word(article + 2) === 'the' ? 1 : 0;
    const isDay = ['day', 'today', 'shift'].includes(word(article + 2 + skip) ?? '');
    return isDay ? windowOf(article + 3 + skip, now, startOfDay(now, zone, 1)) : null;
  }
  if (['next', 'coming', 'last', 'past'].includes(word(article) ?? '')) {
    const isPast = word(article) === 'last' || word(article) === 'past';
    const single = SINGLE_SECONDS.get(word(article + 1) ?? '');
    const duration =
      readDuration(words, at + article + 1) ?? (single === undefined ? null : { length: 1, value: single });
    if (duration === null) return null;
    const ms = duration.value * 1000;
    return windowOf(article + 1 + duration.length, isPast ? now - ms : now, isPast ? now : now + ms);
  }
  const duration = readDuration(words, at + starts);
  if (duration === null) return null;
  const length = starts + duration.length;
  const ms = duration.value * 1000;
  if (word(0) === 'in') return { length, value: { kind: 'instant', at: now + ms } };
  if (word(0) === 'within') return windowOf(length, now, now + ms);
  if (starts > 0) return null;
  if (word(length) === 'ago') return { length: length + 1, value: { kind: 'instant', at: now - ms } };
  if (word(length) === 'from' && word(length + 1) === 'now') {
    return { length: length + 2, value: { kind: 'instant', at: now + ms } };
  }
  return { length, value: { kind: 'duration', seconds: duration.value } };
};

/** The time that is said at a place, or null. Times without a day are near `frame.now`; days are those of `frame.zone`. */
export const readTime = (words: readonly Word[], at: number, frame: TimeFrame): Taken<TimeValue> | null => {
  const { now, zone } = frame;
  const word = plainWord(words, at);
  if (word === undefined) return null;
  const relative = readRelative(words, at, frame);
  if (relative !== null) return relative;

  const named = readDay(words, at, frame);
  const lead = named?.length ?? 0;
  const day = named?.value ?? null;
  const preposition = words[at + lead]?.word;
  if (preposition === 'from' || preposition === 'between') {
    const span =
      readHyphenated(words, at + lead + 1, frame, true, day) ?? readSpan(words, at + lead + 1, frame, true, day);
    if (span !== null) return { ...span, length: lead + 1 + span.length };
    const start = readMoment(words, at + lead + 1, frame, true, day);
    if (start !== null) return openEnded(words, at, lead + 1 + start.length, start.value, frame);
  }
  const hyphenated = readHyphenated(words, at + lead, frame, lead > 0, day);
  if (hyphenated !== null) return { ...hyphenated, length: lead + hyphenated.length };
  const span = readSpan(words, at, frame, false, null);
  if (span !== null) return span;
  if (preposition === 'after' || preposition === 'since') {
    const start = readMoment(words, at + lead + 1, frame, true, day);
    if (start !== null) {
      const end = preposition === 'since' && start.value < now ? now : startOfDay(start.value, zone, 1);
      return windowOf(lead + 1 + start.length, start.value, end);
    }
  }
  if (['before', 'until', 'till', 'by'].includes(preposition ?? '')) {
    const end = readMoment(words, at + lead + 1, frame, true, day);
    if (end !== null) {
      const from = day === null ? Math.min(now, end.value) : (partWindow(day, zone) as { from: number }).from;
      return windowOf(lead + 1 + end.length, from < end.value ? from : startOfDay(end.value - 1, zone), end.value);
    }
  }
  const skip = ['at', 'around', 'about'].includes(word) ? 1 : 0;
  const moment = readMoment(words, at, frame, false) ?? (skip === 1 ? readMoment(words, at + 1, frame, true) : null);
  if (moment !== null) {
    const isSkipped = skip === 1 && readMoment(words, at, frame, false) === null;
    const length = moment.length + (isSkipped ? 1 : 0);
    const stay = words[at + length]?.word === 'for' ? readDuration(words, at + length + 1) : null;
    if (stay !== null) return windowOf(length + 1 + stay.length, moment.value, moment.value + stay.value * 1000);
    return { length, value: { kind: 'instant', at: moment.value } };
  }
  return named === null ? null : { length: named.length, value: partWindow(named.value, zone) };
};

/** "from 14:00" alone: for a duration when one follows, else to the end of that day. */
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
  return windowOf(length + (isOnward ? 1 : 0), from, startOfDay(from, zone, 1));
};
