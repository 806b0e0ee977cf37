import { present } from '../../engine/present.ts';
import { parseInstant } from '../../engine/instance/instant.ts';
import type { Directory, OperationEntry } from '../directory/directory.ts';
import { OPERATION_NOUNS } from '../directory/names.ts';
import { nameOf } from './pattern.ts';
import { type Token, wordOf } from './tokens.ts';

const MINUTE_MS = 60_000;

type Side = 'inbound' | 'outbound';
const BOTH: readonly Side[] = ['inbound', 'outbound'];

/** The tasks that a noun means: "the 14:05 departure". */
const SIDES: ReadonlyMap<string, readonly Side[]> = new Map([
  ...[...OPERATION_NOUNS].map((noun) => [noun, BOTH] as const),
  ['arrival', ['inbound']],
  ['departure', ['outbound']],
]);

/** When an operation is expected on one side, and when it was scheduled, in epoch milliseconds. */
const timesOf = ({ record, from, to }: OperationEntry, side: Side): readonly number[] => {
  const scheduled = (side === 'inbound' ? record.inboundTask : record.outboundTask)?.scheduledTime;
  return [side === 'inbound' ? from : to, scheduled == null ? Number.NaN : parseInstant(scheduled)];
};

const idsAt = (directory: Directory, minute: number, sides: readonly Side[]): readonly string[] =>
  [...directory.operations.values()]
    .filter(
      (entry) =>
        !entry.record.isBlocker &&
        sides.some((side) => timesOf(entry, side).some((at) => Math.floor(at / MINUTE_MS) === minute)),
    )
    .map(({ id }) => id);

interface MomentName {
  readonly length: number;
  readonly token: Token;
}

const BEFORE_PLACE = new Set(['on', 'at', 'from', 'off']);

/** The number of tokens of "on A8", and the resource that they name; null if they are anything else. */
const placeAfter = (tokens: readonly Token[], at: number): { readonly length: number; readonly id: string } | null => {
  const place = tokens[at + 1];
  const [id, ...others] = place === undefined ? [] : (nameOf('resource', place)?.ids ?? []);
  return BEFORE_PLACE.has(wordOf(tokens[at])) && id !== undefined && others.length === 0 ? { length: 2, id } : null;
};

const momentNameAt = (
  tokens: readonly Token[],
  at: number,
  directory: Directory,
  withPlaces: boolean,
): MomentName | null => {
  const time = tokens[at + 1];
  if (wordOf(tokens[at]) !== 'the' || time?.kind !== 'time' || time.value.kind !== 'instant') return null;
  if (!/^\d/.test(time.text)) return null;
  const sides = SIDES.get(wordOf(tokens[at + 2]));
  const length = sides === undefined ? 2 : 3;
  const ids = idsAt(directory, Math.floor(time.value.at / MINUTE_MS), sides ?? BOTH);
  const place = withPlaces ? placeAfter(tokens, at + length) : null;
  const there = ids.filter((id) => directory.operation(id).stays.some(({ resource }) => resource === place?.id));
  const isPlaced = place !== null && there.length > 0;
  const read = tokens.slice(at + 1, at + length + (isPlaced ? place.length : 0));
  const text = read.map((token) => token.text).join(' ');
  const entities = (isPlaced ? there : ids).map((id) => ({ kind: 'operation' as const, id }));
  return {
    length: 1 + read.length,
    token: entities.length === 0 ? { kind: 'unknown', text, solid: true } : { kind: 'name', text, entities },
  };
};

/**
 * The tokens in which an operation that is named by the minute of its arrival or departure (expected or scheduled) is read as one name: "the 14:05",
 * "the 14:05 departure", or with its place, "the 14:05 on A8", if something of that time is there. Null if there is none.
 */
export const namedByMoment = (
  tokens: readonly Token[],
  directory: Directory,
  withPlaces: boolean,
): readonly Token[] | null => {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = momentNameAt(tokens, at, directory, withPlaces);
    read.push(found?.token ?? present(tokens[at]));
    at += found?.length ?? 1;
  }
  return read.length === tokens.length ? null : read;
};
