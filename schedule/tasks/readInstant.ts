import { parseInstant } from '../../engine/instance/instant.ts';
import { inRange } from '../entities/timestamp.ts';
import type { Problems } from '../problems.ts';

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
