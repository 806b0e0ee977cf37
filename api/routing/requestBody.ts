import { memberOf } from '../../engine/recordOf.ts';
import { codeOf } from '../../engine/messageOf.ts';
import { present } from '../../engine/present.ts';
import type { Context } from 'hono';
import { Turn } from '../../schedule/turns.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import { toError } from '../../schedule/problems.ts';
import type { Problem } from '../contract/error.ts';
import { EdgeError } from '../errors.ts';
import type { BodyShare } from './bodyBudget.ts';
import { JsonOutline, notJson, type Outline, type ShapeLimits, tooManyItems } from './jsonOutline.ts';
import type { BodyFormat, BodyLimits, BodyRequest } from './route.ts';
import { jsonProblem, parseJson, parseSliced } from './slicedJson.ts';

/** Bodies up to this size are parsed at once, longer ones in slices. */
const WHOLE_BYTES = 256 * 1024;

export interface ReceiveOptions {
  readonly limitBytes: number;
  /** The longest pause before the next bytes. */
  readonly stallMs: number;
  readonly shape: ShapeLimits;
  readonly share: BodyShare;
  /** Called with the bytes as they arrive. */
  readonly onBytes?: (chunk: Uint8Array) => void;
}

/** A body that has arrived. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** The media type in lower case, without parameters. */
  readonly contentType: string;
  /** The outline of a long JSON body. */
  readonly outline: Outline | undefined;
}

const tooLarge = (limitBytes: number): EdgeError =>
  new EdgeError('body_too_large', `The body is larger than ${limitBytes} bytes; send it in several requests.`);

const isJson = (contentType: string): boolean => /^application\/(?:[a-z0-9.-]+\+)?json$/.test(contentType);

export const NO_BODY: ReceivedBody = { bytes: new Uint8Array(), contentType: '', outline: undefined };

const refuseEncoded = (context: Context): void => {
  const encoding = context.req.header('Content-Encoding') ?? 'identity';
  if (encoding === '' || encoding.toLowerCase() === 'identity') return;
  const detail = `Content-Encoding ${encoding} is not supported; send the body uncompressed.`;
  throw new EdgeError('unsupported_media_type', detail, { headers: { 'Accept-Encoding': 'identity' } });
};

/**
 * Receives the body. Throws 413 as soon as it is known to be too large, 400 as soon as JSON exceeds the limits of its shape, 415 when it is
 * compressed, 408 when the client stops sending, and 503 when all bodies together exceed the budget.
 */
