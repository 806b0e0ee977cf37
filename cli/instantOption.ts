import { InvalidArgumentError } from 'commander';
import { parseTimestamp } from '../schedule/entities/timestamp.ts';

/** An option's value that is an instant, as the API accepts it. */
export const instantOption = (text: string): string => {
  if (!Number.isNaN(parseTimestamp(text))) return text;
  throw new InvalidArgumentError('must be an ISO 8601 instant such as 2026-11-20T14:00:00Z.');
};
