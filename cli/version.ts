import { readFileSync } from 'node:fs';

/** Tidegate's own, as its package says. */
export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
