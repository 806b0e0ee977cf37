import type { MemberSet } from '../entities/field.ts';
import { formatInstant } from '../../engine/instance/instant.ts';

/** Epoch ms → UTC ISO 8601 with milliseconds. */
export const instant = (ms: number): string => formatInstant(ms);
export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

type Told<S> = { [K in keyof S]: S[K] extends number ? string : string | null };

/** Members that are stored as epoch ms, as the wire writes them. */
export const toldInstants = <M extends MemberSet, S extends Readonly<Record<keyof M, number | null>>>(
  members: M,
  stored: S,
): Told<Pick<S, keyof M>> => {
  const told: Partial<Record<keyof M, string | null>> = {};
  for (const name in members) told[name] = instantOrNull(stored[name]);
  return told as Told<Pick<S, keyof M>>;
};
