import { JsonText } from '../../schedule/storedAs.ts';

/** Characters per chunk: well more than a record has, well less than takes long to serialize. */
const CHUNK_LENGTH = 64 * 1024;
/** Lists longer than this are serialized item by item, however deep they are in objects. */
const FEW = 32;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);

/** The JSON text of a value in pieces; long lists are split, so that no piece is long. */
function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > FEW) {
    let separator = '[';
    const list: readonly unknown[] = value;
    for (const item of list) {
      yield separator;
      yield* piecesOfItem(item);
      separator = ',';
    }
    yield ']';
  } else if (value instanceof JsonText) {
    yield* slices(value.text);
  } else if (isMembers(value)) {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* pieces(member);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}

/** Slices of a text. No surrogate pair is split. */
function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_LENGTH;
    const to = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** The pieces of an item of a long list. Items are usually short records, each one piece; an item that has a long list itself is split. */
function* piecesOfItem(item: unknown): Generator<string> {
  const isLong = Array.isArray(item) ? item.length > FEW : isMembers(item) && Object.values(item).some(isLongList);
  if (isLong) yield* pieces(item);
  else yield JSON.stringify(item) ?? 'null';
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > FEW;

/** The JSON text of a value, as JSON.stringify makes it, in chunks of about 64 KiB that are made when they are read. */
export function* jsonChunks(value: unknown): Generator<string> {
  let chunk = '';
  for (const piece of pieces(value)) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
