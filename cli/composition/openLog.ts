import pino, { type DestinationStream, type Logger } from 'pino';
import type { Database } from '../../db/connection/database.ts';
import type { Config } from '../config.ts';
import { misspelledSettings } from '../misspelledSettings.ts';
import type { Environment } from '../problemsTogether.ts';
import { shortenOutages } from './outages.ts';

const SECRETS = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'token',
  'access',
  'refresh',
  'id_token',
  'key',
  'apiKey',
  'secret',
  'client_secret',
  'webhookSecret',
  'code_verifier',
];

/**
 * A logger that writes lines of JSON to standard error. The values of members with the name of a secret are replaced, and while the given database is
 * away, it says so once.
 */
export const openLog = (
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
  opening?: Promise<Pick<Database, 'sql'>>,
): Logger => {
  const log: Logger = pino(
    {
      level: LOG_LEVEL,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      ...(opening === undefined ? {} : { hooks: { logMethod: shortenOutages(opening, () => log) } }),
    },
    destination,
  );
  return log;
};

/** Logs a warning for each variable that is probably a misspelled setting, since the default is used then. */
export const warnOfMisspelled = (environment: Environment, log: Logger): void => {
  for (const { name, meant } of misspelledSettings(environment))
    log.warn({ name, meant }, 'a variable of the environment resembles a setting, and has no effect');
};
