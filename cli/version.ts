import { readFileSync } from 'node:fs';
import { memberOf } from '../engine/recordOf.ts';

/** The version of Tidegate, from its package.json. */
export const VERSION = String(
  memberOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')), 'version'),
);
