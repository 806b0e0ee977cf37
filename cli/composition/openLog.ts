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

/** Lines of JSON on standard error. What is called like a secret is not written. */
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
