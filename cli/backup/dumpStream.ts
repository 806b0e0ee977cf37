import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';

const PIECE = 1 << 20;

/** In pieces, so that a slow reader holds up nothing but itself. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** The embedded database's files as they are now: a gzipped tar. */
export const dumpStream = async (database: OpenDatabase): Promise<Readable> =>
  Readable.from(piecesOf(await database.dump())).pipe(createGzip({ level: 5 }));
