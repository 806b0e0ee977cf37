import { OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import type { Request } from './request.ts';
import { ASKED } from './grammar.ts';
import { understandTokens } from './readSentence.ts';
import { type Token, wordOf } from './tokens.ts';

const MOST_NAMES = 6;
const JOINING = new Set(['and', 'or', 'plus', 'on', 'at', 'the', ...OPERATION_NOUNS, ...RESOURCE_NOUNS]);

/** Of a name, what it may name; of a time, whether it is a moment, a span or a duration. */
const kindsOf = (token: Token | undefined): readonly string[] =>
  token?.kind === 'name' ? token.entities.map(({ kind }) => kind) : token?.kind === 'time' ? [token.value.kind] : [];

const isAlike = (one: Token | undefined, other: Token): boolean => {
  const kinds = new Set(kindsOf(one));
  return kindsOf(other).some((kind) => kinds.has(kind));
};

const isConjunction = (token: Token | undefined): boolean => wordOf(token) === 'and' || wordOf(token) === 'or';

/** The names or times of one kind that follow one another from one on, joined by "and" or "or", and what is after them; null if there are not two. */
const namesFrom = (tokens: readonly Token[], first: number) => {
  const names: Token[] = [];
  let end = first;
  for (let at = first; at < tokens.length; at++) {
    const next = tokens[at];
    if (next !== undefined && isAlike(tokens[first], next)) {
      names.push(next);
      end = at + 1;
    } else if (!JOINING.has(wordOf(next))) break;
  }
  const isJoined = tokens.slice(first, end).some(isConjunction);
  return names.length > 1 && isJoined ? { names, after: tokens.slice(end) } : null;
};

/** A name, and another one after some words and an "or": "B4 free or A5"; what is after the first, without the second. */
const nameBeforeAnother = (tokens: readonly Token[], first: number) => {
  const name = tokens[first];
  let at = first + 1;
  while (tokens[at]?.kind === 'word' && !isConjunction(tokens[at])) at++;
  const other = tokens[at + 1];
  if (name === undefined || other === undefined || !isConjunction(tokens[at]) || !isAlike(name, other)) return null;
  return { names: [name, other], after: [...tokens.slice(first + 1, at), ...tokens.slice(at + 2)] };
};

/** The first names or times of one kind that are joined, and what is before and after them; null if there are not two. */
const readNames = (tokens: readonly Token[]) => {
  for (const first of tokens.keys()) {
    const read = namesFrom(tokens, first) ?? nameBeforeAnother(tokens, first);
    if (read !== null) return { before: tokens.slice(0, first), ...read };
  }
  return null;
};

/** A question about several things or times as one about each: "what is on A1 and A2 at 9?", "conflicts on concourse A or B", "arrivals from 8 to 9 and from 14 to 15". Null if the tokens are anything else. */
export const questionsAboutEach = (tokens: readonly Token[]): readonly Request[] | null => {
  const read = readNames(tokens);
  if (read === null || read.names.length > MOST_NAMES) return null;
  const requests: Request[] = [];
  for (const name of read.names) {
    const own = [...read.before, name, ...read.after];
    const understood = understandTokens(own);
    if (understood === null || !ASKED.has(understood.intent)) return null;
    requests.push({ tokens: own, understood });
  }
  const intents = new Set(requests.map(({ understood }) => understood.intent));
  return intents.size === 1 ? requests : null;
};

/** "Where is KL1001 and is A1 free at 8?" as two questions; the whole if there is no other question after an "and". */
export const splitQuestions = (sentence: string): readonly string[] =>
  sentence.split(/,?\s+and\s+(?:also\s+)?(?=(?:where|what|which|who|when|how|is|are|can|does|why)\b)/i);

/** Whether it asks for something, rather than requests it. */
export const isQuestion = ({ understood }: Request): boolean => ASKED.has(understood.intent);
