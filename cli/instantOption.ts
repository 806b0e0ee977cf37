import { InvalidArgumentError } from 'commander';
import { parseInstant } from '../schedule/entities/isoInstant.ts';

/** An option's value that is an instant, as the API accepts it. */
export const instantOption = (text: string): string => {
  if (!Number.isNaN(parseInstant(text))) return text;
  throw new InvalidArgumentError('must be an ISO 8601 instant such as 2026-11-20T14:00:00Z.');
};
