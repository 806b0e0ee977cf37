import { parseInstant } from '../../engine/instance/instant.ts';
import { LATEST_MS } from '../entities/isoInstant.ts';
import type { Problems } from '../problems.ts';

/** Whether epoch milliseconds lie in the years that a request may name, so that what is read can be written back. */
export const inRange = (ms: number): boolean => ms >= 0 && ms < LATEST_MS;

/** Parses an instant to epoch milliseconds. Collects a problem and returns null if it is malformed or out of range. */
export const readInstant = (text: string, path: string, problems: Problems): number | null => {
  const ms = parseInstant(text);
  if (Number.isNaN(ms)) {
    problems.add(path, 'invalid_timestamp', `${text} is not an ISO 8601 instant with an offset or Z.`);
    return null;
  }
  if (inRange(ms)) return ms;
  problems.add(path, 'out_of_range', `${text} lies outside the years 1970 to 2199.`);
  return null;
};
