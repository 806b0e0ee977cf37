import { present } from '../../engine/present.ts';
import { plainWord, type Word } from '../words.ts';

/** A value that was read at a position, and the number of words it took. */
export interface Taken<T> {
  readonly length: number;
  readonly value: T;
}

/** Minutes after midnight. `half` is set if the text does not say whether it is before or after noon ("at 3", "half past 2", "2:30", but not "02:30"). */
export interface ClockTime {
  readonly minutes: number;
  readonly half: boolean;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
  }),
);

export const isNumberWord = (word: string): boolean => NUMBERS.has(word) || HOUR_WORDS.includes(word);

/** What words such as "three" count; "a" and "one" may be no counts. */
export const COUNT_WORDS: ReadonlyMap<string, number> = new Map([...NUMBERS].filter(([, value]) => value > 1));

const readNumber = (word: string | undefined): number | null => {
  if (word === undefined) return null;
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(word)) return Number(word);
  return NUMBERS.get(word) ?? null;
};

const UNIT_SECONDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    s: 1,
    sec: 1,
    secs: 1,
    second: 1,
    seconds: 1,
    m: 60,
    min: 60,
    mins: 60,
    minute: 60,
    minutes: 60,
    h: 3600,
    hr: 3600,
    hrs: 3600,
    hour: 3600,
    hours: 3600,
    d: 86_400,
    day: 86_400,
    days: 86_400,
  }),
);

const COMPACT = /^(?:(\d{1,3})h(\d{1,2})(?:m|min)?|(\d{1,5}(?:\.\d{1,3})?)(s|sec|m|min|mins|h|hr|hrs|d))$/;

/** Phrases for amounts without a number, in seconds. */
const PHRASES: readonly (readonly [RegExp, number])[] = [
  [/^three quarters of an hour$/, 2700],
  [/^half an? hour$/, 1800],
  [/^an? half hour$/, 1800],
  [/^half hour$/, 1800],
  [/^hour and a half$/, 5400],
  [/^couple of hours$/, 7200],
  [/^quarter of an hour$/, 900],
  [/^a couple of hours$/, 7200],
  [/^half an? day$/, 43_200],
];

/** Reads `1h30` or `90m`. */
const readCompact = (word: string): Taken<number> | null => {
  const match = COMPACT.exec(word);
  if (match === null) return null;
  const [, hours, minutes, amount, unit] = match;
  const value =
    hours === undefined
      ? Number(amount) * present(UNIT_SECONDS.get(present(unit)))
      : Number(hours) * 3600 + Number(minutes) * 60;
  return { length: 1, value };
};

const readPhrase = (words: readonly Word[], at: number): Taken<number> | null => {
  for (const length of [2, 3, 4, 5]) {
    const said = words
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(' ');
    const phrase = PHRASES.find(([pattern]) => pattern.test(said));
    if (phrase !== undefined) return { length, value: phrase[1] };
  }
  return null;
};

/** Reads `one and a half hours`. */
const readHalved = (words: readonly Word[], at: number): Taken<number> | null => {
  const [amount, unit] = [readNumber(words[at]?.word), UNIT_SECONDS.get(words[at + 4]?.word ?? '')];
  const isHalved = ['and', 'a', 'half'].every((word, i) => words[at + 1 + i]?.word === word);
  return amount === null || unit === undefined || !isHalved ? null : { length: 5, value: (amount + 0.5) * unit };
};

/** Reads a duration such as `40 minutes`, `1h30`, `half an hour`, `an hour and a half`, `one and a half hours` or `2 hours 15 minutes`, in seconds. */
export const readDuration = (words: readonly Word[], at: number): Taken<number> | null => {
  const word = (i: number): string => words[at + i]?.word ?? '';
  const whole = readCompact(word(0)) ?? readPhrase(words, at) ?? readHalved(words, at);
  if (whole !== null) return whole;
  const amount = readNumber(word(0));
  const unit = UNIT_SECONDS.get(word(1));
  if (amount === null || unit === undefined) return null;
  const first = { length: 2, value: amount * unit };
  if (word(2) === 'and' && word(3) === 'a' && word(4) === 'half') return { length: 5, value: first.value + unit / 2 };
  const skip = word(2) === 'and' ? 1 : 0;
  const rest = unit === 3600 ? readNumber(word(2 + skip)) : null;
  if (rest === null || UNIT_SECONDS.get(word(3 + skip)) !== 60) return first;
  return { length: 4 + skip, value: first.value + rest * 60 };
};

const HALF: ReadonlyMap<string, number> = new Map(Object.entries({ am: 0, 'a.m': 0, pm: 720, 'p.m': 720 }));

/** Named times, in minutes after midnight. */
const NAMED_TIMES: ReadonlyMap<string, number> = new Map(Object.entries({ noon: 720, midday: 720, midnight: 0 }));

/** The half of the day that a named time ends, in minutes after midnight. */
const ENDED_HALF: ReadonlyMap<string, number> = new Map(Object.entries({ noon: 0, midday: 0, midnight: 720 }));

/** Hours in words, by hour. */
const HOUR_WORDS: readonly string[] = '- one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** How an hour is written that may be before or after noon. */
const AS_ON_DIAL = /^(?:[1-9]|1[0-2]|[1-9][:.]\d{2})$/;
const DIGITS = /^(\d{1,2})(?:[:.](\d{2})|h)?(am|pm)?$/;
const FOUR_DIGITS = /^(\d{2})(\d{2})$/;

