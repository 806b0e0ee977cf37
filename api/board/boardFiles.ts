import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file as it is sent. Bodies that are null are not there in that form. */
export interface BoardFile {
  readonly type: string;
  readonly bodies: { readonly br: Buffer | null; readonly gzip: Buffer | null; readonly identity: Buffer };
}

/** The board as it was built: its page, and everything the page asks for. */
export interface BoardFiles {
  /** Changes with whatever the board is made of. */
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

/** Reads a built board whole: some hundred kilobytes, so that what is served never changes under a running server. */
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
