import { InvalidArgumentError } from 'commander';

/** An option's value that is an instant. */
export const instantOption = (text: string): string => {
  if (!Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('must be an ISO 8601 instant such as 2026-11-20T14:00:00Z.');
};
