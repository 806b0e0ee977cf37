/** The PGlite thread, with a journal of everything that it does to files: what a disk would be told. `powerCut.ts` reads it. */
import fs from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { DiskStep } from './powerCut.ts';

const { journal } = workerData as { readonly journal: string };
const { openSync, writeSync, ftruncateSync, truncateSync, writeFileSync, renameSync, unlinkSync, fsyncSync } = fs;
const out = openSync(journal, 'w');
/** The path of each open file. */
const paths = new Map<number, string>();

const record = (step: DiskStep, bytes: Uint8Array = new Uint8Array(0)): void => {
  const head = Buffer.from(`${JSON.stringify({ ...step, length: bytes.byteLength })}\n`);
  writeSync(out, Buffer.concat([head, bytes]));
};
const pathOf = (file: number): string => paths.get(file) ?? `file ${file}`;

Object.assign(fs, {
  openSync(path: string, flags: number) {
    const file = openSync(path, flags);
    paths.set(file, path);
    if ((flags & fs.constants.O_TRUNC) > 0) record({ of: 'truncate', path, size: 0 });
    return file;
  },
  writeSync(file: number, view: Int8Array, offset: number, length: number, position: number) {
    const written = writeSync(file, view, offset, length, position);
    const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, written);
    record({ of: 'write', path: pathOf(file), position }, bytes);
    return written;
  },
  ftruncateSync(file: number, size: number) {
    ftruncateSync(file, size);
    record({ of: 'truncate', path: pathOf(file), size });
  },
  truncateSync(path: string, size: number) {
    truncateSync(path, size);
    record({ of: 'truncate', path, size });
  },
  writeFileSync(path: string, text: string, options: fs.WriteFileOptions) {
    writeFileSync(path, text, options);
    record({ of: 'create', path });
  },
  renameSync(path: string, to: string) {
    renameSync(path, to);
    record({ of: 'rename', path, to });
    for (const [file, open] of paths) if (open === path) paths.set(file, to);
  },
  unlinkSync(path: string) {
    unlinkSync(path);
    record({ of: 'unlink', path });
  },
  fsyncSync(file: number) {
    fsyncSync(file);
    record({ of: 'sync', path: pathOf(file) });
  },
});

await import('../../db/connection/pgliteThread.ts');
