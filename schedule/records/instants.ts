import { formatInstant } from '../../engine/instance/instant.ts';

/** Epoch ms → UTC ISO 8601 with milliseconds. */
export const instant = (ms: number): string => formatInstant(ms);
export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));
