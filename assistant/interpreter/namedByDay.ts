import { present } from '../../engine/present.ts';
import type { Directory } from '../directory/directory.ts';
import { type Entity, OPERATION_NOUNS } from '../directory/names.ts';
import { taggedWith } from '../tools/selection.ts';
import type { Span } from '../tools/tool.ts';
import type { TimeValue } from '../time/timeValue.ts';
import { nameOf } from './pattern.ts';
import { type Token, wordOf } from './tokens.ts';

/** Such as "Ever Fit on Sunday" or "N466WN at 16:00", the name of several calls of a vessel or an aircraft, or "Maersk call on Friday", a tag with a noun; the number of its tokens. */
interface DayName {
  readonly length: number;
  readonly token: Token;
}

const spanOf = (value: TimeValue): Span | null => {
  if (value.kind === 'instant') return { from: value.at, to: value.at + 1 };
  return value.kind === 'window' && (value.end === undefined || value.end === 'until') ? value : null;
};

const isNoun = (token: Token | undefined): boolean => token?.kind === 'word' && OPERATION_NOUNS.has(token.word);

/** The operations that a name alone may mean: several of that name, or with a noun those of a tag. */
const meantBy = (directory: Directory, entities: readonly Entity[], hasNoun: boolean): readonly string[] => {
  const named = entities.filter(({ kind }) => kind === 'operation').map(({ id }) => id);
  const [tag, ...others] = entities.filter(({ kind }) => kind === 'tag');
  if (named.length > 0 || !hasNoun || tag === undefined || others.length > 0) return named.length > 1 ? named : [];
  const isTagged = taggedWith(directory, tag.id);
  return [...directory.operations.values()]
    .filter((entry) => !entry.record.isBlocker && isTagged(entry))
    .map(({ id }) => id);
};

const named = (then: readonly string[], text: string): Token => ({
  kind: 'name',
  text,
  entities: then.map((id) => ({ kind: 'operation', id })),
});

/** Those of the operations that are there during the span. */
const thereIn = (directory: Directory, ids: readonly string[], span: Span): readonly string[] =>
  ids.filter((id) => {
    const { from, to } = directory.operation(id);
    return from < span.to && to > span.from;
  });

const dayNameAt = (tokens: readonly Token[], at: number, directory: Directory): DayName | null => {
  const name = tokens[at];
  if (name?.kind !== 'name') return null;
  const hasNoun = isNoun(tokens[at + 1]);
  const day = tokens[at + (hasNoun ? 2 : 1)];
  const span = day?.kind === 'time' ? spanOf(day.value) : null;
  if (span === null) return null;
  const then = thereIn(directory, meantBy(directory, name.entities, hasNoun), span);
  if (then.length === 0) return null;
  const length = hasNoun ? 3 : 2;
  const text = tokens
    .slice(at, at + length)
    .map((token) => token.text)
    .join(' ');
  return { length, token: named(then, text) };
};

const NOUNS = new Set([...OPERATION_NOUNS, 'whatever']);
const BESIDE_NOUN = new Set(['is', 'that', 'which', 'parked', 'standing', 'on', 'at']);

/** Such as "flight on A14 at 11:30", or "whatever is on A14 at 11:30": what is at a place at a moment. */
const placeNameAt = (tokens: readonly Token[], at: number, directory: Directory): DayName | null => {
  if (!NOUNS.has(wordOf(tokens[at]))) return null;
  let next = at + 1;
  while (BESIDE_NOUN.has(wordOf(tokens[next]))) next++;
  const [place, moment] = [tokens[next], tokens[next + 1]];
  const ids = place === undefined ? [] : (nameOf('resource', place)?.ids ?? []);
  if (next === at + 1 || ids.length !== 1 || moment?.kind !== 'time' || moment.value.kind !== 'instant') return null;
  const { at: time } = moment.value;
  const there = directory.staysIn(time, time + 1, present(ids[0]));
  if (there.length === 0) return null;
  const read = tokens.slice(at, next + 2);
  const text = read.map((token) => token.text).join(' ');
  const entities = there.map(({ entry }): Entity => ({ kind: 'operation', id: entry.id }));
  return { length: read.length, token: { kind: 'name', text, entities } };
};

/**
 * The tokens in which one name is read for a name of several operations with a day or a moment (a vessel calls again and again), and for what is at a
 * place at a moment; null if there is nothing of the kind.
 */
export const namedByDay = (tokens: readonly Token[], directory: Directory): readonly Token[] | null => {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = dayNameAt(tokens, at, directory) ?? placeNameAt(tokens, at, directory);
    const token = tokens[at];
    if (token === undefined) break;
    read.push(found?.token ?? token);
    at += found?.length ?? 1;
  }
  return read.length === tokens.length ? null : read;
};

/**
 * The tokens of a question such as "when does Ever Fit sail on Sunday?": the name, which several operations have, then stands for those that are
 * there at that time, and the time is left out. Null for any other question.
 */
export const namedByTime = (tokens: readonly Token[], directory: Directory): readonly Token[] | null => {
  const idsOf = (token: Token): readonly string[] =>
    token.kind === 'name' ? meantBy(directory, token.entities, false) : [];
  const [time, ...otherTimes] = tokens.filter(({ kind }) => kind === 'time');
  const [name, ...otherNames] = tokens.filter((token) => idsOf(token).length > 1);
  if (time?.kind !== 'time' || name === undefined || otherTimes.length + otherNames.length > 0) return null;
  const span = spanOf(time.value);
  const then = span === null ? [] : thereIn(directory, idsOf(name), span);
  if (then.length === 0) return null;
  return tokens.flatMap((token) =>
    token === time ? [] : [token === name ? named(then, `${name.text} ${time.text}`) : token],
  );
};