/** Whether the word is like `1405`, which may as well be a number. */
export const isFourDigits = (words: readonly Word[], at: number): boolean =>
  FOUR_DIGITS.test(plainWord(words, at) ?? '');

interface Digits {
  readonly hour: number;
  readonly minute: number;
  readonly suffix: string | undefined;
  /** Whether the hour is from 1 to 12. */
  readonly isOnDial: boolean;
}

/** Hour and minute of a word, and whether it includes `am` or `pm`. */
const readDigits = (word: string, bare: boolean): Digits | null => {
  const match = DIGITS.exec(word) ?? (bare ? FOUR_DIGITS.exec(word) : null);
  if (match === null) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  const isTime = minute < 60 && (hour < 24 || (hour === 24 && minute === 0));
  return isTime ? { hour, minute, suffix: match[3], isOnDial: hour >= 1 && hour <= 12 } : null;
};

/** A time with `am` or `pm`, in its own word or in the next; null if no dial shows the hour. */
const inHalf = ({ hour, minute, suffix, isOnDial }: Digits, half: number): Taken<ClockTime> | null =>
  isOnDial
    ? { length: suffix === undefined ? 2 : 1, value: { minutes: (hour % 12) * 60 + minute + half, half: false } }
    : null;

/** Whether the word says the half of the day: `pm`. */
export const isHalf = (word: Word | undefined): boolean => word?.quoted === false && HALF.has(word.word);

/** How the single word of a clock time is written with the half of the day that it is in. */
const written = ({ hour, minute }: Digits, half: number | null): string => {
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return half === null ? clock : `${clock}${half === 0 ? 'am' : 'pm'}`;
};

/** Whether digits are those of a clock with 24 hours: "14", "0800". */
const isOf24Hours = ({ isOnDial }: Digits, word: string): boolean => !isOnDial || word.startsWith('0');

const respelled = (words: readonly Word[], at: number, word: string): readonly Word[] =>
  words.with(at, { ...present(words[at]), word });

/**
 * The words of a time span whose two ends clarify each other: `3 to 4 pm` and `10 to midnight` are in the same half of the day, but not `11 to 1 pm`,
 * and `8 to 14` and `22 to 2` are times of 24 hours. The words at `at` are the start, the link and the end.
 */
export const readTogether = (words: readonly Word[], at: number): readonly Word[] => {
  const [first, last] = [plainWord(words, at) ?? '', plainWord(words, at + 2) ?? ''];
  const [start, end] = [readDigits(first, true), readDigits(last, true)];
  if (start === null || start.suffix !== undefined) return words;
  const half = ENDED_HALF.get(last) ?? HALF.get(end?.suffix ?? plainWord(words, at + 3) ?? '');
  if (half !== undefined) return isInHalf(start, end, half) ? respelled(words, at, written(start, half)) : words;
  if (end === null || AS_ON_DIAL.test(first) === AS_ON_DIAL.test(last)) return words;
  if (AS_ON_DIAL.test(first)) return respelled(words, at, written(start, null));
  return isOf24Hours(start, first) ? respelled(words, at + 2, written(end, null)) : words;
};

/** Whether a start is in the half of the day of the end, which is that half's own without digits. */
const isInHalf = (start: Digits, end: Digits | null, half: number): boolean => {
  if (end === null) return start.isOnDial;
  const [from, to] = [inHalf(start, half), inHalf(end, half)];
  return from !== null && to !== null && from.value.minutes < to.value.minutes;
};

/** Minutes before or after an hour. */
const BESIDE_HOUR: ReadonlyMap<string, number> = new Map([
  ['half past', 30],
  ['quarter past', 15],
  ['quarter to', -15],
]);

/** Reads `half past 2` or `quarter to 3 pm`. */
const readBesideHour = (words: readonly Word[], at: number): Taken<ClockTime> | null => {
  const offset = BESIDE_HOUR.get(`${plainWord(words, at) ?? ''} ${plainWord(words, at + 1) ?? ''}`);
  const hour = offset === undefined ? null : readClock(words, at + 2, true);
  if (offset === undefined || hour === null) return null;
  return { length: 2 + hour.length, value: { ...hour.value, minutes: (hour.value.minutes + offset + 1440) % 1440 } };
};

/** Reads `half past 2`, `14:05`, `2pm`, `2:30 pm`, `14h`, `1405z` or `noon`. A bare number (`14`) counts only if `bare` is set. */
export const readClock = (words: readonly Word[], at: number, bare: boolean): Taken<ClockTime> | null => {
  const word = plainWord(words, at) ?? '';
  const beside = readBesideHour(words, at);
  if (beside !== null) return beside;
  const named = NAMED_TIMES.get(word);
  if (named !== undefined) return { length: 1, value: { minutes: named, half: false } };
  const hours = HOUR_WORDS.indexOf(word);
  const digits = hours > 0 ? String(hours) : word;
  const said = readDigits(digits, bare);
  if (said === null) return null;
  const next = words[at + 1]?.word ?? '';
  const half = HALF.get(said.suffix ?? next);
  if (half !== undefined) return inHalf(said, half);
  const { hour, minute, isOnDial } = said;
  const isPlain = /^\d{1,2}$/.test(digits);
  const hasNoun = next === "o'clock" || next === 'oclock';
  if (isPlain && !bare && !hasNoun) return null;
  return { length: hasNoun ? 2 : 1, value: { minutes: hour * 60 + minute, half: isOnDial && AS_ON_DIAL.test(digits) } };
};
