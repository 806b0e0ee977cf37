import { present } from '../../engine/present.ts';
import type { Directory } from '../directory/directory.ts';
import { announced, type Entity, normalize, OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import type { TimeFrame } from '../time/dayWords.ts';
import { readTime } from '../time/readTime.ts';
import type { TimeValue } from '../time/timeValue.ts';
import { NEGATIONS } from './negations.ts';
import { plainWord, readWords, type Word } from '../words.ts';

/** A piece of a request: a word of the language, a name in the planning, a time, or something unknown. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly word: string }
  | { readonly kind: 'name'; readonly text: string; readonly entities: readonly Entity[] }
  | { readonly kind: 'time'; readonly text: string; readonly value: TimeValue }
  /** `solid` if it is quoted or has a digit or a capital letter, and is no share, so that it is certainly meant as a name. */
  | { readonly kind: 'unknown'; readonly text: string; readonly solid: boolean };

/** The word of the language that the token is; empty if it is none. */
export const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.word : '');

export interface Reading {
  readonly directory: Directory;
  readonly frame: TimeFrame;
  /** Words of the language; they are names only where the context says so. */
  readonly vocabulary: ReadonlySet<string>;
}

const SEARCHED = 20;
/** Maximum number of words of an unknown name. */
const MOST_WORDS = 12;
/** A prefix with fewer letters would match too many names. */
const LEAST_LETTERS = 2;
const TIME_LIKE = /^\d+(?:h|m|d|s|am|pm|min)$/;
const TOWARDS = new Set(['to', 'onto', 'on', 'at', 'from', 'and', 'with']);

const joined = (words: readonly Word[], at: number, length: number): string =>
  words
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');

/** Whether the words are rather a part of the sentence than a name: words of the language alone, or with a negation, unless they are in quotation marks. */
const isProse = (words: readonly Word[], vocabulary: ReadonlySet<string>): boolean =>
  words.every(({ quoted }) => !quoted) &&
  (words.some(({ word }) => NEGATIONS.has(word)) ||
    words.every(({ word, text }) => vocabulary.has(word) && !/^\p{Lu}$/u.test(text)));

/** The longest name that is written out in full at a place. */
const exactName = (words: readonly Word[], at: number, { directory, vocabulary }: Reading) => {
  const { names } = directory;
  for (let length = Math.min(names.longest, words.length - at); length > 0; length--) {
    const text = joined(words, at, length);
    const entities = names.find(text);
    if (entities.length === 0) continue;
    if (length > 1) {
      if (!isProse(words.slice(at, at + length), vocabulary)) return { length, text, entities };
      continue;
    }
    const named = namedByOne(words, at, entities, vocabulary);
    if (named.length > 0) return { length, text, entities: named };
  }
  return null;
};

/** Those of the entities that a single word names; none if it is rather a word of the language, a number or a time. */
const namedByOne = (
  words: readonly Word[],
  at: number,
  entities: readonly Entity[],
  vocabulary: ReadonlySet<string>,
): readonly Entity[] => {
  const { word, quoted } = wordAt(words, at);
  if (quoted) return entities;
  if (isFlightNumber(words, at) && entities.every(({ kind }) => kind === 'tag')) return [];
  const before = words[at - 1];
  const expected = announced(before);
  const fitting = entities.filter(({ kind }) => kind === expected);
  if (fitting.length > 0) return fitting;
  const bare = normalize(word);
  if (isLetterOfPlace(words, at)) return entities.filter(({ kind }) => kind === 'location');
  if (/^\d+$/.test(bare) || bare.length < 2 || (vocabulary.has(word) && !isCapitalized(words, at))) return [];
  return TIME_LIKE.test(word) && !TOWARDS.has(before?.word ?? '') ? [] : entities;
};

/** Whether the word is in capitals, as the code of an operator is ("US", "ONE"), and not all words are. */
const isCapitalized = (words: readonly Word[], at: number): boolean =>
  /^\p{Lu}{2,3}$/u.test(wordAt(words, at).text) && words.some(({ text }) => /\p{Ll}/u.test(text));

const BEFORE_LETTER = new Set(['on', 'at', 'off', 'from', 'to', 'onto', 'in', 'outside']);

const isCapital = (word: Word | undefined): boolean => /^\p{Lu}$/u.test(word?.text ?? '');
const CONJUNCTIONS = new Set(['and', 'or']);

/** Whether it is a single capital that stands for a place, as in "arrivals on B" or "concourse T and A". */
const isLetterOfPlace = (words: readonly Word[], at: number): boolean => {
  const before = plainWord(words, at - 1) ?? '';
  const isListed = CONJUNCTIONS.has(before) ? isCapital(words[at - 2]) : isCapital(words[at - 1]);
  return (
    at > 0 &&
    isCapital(words[at]) &&
    (BEFORE_LETTER.has(before) || isListed) &&
    words.some(({ text }) => /\p{Ll}/u.test(text))
  );
};

const wordAt = (words: readonly Word[], at: number): Word => present(words[at], `Word ${at}`);

/** Whether letters are followed by digits, as in `KL 1001`, which is one name in two words. */
const isFlightNumber = (words: readonly Word[], at: number): boolean =>
  /^\p{L}{1,3}$/u.test(wordAt(words, at).text) && /^\d{1,5}$/.test(plainWord(words, at + 1) ?? '');

/** Entities with a name, or a word in it, that begins with the text. */
const partialName = (text: string, { directory }: Reading): readonly Entity[] =>
  normalize(text).length < LEAST_LETTERS ? [] : directory.names.search(text, SEARCHED);

