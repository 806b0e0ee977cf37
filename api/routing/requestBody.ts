import type { Context } from 'hono';
import { EdgeError, validationError } from '../errors.ts';
import type { RouteSpec } from './route.ts';

const tooLarge = (limitBytes: number): EdgeError =>
  new EdgeError('body_too_large', `The body is larger than ${limitBytes} bytes; send it in several requests.`);

/** The body as text. Throws 413 as soon as it is known to be too large, 415 when it is compressed, 400 when it is not UTF-8. */
export const readText = async (context: Context, limitBytes: number): Promise<string> => {
  const encoding = context.req.header('Content-Encoding') ?? 'identity';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    const detail = `Content-Encoding ${encoding} is not taken; send the body as it is.`;
    throw new EdgeError('unsupported_media_type', detail, { headers: { 'Accept-Encoding': 'identity' } });
  }
  const declared = context.req.header('Content-Length');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  if (declared !== undefined) {
    if (Number(declared) > limitBytes) throw tooLarge(limitBytes);
    return decoded(decoder, await context.req.arrayBuffer());
  }
  const { body } = context.req.raw;
  if (body === null) return '';
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) throw tooLarge(limitBytes);
    text += decoded(decoder, chunk, { stream: true });
  }
  return text + decoded(decoder);
};

type Decoder = InstanceType<typeof TextDecoder>;

const decoded = (decoder: Decoder, ...input: Parameters<Decoder['decode']>): string => {
  try {
    return decoder.decode(...input);
  } catch {
    throw new EdgeError('invalid_encoding', 'The body is not UTF-8; send it in that encoding.');
  }
};

/** What is wrong, without the excerpt that V8 shows: that may be a password. */
const problemOf = (error: unknown): string => (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '');

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EdgeError('invalid_json', `The body is not JSON: ${problemOf(error)}.`);
  }
};

const isJson = (contentType: string): boolean => /^application\/(?:[a-z0-9.-]+\+)?json$/.test(contentType);

/** The value of a body by its content type; none at all is `{}`. Throws 415 and 400. */
export const parseBody = (context: Context, text: string, formats: RouteSpec['bodyFormats'] = {}): unknown => {
  if (text === '') return {};
  const contentType = (context.req.header('Content-Type') ?? '').split(';')[0].trim().toLowerCase();
  if (isJson(contentType)) return parseJson(text);
  const format = formats[contentType];
  if (format !== undefined) return format(text);
  const known = ['application/json', ...Object.keys(formats)].join(', ');
  throw new EdgeError(
    'unsupported_media_type',
    `Content-Type ${contentType || 'is absent and'} is not one of: ${known}.`,
  );
};

/** Throws `too_many_items` before anything else is looked at. */
export const limitItems = (value: unknown, members: readonly string[], limit: number): void => {
  const lists = Array.isArray(value) ? [value] : members.map((member) => memberOf(value, member));
  const count = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (count <= limit) return;
  throw new EdgeError('too_many_items', `${count} items are more than the ${limit} of one request; send several.`);
};

const memberOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' ? (inner as Record<string, unknown>)?.[name] : undefined),
      value,
    );

/** One JSON object a line; empty lines do not count. */
export const parseLines = (text: string): unknown[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch (error) {
      const message = `line ${index + 1} is not JSON: ${problemOf(error)}`;
      throw validationError([{ path: `operations.${index}`, code: 'invalid_json', message }]);
    }
  });
