import { editsBetween } from '../../engine/editsBetween.ts';
import { isNumberWord } from '../time/clockWords.ts';
import { EXCEPTING } from './exceptions.ts';
import { VOCABULARY } from './grammar.ts';
import { NEGATIONS } from './negations.ts';
import type { Token } from './tokens.ts';

const TIME_WORDS =
  'today tonight tomorrow yesterday morning afternoon evening night midnight noon monday tuesday wednesday thursday friday saturday sunday minute minutes hour hours';
/** The words of the language. */
export const WORDS: readonly string[] = [...new Set([...VOCABULARY, ...TIME_WORDS.split(' ')])]
  .filter((word) => /^[a-z]{3,}$/.test(word))
  .sort();

const NOT_RESPELLED = new Set([...NEGATIONS, ...EXCEPTING]);

/** Shorter words are too often something else: a code, a name, a word of another language. */
const LEAST_LETTERS = 4;
/** Words from this length on may have two letters wrong. */
const LONG_LETTERS = 8;
const MOST_SPELLINGS = 8;

export interface Spelling {
  readonly text: string;
  /** What each respelled word was read as. */
  readonly respelled: ReadonlyMap<string, string>;
}

/** The sentence with each unknown word replaced by the nearest words of the first list that has any; nothing if a word has none. */
export const otherSpellings = (
  text: string,
  tokens: readonly Token[],
  lists: readonly (readonly string[])[],
): readonly Spelling[] => {
  let spellings: readonly Spelling[] = [{ text, respelled: new Map() }];
  for (const word of unknownWords(text, tokens)) {
    const candidates = lists.map((words) => nearest(word.toLowerCase(), words)).find(({ length }) => length > 0) ?? [];
    // A word of one letter or with a digit, as in "concorse C", is not misspelled, but the rest of a name.
    if (candidates.length === 0 && (word.length === 1 || /\d/.test(word))) continue;
    spellings = spellings.flatMap((spelling) => candidates.map((candidate) => respell(spelling, word, candidate)));
    if (spellings.length > MOST_SPELLINGS) return [];
  }
  return spellings.filter(({ respelled }) => respelled.size > 0);
};

const unknownWords = (text: string, tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) =>
    token.kind === 'unknown' && !text.includes(`"${token.text}"`) && !text.includes(`“${token.text}”`)
      ? token.text.split(' ')
      : [],
  );

const respell = ({ text, respelled }: Spelling, word: string, candidate: string): Spelling => ({
  text: text.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'u'), candidate),
  respelled: new Map([...respelled, [word, candidate]]),
});

const nearest = (word: string, words: readonly string[]): readonly string[] => {
  if (word.length < LEAST_LETTERS || isNumberWord(word) || !/^[a-z]+$/.test(word)) return [];
  const most = word.length < LONG_LETTERS ? 1 : 2;
  const near = words
    .filter((other) => other[0] === word[0] && Math.abs(other.length - word.length) <= most)
    .flatMap((other) => {
      const edits = editsBetween(word, other);
      return edits <= most ? [{ other, edits }] : [];
    });
  if (near.some(({ other }) => NOT_RESPELLED.has(other))) return [];
  const least = Math.min(...near.map(({ edits }) => edits));
  return near.flatMap(({ other, edits }) => (edits === least && other.length >= LEAST_LETTERS ? [other] : []));
};
