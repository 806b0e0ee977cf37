import { present } from '../../engine/present.ts';
import type { Directory } from '../directory/directory.ts';
import { announced, type Entity, normalize } from '../directory/names.ts';
import type { TimeFrame } from '../time/dayWords.ts';
import { readTime, type TimeValue } from '../time/readTime.ts';
import { plainWord, readWords, type Word } from '../words.ts';

/** A request in pieces: words of the language, names of the planning, times, and what is neither. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly word: string }
  | { readonly kind: 'name'; readonly text: string; readonly entities: readonly Entity[] }
  | { readonly kind: 'time'; readonly text: string; readonly value: TimeValue }
  /** `solid`: quoted, or with a digit or a capital: surely meant as a name. */
  | { readonly kind: 'unknown'; readonly text: string; readonly solid: boolean };

export interface Reading {
  readonly directory: Directory;
  readonly frame: TimeFrame;
  /** Words of the language: they are names only where something says so. */
  readonly vocabulary: ReadonlySet<string>;
}

const SEARCHED = 20;
/** Of an unknown name. */
const MOST_WORDS = 12;
/** Fewer are the beginning of too much. */
const LEAST_LETTERS = 2;
const TIME_LIKE = /^\d+(?:h|m|d|s|am|pm|min)$/;
const TOWARDS = new Set(['to', 'onto', 'on', 'at', 'from', 'and', 'with']);

const joined = (words: readonly Word[], at: number, length: number): string =>
  words
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');

/** A name that is written out in full, the longest first. */
const exactName = (words: readonly Word[], at: number, { directory, vocabulary }: Reading) => {
  const { names } = directory;
  for (let length = Math.min(names.longest, words.length - at); length > 0; length--) {
    const text = joined(words, at, length);
    const entities = names.find(text);
    if (entities.length === 0) continue;
    if (length > 1) {
      const isProse = words.slice(at, at + length).every(({ word, quoted }) => !quoted && vocabulary.has(word));
      if (!isProse || length > 2) return { length, text, entities };
      continue;
    }
    const { word, quoted } = wordAt(words, at);
    if (quoted) return { length, text, entities };
    if (isFlightNumber(words, at) && entities.every(({ kind }) => kind === 'tag')) continue;
    const before = words[at - 1];
    const expected = announced(before);
    const fitting = entities.filter(({ kind }) => kind === expected);
    if (fitting.length > 0) return { length, text, entities: fitting };
    const bare = normalize(word);
    if (/^\d+$/.test(bare) || bare.length < 2 || vocabulary.has(word)) continue;
    if (TIME_LIKE.test(word) && !TOWARDS.has(before?.word ?? '')) continue;
    return { length, text, entities };
  }
  return null;
};

const wordAt = (words: readonly Word[], at: number): Word => present(words[at], `Word ${at}`);

/** Letters, then digits, as in `KL 1001`: one name in two words. */
const isFlightNumber = (words: readonly Word[], at: number): boolean =>
  /^\p{L}{1,3}$/u.test(wordAt(words, at).text) && /^\d{1,5}$/.test(plainWord(words, at + 1) ?? '');

/** The beginning of a name, or of a word in one. */
const partialName = (text: string, { directory }: Reading): readonly Entity[] =>
  normalize(text).length < LEAST_LETTERS ? [] : directory.names.search(text, SEARCHED);

interface Unknown {
  readonly length: number;
  readonly token: Token;
}

/** Unknown words that follow each other are one name, unless a word of them is one. Yields after each search, which may take milliseconds. */
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
    // No name begins with more words when none begins with these.
    else if (normalize(text).length >= LEAST_LETTERS) break;
  }
  if (found !== null) return found;
  const length = wordAt(words, at).quoted || /\d/.test(wordAt(words, at).text) ? 1 : end - at;
  const text = joined(words, at, length);
  return { length, token: { kind: 'unknown', text, solid: wordAt(words, at).quoted || /[\d\p{Lu}]/u.test(text) } };
}

const isForeign = (words: readonly Word[], at: number, reading: Reading): boolean =>
  !wordAt(words, at).quoted &&
  !reading.vocabulary.has(wordAt(words, at).word) &&
  !/^\d+$/.test(wordAt(words, at).word) &&
  exactName(words, at, reading) === null &&
  readTime(words, at, reading.frame) === null;

/** Names win over times, times over words; what is left is unknown. */
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
    const time = readTime(words, at, reading.frame);
    if (time !== null) {
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
