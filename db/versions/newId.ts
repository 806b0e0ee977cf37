import { present } from '../../engine/present.ts';
import { v7 } from 'uuid';

const BYTES = 16;
/** A pool of random bytes, because drawing bytes for one id takes as long as for hundreds. */
const pool = new Uint8Array(256 * BYTES);
let used = pool.length;
let msecs = 0;
let seq = 0;

/** Returns a UUIDv7 (RFC 9562). Those of one process sort in order of creation. */
export const newId = (): string => {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += BYTES));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq =
      ((present(random[6]) << 23) | (present(random[7]) << 16) | (present(random[8]) << 8) | present(random[9])) >>> 0;
  } else {
    seq = (seq + 1) >>> 0;
    // The sequence numbers of this millisecond are used up.
    if (seq === 0) msecs++;
  }
  return v7({ random, msecs, seq });
};
