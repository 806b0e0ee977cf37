import { parseInstant } from '../../engine/instance/instant.ts';
import type { Problems } from '../problems.ts';

/** What the service plans in: epoch ms of the years 1970 to 2399. */
export const EARLIEST_MS = 0;
export const LATEST_MS = Date.UTC(2400, 0, 1) - 1;

export const inRange = (ms: number): boolean => ms >= EARLIEST_MS && ms <= LATEST_MS;

/** Epoch ms of an instant on the wire; collects a problem and answers null when it is none, or out of range. */
export const readInstant = (text: string, path: string, problems: Problems): number | null => {
  const ms = parseInstant(text);
  if (Number.isNaN(ms)) {
    problems.add(path, 'invalid_timestamp', `${text} is no ISO 8601 instant with an offset or Z.`);
    return null;
  }
  if (inRange(ms)) return ms;
  problems.add(path, 'out_of_range', `${text} lies outside the years 1970 to 2399.`);
  return null;
};
