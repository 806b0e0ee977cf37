import type { Reply } from './asked.ts';
import { type Token, wordOf } from './tokens.ts';

/** Words next to which "there" stands for no place: "is there", "there are", "hello there". */
const BEFORE = new Set('is are was were be been will would could should hello hi hey why'.split(' '));
const AFTER = new Set('is are was were be will would should'.split(' '));

const isOfPlace = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && wordOf(tokens[at]) === 'there' && !BEFORE.has(wordOf(tokens[at - 1])) && !AFTER.has(wordOf(tokens[at + 1]));

/** The token if it names one resource or one location. */
export const placeOf = (token: Token): Token | null => {
  if (token.kind !== 'name') return null;
  const places = token.entities.filter(({ kind }) => kind === 'resource' || kind === 'location');
  return places.length === 1 ? token : null;
};

/** "There" in "if B4 is free, move KL1001 there" is B4, whatever was named before. */
const ownPlace = (tokens: readonly Token[], at: number): Token | null =>
  wordOf(tokens[0]) === 'if'
    ? (tokens
        .slice(0, at)
        .map(placeOf)
        .findLast((place) => place !== null) ?? null)
    : null;

/** The tokens with the place that is meant instead of "there"; a question why something is there is none about another place. */
export const withPlace = (tokens: readonly Token[], { there }: Pick<Reply, 'there'>): readonly Token[] =>
  there === undefined || tokens.some((token) => wordOf(token) === 'why')
    ? tokens
    : tokens.map((token, at) =>
        isOfPlace(tokens, at) ? (ownPlace(tokens, at) ?? there ?? { ...token, kind: 'unknown', solid: true }) : token,
      );
