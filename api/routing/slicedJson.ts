import { messageOf } from '../../engine/messageOf.ts';
import { present } from '../../engine/present.ts';
import type { Turn } from '../../schedule/turns.ts';
import { notJson, type Outline, type Part } from './jsonOutline.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The message of a JSON error without V8's excerpt of the text, which may contain a password. `offset` is the position of the text in the body. */
export const jsonProblem = (error: unknown, offset = 0): string =>
  messageOf(error)
    .replace(/, (?:\.\.\.)?".*$/s, '')
    .replace(/ \(line \d+ column \d+\)$/, '')
    .replace(/position (\d+)$/, (_, at: string) => `position ${Number(at) + offset}`);

/** Parses a text at `offset` of the body. Throws 400 when it is not JSON. */
export const parseJson = (text: string, offset = 0): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(jsonProblem(error, offset));
  }
};

/** Parses a text that begins with a brace or a bracket. */
const parseObject = (text: string, offset: number): object => {
  const parsed = parseJson(text, offset);
  if (typeof parsed !== 'object' || parsed === null) throw notJson(`Unexpected value in JSON at position ${offset}`);
  return parsed;
};

/** Sets a member; `__proto__` becomes an ordinary one, as it does in JSON.parse. */
const setMember = (target: object, name: string, value: unknown): void => {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
  else Reflect.set(target, name, value);
};

/** Parses a long JSON text in pieces by its outline. Throws 400 when it is not JSON, TypeError when it is not UTF-8. */
export const parseSliced = async (bytes: Uint8Array, root: Outline, turn: Turn): Promise<unknown> => {
  const textOf = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  const expectNothing = (from: number, to: number): void => {
    if (/\S/.test(textOf(from, to))) throw notJson(`Unexpected text in JSON at position ${from}`);
  };

  const isEmpty = ([part, ...more]: readonly Part[]): boolean =>
    part !== undefined && more.length === 0 && part.large === undefined && textOf(part.from, part.to).trim() === '';

  const listOf = async ({ parts }: Outline): Promise<unknown[]> => {
    const items: unknown[] = [];
    if (isEmpty(parts)) return items;
    for (const part of parts) {
      if (part.large === undefined) {
        for (const item of Object.values(neighbors(part, '[', ']'))) items.push(item);
      } else {
        expectNothing(part.from, part.large.from);
        items.push(await valueOf(part.large));
        expectNothing(part.large.to, part.to);
      }
      if (turn.isOver) await turn.pass();
    }
    return items;
  };
  const objectOf = async ({ parts }: Outline): Promise<object> => {
    const members = {};
    if (isEmpty(parts)) return members;
    for (const part of parts) {
      if (part.large === undefined) {
        for (const [name, value] of Object.entries(neighbors(part, '{', '}'))) setMember(members, name, value);
      } else {
        const head = `{${textOf(part.from, part.large.from)}null}`;
        const [name] = Object.keys(parseObject(head, part.from - 1));
        setMember(members, present(name), await valueOf(part.large));
        expectNothing(part.large.to, part.to);
      }
      if (turn.isOver) await turn.pass();
    }
    return members;
  };
  const valueOf = (outline: Outline): Promise<unknown> => (outline.isArray ? listOf(outline) : objectOf(outline));
  const neighbors = ({ from, to }: Part, open: string, close: string): object => {
    const text = textOf(from, to);
    if (text.trim() === '') throw notJson(`Unexpected token in JSON at position ${to}`);
    return parseObject(`${open}${text}${close}`, from - 1);
  };

  expectNothing(0, root.from);
  const value = await valueOf(root);
  expectNothing(root.to, bytes.length);
  return value;
};
