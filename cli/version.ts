import { readFileSync } from 'node:fs';

/** The version of Tidegate, from its package.json. */
export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
