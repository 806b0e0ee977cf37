import { parseInstant } from '../../engine/instance/instant.ts';
import type { Problems } from '../problems.ts';

/** The supported range of instants: the years 1970 to 2399, in epoch milliseconds. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(2400, 0, 1) - 1;

export const inRange = (ms: number): boolean => ms >= EARLIEST_MS && ms <= LATEST_MS;

/** Parses an instant to epoch milliseconds. Collects a problem and returns null if it is malformed or out of range. */
export const readInstant = (text: string, path: string, problems: Problems): number | null => {
  const ms = parseInstant(text);
  if (Number.isNaN(ms)) {
    problems.add(path, 'invalid_timestamp', `${text} is not an ISO 8601 instant with an offset or Z.`);
    return null;
  }
  if (inRange(ms)) return ms;
  problems.add(path, 'out_of_range', `${text} lies outside the years 1970 to 2399.`);
  return null;
};
