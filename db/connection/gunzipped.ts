import { gunzipSync } from 'node:zlib';

const MAGIC = 0x1f8b;

/** The bytes of a file without its gzip compression, if it has one: its first bytes say so, whatever its name is. Throws if it is damaged. */
export const gunzipped = (bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> =>
  bytes.length > 2 && bytes.readUInt16BE(0) === MAGIC ? gunzipSync(bytes) : bytes;
