import type { Directory } from '../directory/directory.ts';
import { ROUTE_ENDS } from '../directory/routes.ts';
import { type Token, wordOf } from './tokens.ts';

const isOther = (token: Token): boolean =>
  token.kind === 'name' && token.entities.some(({ kind }) => kind === 'resource' || kind === 'location');

/** The place of a route as a name: "ORD" after "from", unless it is also a place of the planning. A word of the language is one only in capitals: "to DAY". */
const endAt = (tokens: readonly Token[], at: number, directory: Directory): Token | null => {
  const place = tokens[at + 1];
  const end = ROUTE_ENDS.find(({ said }) => said === wordOf(tokens[at]));
  if (place === undefined || end === undefined || place.kind === 'time' || isOther(place)) return null;
  const code = place.kind === 'word' ? place.text : place.text.toUpperCase();
  const id = directory.tagOf(end.category, code);
  return id === null ? null : { kind: 'name', text: place.text, entities: [{ kind: 'tag', id }] };
};

/** The tokens with the places where flights come from and go to: "flights from ORD", "departures to LGA". */
export const withRouteEnds = (tokens: readonly Token[], directory: Directory): readonly Token[] =>
  tokens.map((token, at) => endAt(tokens, at - 1, directory) ?? token);
