import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const DIST = path.join(import.meta.dirname, '../../web/dist');

const compressed = (file: string): number => {
  try {
    return statSync(path.join(DIST, `${file}.gz`)).size;
  } catch {
    return statSync(path.join(DIST, file)).size;
  }
};

/** A script and everything that it imports statically. */
const withImports = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(path.join(DIST, file), 'utf8');
  for (const [, named] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(`assets/${named}`, seen);
  return seen;
};

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + compressed(file), 0);

/** The gzip sizes of JavaScript in bytes: what the page needs before it paints, all of it, and the polyfill. */
export const scriptBytes = (): { readonly first: number; readonly all: number; readonly polyfill: number } => {
  const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  const entries = [...page.matchAll(/<script[^>]*src="\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  const all = readdirSync(path.join(DIST, 'assets')).filter((file) => file.endsWith('.js'));
  const isPolyfill = (file: string): boolean =>
    readFileSync(path.join(DIST, 'assets', file), 'utf8').includes('PlainMonthDay');
  const polyfills = all
    .filter((file) => file.startsWith('global.') && isPolyfill(file))
    .map((file) => `assets/${file}`);
  return {
    first: sum(new Set(entries.flatMap((entry) => [...withImports(entry)]))),
    all: sum(all.map((file) => `assets/${file}`)) - sum(polyfills),
    polyfill: sum(polyfills),
  };
};
