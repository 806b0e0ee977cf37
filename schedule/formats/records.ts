import { Turn } from '../turns.ts';

/** A record of fixed columns: one line, or a fixed number of bytes where a file has no line ends. */
export interface TextRecord {
  /** Line number, from 1. */
  readonly line: number;
  readonly text: string;
}

const NEWLINE = 0x0a;
/** What some editors put before a text in UTF-8. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Records of a text in an encoding of single bytes, one after the other, with turns for others in between. A longer record than `mostBytes` is cut
 * there, and one byte more, so that its reader sees that it is too long.
 */
export async function* fixedRecords(bytes: Uint8Array, width: number, mostBytes: number): AsyncGenerator<TextRecord> {
  const turn = new Turn();
  const hasLines = bytes.includes(NEWLINE);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = buffer.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (let from = begin, line = 1; from < buffer.length; line++) {
    const at = hasLines ? buffer.indexOf(NEWLINE, from) : from + width;
    const to = at === -1 || at > buffer.length ? buffer.length : at;
    const end = hasLines && to > from && buffer[to - 1] === 0x0d ? to - 1 : to;
    yield { line, text: buffer.toString('latin1', from, Math.min(end, from + mostBytes + 1)) };
    from = hasLines ? to + 1 : to;
    if (turn.isOver) await turn.pass();
  }
}