interface Unknown {
  readonly length: number;
  readonly token: Token;
}

/** Consecutive unknown words form one name, unless one of them is a name. Yields after each search, which may take milliseconds. */
function* readUnknown(words: readonly Word[], at: number, reading: Reading): Generator<void, Unknown> {
  const least = isFlightNumber(words, at) ? 2 : 1;
  let end = at + least;
  const last = Math.min(words.length, at + MOST_WORDS);
  while (end < last && !wordAt(words, end).quoted && isForeign(words, end, reading)) end++;
  let found: Unknown | null = null;
  for (let length = least; length <= end - at; length++) {
    const text = joined(words, at, length);
    const entities = partialName(text, reading);
    yield;
    if (entities.length > 0) found = { length, token: { kind: 'name', text, entities } };
    // If no name begins with these words, none begins with more.
    else if (normalize(text).length >= LEAST_LETTERS) break;
  }
  if (found !== null) return found;
  const length = wordAt(words, at).quoted || /\d/.test(wordAt(words, at).text) ? 1 : end - at;
  const text = joined(words, at, length);
  return {
    length,
    token: {
      kind: 'unknown',
      text,
      solid: wordAt(words, at).quoted || (/[\d\p{Lu}]/u.test(text) && !text.endsWith('%')),
    },
  };
}

const isForeign = (words: readonly Word[], at: number, reading: Reading): boolean =>
  !wordAt(words, at).quoted &&
  !reading.vocabulary.has(wordAt(words, at).word) &&
  !/^\d+$/.test(wordAt(words, at).word) &&
  exactName(words, at, reading) === null &&
  readTime(words, at, reading.frame) === null;

/** "757s" or "A320s". */
const PLURAL_OF_KIND = /^((?=.*\d)[\p{L}\d-]{3,12})s$/iu;
const BEFORE_DURATION = new Set(['for', 'by', 'in', 'within', 'next', 'last']);

const kindAt = (words: readonly Word[], at: number): string | null =>
  PLURAL_OF_KIND.exec(plainWord(words, at) ?? '')?.[1] ?? null;

/** Reads "757s" or "Boeing 757s" as all flights with a Boeing 757, if descriptions have that; else it may be a duration. */
const readKind = (words: readonly Word[], at: number, { directory }: Reading) => {
  const own = kindAt(words, at);
  const word = own ?? kindAt(words, at + 1);
  if (word === null || BEFORE_DURATION.has(plainWord(words, at - 1) ?? '')) return null;
  const text = directory.names.kindOf(word);
  if (text === null) return null;
  if (own === null && !text.toLowerCase().startsWith(`${wordAt(words, at).word} `)) return null;
  const name: Token = { kind: 'name', text, entities: directory.names.having('operation', text) };
  const noun: Token = { kind: 'word', text: 'flights', word: 'flights' };
  return { length: own === null ? 2 : 1, tokens: [name, noun] };
};

const METERS = /^\d+(?:[.,]\d+)? ?m$/i;
const BESIDE_LENGTH = new Set('long deep wide length draft draught depth loa'.split(' '));
const BEFORE_LENGTH = new Set('a an of over above under below than longer shorter up to least'.split(' '));
const OF_MINUTES = new Set('late later early earlier delayed behind'.split(' '));

const isBesideLength = (word: string | undefined): boolean =>
  word !== undefined && (OPERATION_NOUNS.has(word) || RESOURCE_NOUNS.has(word) || BESIDE_LENGTH.has(word));

/** Whether "300 m" are meters rather than minutes: "a 300 m vessel", "berths for ships over 300 m". */
const isLength = (words: readonly Word[], at: number, length: number): boolean => {
  if (!METERS.test(joined(words, at, length))) return false;
  const next = plainWord(words, at + length);
  if (next !== undefined && OF_MINUTES.has(next)) return false;
  if (isBesideLength(next)) return true;
  let before = at - 1;
  while (before >= 0 && BEFORE_LENGTH.has(plainWord(words, before) ?? '')) before--;
  return before >= 0 && before < at - 1 && isBesideLength(plainWord(words, before));
};

/** Reads tokens. Names take precedence over times, and times over words; the rest is unknown. */
export function* readTokens(text: string, reading: Reading): Generator<void, Token[]> {
  const words = readWords(text);
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; ) {
    const { word, text: written, quoted } = wordAt(words, at);
    const name = exactName(words, at, reading);
    if (name !== null) {
      tokens.push({ kind: 'name', text: name.text, entities: name.entities });
      at += name.length;
      continue;
    }
    const kind = readKind(words, at, reading);
    if (kind !== null) {
      tokens.push(...kind.tokens);
      at += kind.length;
      continue;
    }
    const time = readTime(words, at, reading.frame);
    if (time !== null && isLength(words, at, time.length)) {
      tokens.push({ kind: 'unknown', text: joined(words, at, time.length), solid: false });
      at += time.length;
    } else if (time !== null) {
      tokens.push({ kind: 'time', text: joined(words, at, time.length), value: time.value });
      at += time.length;
    } else if (!quoted && (reading.vocabulary.has(word) || /^\d+$/.test(word))) {
      tokens.push({ kind: 'word', text: written, word });
      at++;
    } else {
      const { length, token } = yield* readUnknown(words, at, reading);
      tokens.push(token);
      at += length;
    }
  }
  return tokens;
}
