import type { MemberSet } from '../entities/field.ts';
import { formatInstant } from '../../engine/instance/instant.ts';

/** Formats epoch milliseconds as ISO 8601 in UTC with milliseconds. */
export const instant = (ms: number): string => formatInstant(ms);
export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

type WireInstants<S> = { [K in keyof S]: S[K] extends number ? string : string | null };

/** Converts the members that are stored as epoch milliseconds to the format of the API. */
export const wireInstants = <M extends MemberSet, S extends Readonly<Record<keyof M, number | null>>>(
  members: M,
  stored: S,
): WireInstants<Pick<S, keyof M>> => {
  const shown: Partial<Record<keyof M, string | null>> = {};
  for (const name in members) shown[name] = instantOrNull(stored[name]);
  return shown as WireInstants<Pick<S, keyof M>>;
};