export const receiveBody = async (context: Context, options: ReceiveOptions): Promise<ReceivedBody> => {
  refuseEncoded(context);
  const { limitBytes, shape, share, stallMs, onBytes } = options;
  if (Number(context.req.header('Content-Length') ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const contentType = (context.req.header('Content-Type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  const outline = isJson(contentType) ? new JsonOutline(shape) : null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const turn = new Turn();
  for await (const chunk of chunksOf(context, stallMs)) {
    length += chunk.byteLength;
    if (length > limitBytes) throw tooLarge(limitBytes);
    share.take(chunk.byteLength);
    outline?.write(chunk);
    onBytes?.(chunk);
    chunks.push(chunk);
    // Gives other work a turn between pieces, however many long bodies arrive at once; the rest waits in the sockets (back-pressure).
    if (length > WHOLE_BYTES && turn.isOver) await turn.pass();
  }
  return {
    bytes: chunks.length === 1 ? present(chunks[0]) : Buffer.concat(chunks),
    contentType,
    outline: outline?.root,
  };
};

/** The chunks of the body. Throws 408 when the client pauses too long, and when it disconnects. */
async function* chunksOf(context: Context, stallMs: number): AsyncGenerator<Uint8Array> {
  const { body } = context.req.raw;
  if (body === null) return;
  const reader = body.getReader();
  for (;;) {
    const result = await withinMs(stallMs, reader.read()).catch((error: unknown) => {
      throw error instanceof EdgeError
        ? error
        : new EdgeError('body_incomplete', 'The body ended before it was complete.');
    });
    if (result.done) return;
    yield result.value;
  }
}

const withinMs = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const detail = `The client sent no more of the body for ${ms / 1000} s.`;
    timer = setTimeout(
      () => reject(new EdgeError('body_incomplete', detail, { headers: { Connection: 'close' } })),
      ms,
    );
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
};

/** Turns the decoder's error for bytes that are not UTF-8 into a 400. */
const inUtf8 = async <T>(read: () => T | Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new EdgeError('invalid_encoding', 'The body is not UTF-8; send it in that encoding.');
  }
};

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const emptyFile = (contentType: string): ScheduleError =>
  new ScheduleError('validation_failed', `The body is empty; send the ${contentType} in it.`);

/** Parses a body by its content type; an empty body is `{}`, unless it is said to be a file. Throws 415 and 400. */
export const parseBody = (
  { bytes, contentType, outline }: ReceivedBody,
  bodyFormats: Readonly<Record<string, BodyFormat>>,
  limits: BodyLimits,
  request: Omit<BodyRequest, 'json'>,
): Promise<unknown> =>
  inUtf8(async () => {
    const isFile = Object.hasOwn(bodyFormats, contentType);
    if (bytes.length === 0) {
      if (isFile) throw emptyFile(contentType);
      return {};
    }
    const json = async (): Promise<unknown> => {
      if (bytes.length <= WHOLE_BYTES) return parseJson(textOf(bytes));
      if (outline === undefined) throw notJson('it is neither an object nor a list, or ends before it is complete');
      return parseSliced(bytes, outline, new Turn());
    };
    if (isFile) return present(bodyFormats[contentType])(bytes, limits, { ...request, json });
    if (isJson(contentType)) return json();
    const known = ['application/json', ...Object.keys(bodyFormats)].join(', ');
    throw new EdgeError(
      'unsupported_media_type',
      `Content-Type ${contentType || 'is absent and'} is not one of: ${known}.`,
    );
  });

/** Throws `too_many_items` when the lists at `members` (dotted paths) have more than `limit` items together. */
export const limitItems = (value: unknown, members: readonly string[], limit: number): void => {
  const lists = Array.isArray(value) ? [value] : members.map((member) => memberOf(value, ...member.split('.')));
  const count = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (count > limit) throw tooManyItems(limit);
};

const LINE_BYTES = 1 << 20;

/** Parses NDJSON: one JSON object a line; empty lines are skipped. Throws 400 with all bad lines, which a dry run reports instead, and where all are empty. */
export const parseLines = async (bytes: Uint8Array, { shape, report }: BodyLimits): Promise<unknown[]> => {
  const items: unknown[] = [];
  const problems: Problem[] = [];
  const most = shape.items ?? Number.POSITIVE_INFINITY;
  const dry = report?.isDry ? report : null;
  const turn = new Turn();
  let line = 0;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end;
    const part = bytes.subarray(from, to);
    from = to + 1;
    if (part.length > LINE_BYTES) throw atLine(line, `is longer than ${LINE_BYTES} bytes`);
    if (turn.isOver) await turn.pass();
    const text = textOf(part);
    if (text.trim() === '') continue;
    if (items.length + problems.length >= most) throw tooManyItems(most);
    try {
      items.push(parseLine(part, text, line, shape));
      report?.lines.push(line + 1);
    } catch (error) {
      const problem = lineProblem(error);
      problems.push(problem);
      dry?.problems.push({ ...problem, path: '', row: line + 1 });
    }
  }
  if (items.length + problems.length === 0) throw emptyFile('application/x-ndjson');
  if (dry === null && problems.length > 0) throw toError(problems);
  return items;
};

const atLine = (line: number, problem: string): ScheduleError =>
  toError([{ path: `operations.${line}`, code: 'invalid_json', message: `line ${line + 1} ${problem}` }]);

/** The problem that an error says of a line; throws any other error. */
const lineProblem = (error: unknown): Problem => {
  const [problem] = error instanceof ScheduleError ? (error.errors ?? []) : [];
  if (problem === undefined) throw error;
  return problem;
};

const parseLine = (bytes: Uint8Array, text: string, line: number, { depth, values }: ShapeLimits): unknown => {
  try {
    new JsonOutline({ depth, values }).write(bytes);
  } catch (error) {
    // Brackets that do not match are a problem of this line, which the parser finds at the same place.
    if (!(error instanceof EdgeError) || error.code !== 'invalid_json') throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw atLine(line, `is not JSON: ${jsonProblem(error)}`);
  }
};
