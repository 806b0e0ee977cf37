import { constants, deflateRaw, deflateRawSync } from 'node:zlib';

/** What is smaller goes as it is (RFC 7692 leaves it to the sender). */
const WORTHWHILE_BYTES = 1024;
/** What is larger is compressed on a thread of its own before it is sent. */
const QUICK_BYTES = 32 * 1024;
const LEVEL = 5;
/** The end of a flushed block, which permessage-deflate leaves out. */
const TAIL_BYTES = 4;
const OPTIONS = { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH };

/** One message of text, written once and compressed once for all who get it. */
export class Message {
  /** UTF-8. */
  readonly bytes: Buffer;
  private compressed: Buffer | null | undefined;

  /** A value, or its JSON text in UTF-8. */
  constructor(value: object | Buffer) {
    this.bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  }

  /** As permessage-deflate without context takeover sends it; null where that is not worth it. */
  get deflated(): Buffer | null {
    if (this.compressed === undefined) {
      const isWorthwhile = this.bytes.length > WORTHWHILE_BYTES;
      this.compressed = isWorthwhile ? withoutTail(deflateRawSync(this.bytes, OPTIONS)) : null;
    }
    return this.compressed;
  }

  /** Compresses what would otherwise hold up everybody. */
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
