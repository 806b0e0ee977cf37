import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of the board in each encoding; null where the build has no such encoding of it. */
export interface BoardFile {
  readonly type: string;
  readonly bodies: { readonly br: Buffer | null; readonly gzip: Buffer | null; readonly identity: Buffer };
}

/** The built board: its page and all files that the page loads. */
export interface BoardFiles {
  /** A stamp of the build that differs whenever the board's sources differ. */
  readonly build: string;
  readonly page: Buffer;
  /** By path, such as `/assets/board-a1b2c3.js`. */
  readonly files: ReadonlyMap<string, BoardFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const PAGE = 'index.html';
const STAMP = 'stamp';

/** Reads all files of a built board into memory (some hundred kilobytes), so that a running server serves one build throughout. */
export const readBoardFiles = (folder: string): BoardFiles => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const present = new Set(names);
  const read = (name: string): Buffer => readFileSync(path.join(folder, name));
  const readIfPresent = (name: string): Buffer | null => (present.has(name) ? read(name) : null);
  const files = new Map<string, BoardFile>();
  for (const name of names) {
    const type = TYPES[path.extname(name)];
    if (type === undefined) continue;
    const bodies = { br: readIfPresent(`${name}.br`), gzip: readIfPresent(`${name}.gz`), identity: read(name) };
    files.set(`/${name}`, { type, bodies });
  }
  return { build: read(STAMP).toString('utf8'), page: read(PAGE), files };
};
