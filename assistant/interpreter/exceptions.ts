import { OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import { type Filling, type LeftOutName, nameOf } from './pattern.ts';
import { type Token, wordOf } from './tokens.ts';

/** A request without what it leaves out: "move everything from R3 to R5", and DL116 of "move everything but DL116 from R3 to R5". */
interface Divided {
  readonly rest: readonly Token[];
  readonly except: Filling;
}

/** Phrases that leave out what is named next, longer ones first. Words that come after them, as in "except for", are optional. */
const LEADS: readonly (readonly string[])[] = [
  ['other', 'than'],
  ['apart', 'from'],
  ['aside', 'from'],
  ['but', 'not'],
  ['and', 'not'],
  ['except'],
  ['excepting'],
  ['excluding'],
  ['besides'],
  ['outside'],
  ['without'],
  ['but'],
  ['not'],
];
const CONJUNCTIONS = new Set(['and', 'or', 'nor']);
/** What may stand before a name that is left out. */
const BEFORE = new Set([
  'for',
  'the',
  'those',
  'conflicts',
  'of',
  'on',
  'at',
  'in',
  ...OPERATION_NOUNS,
  ...RESOURCE_NOUNS,
]);
const NOUNS = new Set([...OPERATION_NOUNS, 'one', 'ones']);

/** Words that leave something out. */
export const EXCEPTING: readonly string[] = LEADS.flat();
/** All words that phrases which leave something out are made of. */
export const EXCEPTION_WORDS: readonly string[] = [...EXCEPTING, ...CONJUNCTIONS, ...BEFORE, ...NOUNS];

/** What a name stands for where it leaves something out: one operation, else what groups operations, else all operations that it names. */
const readName = (token: Token): LeftOutName | null => {
  if (token.kind === 'unknown')
    return token.solid ? { kind: 'name', of: 'operation', text: token.text, ids: [] } : null;
  const operations = nameOf('operation', token);
  if (operations?.ids.length === 1) return operations;
  return nameOf('location', token) ?? nameOf('tag', token) ?? nameOf('resource', token) ?? operations;
};

/** The first position from `at` on whose word is none of these. */
const after = (tokens: readonly Token[], at: number, words: ReadonlySet<string>): number => {
  let next = at;
  while (words.has(wordOf(tokens[next]))) next++;
  return next;
};

/** Reads names that follow each other or a conjunction, with their nouns; null if there is none. What follows the last one belongs to the request. */
const readNames = (tokens: readonly Token[], from: number) => {
  const names: LeftOutName[] = [];
  let end = from;
  for (let at = from; at < tokens.length; ) {
    const first = tokens[after(tokens, at, BEFORE)];
    const name = first === undefined ? null : readName(first);
    if (name === null) break;
    names.push(name);
    end = after(tokens, after(tokens, at, BEFORE) + 1, NOUNS);
    const isListed = CONJUNCTIONS.has(wordOf(tokens[end]));
    if (!isListed && tokens[end]?.kind !== 'name') break;
    at = isListed ? end + 1 : end;
  }
  return names.length === 0 ? null : { names, end };
};

/** What the tokens leave out, and the rest of them; null if they leave nothing out. */
export const withoutExceptions = (tokens: readonly Token[]): Divided | null => {
  for (let at = 0; at < tokens.length; at++) {
    const lead = LEADS.find((words) => words.every((word, i) => wordOf(tokens[at + i]) === word));
    if (lead === undefined) continue;
    const read = readNames(tokens, at + lead.length);
    if (read === null) return null;
    const rest = [...tokens.slice(0, at), ...tokens.slice(read.end)];
    return { rest, except: { kind: 'names', names: read.names } };
  }
  return null;
};
