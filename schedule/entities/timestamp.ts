import { parseInstant } from '../../engine/instance/instant.ts';

/** Records have instants of the years 1970 to 2199; this is the first one after them. */
const LATEST_MS = Date.UTC(2200, 0, 1);

/** Whether epoch milliseconds lie in the years that a request may name, so that what is read can be written back. */
export const inRange = (ms: number): boolean => ms >= 0 && ms < LATEST_MS;

/** Parses an instant that a record may have to epoch milliseconds; NaN if the text is no ISO 8601 instant, or out of range. */
export const parseTimestamp = (text: string): number => {
  const ms = parseInstant(text);
  return inRange(ms) ? ms : Number.NaN;
};
