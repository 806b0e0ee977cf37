import { SaxesParser } from 'saxes';
import { ScheduleError } from '../../errors.ts';
import { Turn } from '../../turns.ts';

/** An element of a message with its content. */
export interface Element {
  /** The name without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/** The deepest nesting of elements. */
const DEEPEST = 32;
const SLICE_BYTES = 16 * 1024;
/** The size of the largest element that is read; a leg has a few kilobytes. */
const ELEMENT_BYTES = 1 << 20;
/** The most elements, texts and attributes within one element that is read. */
const ELEMENT_PARTS = 20_000;

const notXml = (why: string): ScheduleError =>
  new ScheduleError('validation_failed', `The body is not an AIDX message: ${why}.`);

/**
 * Reads the elements of one name from an XML text, each complete, in slices, without keeping the others. A document type is refused: with it
 * there are no entities other than the five of XML, so that nothing expands and nothing outside is fetched. Throws 400 when the text is not
 * well-formed, not UTF-8, or nests too deep.
 */
export async function* readElements(
  bytes: Uint8Array,
  roots: readonly string[],
  wanted: string,
): AsyncGenerator<Element> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const found: Element[] = [];
  const open: Element[] = [];
  let depth = 0;
  let size = 0;
  const grow = (parts: number): void => {
    size += parts;
    if (size > ELEMENT_PARTS) throw notXml(`the ${wanted} in line ${parser.line} has more than ${ELEMENT_PARTS} parts`);
  };
  parser.on('error', (error) => {
    throw notXml(error.message.replace(/^\d+:\d+: /, `line ${parser.line}: `).replace(/\.$/, ''));
  });
  parser.on('doctype', () => {
    throw notXml('it has a document type (DOCTYPE), which is refused');
  });
  parser.on('opentag', ({ local, attributes }) => {
    depth++;
    if (depth > DEEPEST) throw notXml(`it nests deeper than ${DEEPEST} (line ${parser.line})`);
    if (depth === 1 && !roots.includes(local))
      throw notXml(`its root is ${local.slice(0, 64)}, not ${roots.join(' or ')}`);
    const parent = open.at(-1);
    if (parent === undefined && (depth !== 2 || local !== wanted)) return;
    if (parent === undefined) size = 0;
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    grow(1 + values.length);
    const element = { name: local, attributes: Object.fromEntries(values), children: [], text: '', line: parser.line };
    parent?.children.push(element);
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    grow(1);
    if (element.text.length + text.length > ELEMENT_BYTES) throw notXml(`a text in line ${parser.line} is too long`);
    element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth--;
    const element = open.pop();
    if (element !== undefined && open.length === 0) found.push(element);
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const turn = new Turn();
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: true }));
    yield* found.splice(0);
    if (turn.isOver) await turn.pass();
  }
  parser.write(decoder.decode()).close();
  yield* found.splice(0);
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

export const textOf = (element: Element | undefined, name: string): string => childOf(element, name)?.text.trim() ?? '';
