import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';

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

/** A logger that writes lines of JSON to standard error. The values of members with the name of a secret are replaced. */
export const openLog = (
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger =>
  pino(
    {
      level: LOG_LEVEL,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    destination,
  );
