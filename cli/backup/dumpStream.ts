import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';

const PIECE = 1 << 20;

/** The bytes in pieces of 1 MiB, so that compression follows the pace of the reader (back-pressure). */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** A gzipped tar of the embedded database's present files. */
export const dumpStream = async (database: OpenDatabase): Promise<Readable> =>
  Readable.from(piecesOf(await database.dump())).pipe(createGzip({ level: 5 }));
