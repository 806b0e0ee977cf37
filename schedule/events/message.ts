import { constants, deflateRaw, deflateRawSync } from 'node:zlib';

/** Smaller messages are sent uncompressed (RFC 7692 leaves this to the sender). */
const WORTHWHILE_BYTES = 1024;
/** Larger messages are compressed off the event loop before they are sent. */
const QUICK_BYTES = 32 * 1024;
const LEVEL = 5;
/** The empty block at the end of a flush, which permessage-deflate omits (RFC 7692, section 7.2.1). */
const TAIL_BYTES = 4;
const OPTIONS = { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH };

/** A text message, which is serialized and compressed once for all its recipients. */
export class Message {
  /** The text in UTF-8. */
  readonly bytes: Buffer;
  private compressed: Buffer | null | undefined;

  /** Takes a value, or its JSON text in UTF-8. */
  constructor(value: object | Buffer) {
    this.bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  }

  /** The payload for permessage-deflate without context takeover; null if compression is not worthwhile. */
  get deflated(): Buffer | null {
    if (this.compressed === undefined) {
      const isWorthwhile = this.bytes.length > WORTHWHILE_BYTES;
      this.compressed = isWorthwhile ? withoutTail(deflateRawSync(this.bytes, OPTIONS)) : null;
    }
    return this.compressed;
  }

  /** Compresses a large message in the thread pool, so that it does not block the event loop. */
  async prepare(): Promise<this> {
    if (this.compressed === undefined && this.bytes.length > QUICK_BYTES) {
      this.compressed = withoutTail(
        await new Promise<Buffer>((resolve, reject) =>
          deflateRaw(this.bytes, OPTIONS, (error, compressed) =>
            error === null ? resolve(compressed) : reject(error),
          ),
        ),
      );
    }
    return this;
  }
}

const withoutTail = (flushed: Buffer): Buffer => flushed.subarray(0, -TAIL_BYTES);
