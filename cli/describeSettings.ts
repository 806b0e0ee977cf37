import type { z } from 'zod';
import { entriesOf } from '../engine/recordOf.ts';
import { type Setting, SETTINGS, type Settings } from './config.ts';

const inParentheses = (...parts: readonly (string | undefined)[]): string => {
  const given = parts.filter(Boolean);
  return given.length === 0 ? '' : ` (${given.join('; ')})`;
};

/** The titles that `--help` has before these settings. */
const TITLES: { readonly [K in keyof Settings]?: string } = {
  HOST: 'Addresses and start',
  DATABASE_URL: 'Database',
  BACKUP_HOURS: 'Backups of the embedded database',
  THREADS: 'Optimizations',
  CACHE_MEGABYTES: 'Memory',
  REQUESTS_PER_SECOND: 'Numbers of requests',
  BODY_LIMIT_BYTES: 'Sizes and times of requests',
  EVENT_STALL_SECONDS: 'Events and webhooks',
  OIDC_ISSUER: 'Single sign-on',
  AGENT_BASE_URL: 'Assistant',
  DRAIN_NOTICE_SECONDS: 'Stopping',
  LOG_LEVEL: 'Logs, metrics and traces',
};

/** The text for `--help`: a line for each setting of a command (by default all), with its limits and default. */
export const describeSettings = (names: readonly string[] = Object.keys(SETTINGS)): string => {
  const rows = entriesOf<keyof Settings, Setting<z.ZodType>>(SETTINGS).filter(([name]) => names.includes(name));
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [
    'Settings are environment variables:',
    ...rows.flatMap(([name, { schema, description, fallback }]) => [
      ...(TITLES[name] === undefined ? [] : [`\n${TITLES[name]}:`]),
      `  ${name.padEnd(width)}${description}${inParentheses(schema.description, fallback && `default ${fallback}`)}`,
    ]),
  ].join('\n');
};
