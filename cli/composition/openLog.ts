import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';

const SECRETS = [
  'authorization',
  'password',
  'token',
  'access',
  'refresh',
  'key',
  'secret',
  'webhookSecret',
  'code_verifier',
];

/** Lines of JSON on standard error. What is called like a secret is not written. */
export const openLog = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino(
    {
      level: LOG_LEVEL,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    pino.destination({ dest: 2, sync: true }),
  );
