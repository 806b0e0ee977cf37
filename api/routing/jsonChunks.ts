import { JsonText } from '../../schedule/storedAs.ts';

/** Well over what a record has, well under what takes long to write. */
const CHUNK_LENGTH = 64 * 1024;
/** Lists longer than this are written item by item, wherever they stand below objects. */
const FEW = 32;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);

/** Pieces of JSON text: those of long lists one by one, so that none is long. */
function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > FEW) {
    let separator = '[';
    for (const item of value as unknown[]) {
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

/** No character is cut in two. */
function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_LENGTH;
    const to = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** An item of a long list is a record: short. One that is not (a list of lists) is taken apart. */
function* piecesOfItem(item: unknown): Generator<string> {
  const isLong = Array.isArray(item) ? item.length > FEW : isMembers(item) && Object.values(item).some(isLongList);
  if (isLong) yield* pieces(item);
  else yield JSON.stringify(item) ?? 'null';
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > FEW;

/** The JSON text of a value in chunks of about 64 KiB, made when they are asked for; together what JSON.stringify makes. */
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
