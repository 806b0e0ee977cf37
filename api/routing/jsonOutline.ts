import { present } from '../../engine/present.ts';
import { EdgeError } from '../errors.ts';

/** In bytes: containers shorter than `large` are parsed at once; larger ones are parsed in pieces of about `piece`. */
const SIZES = { large: 64 * 1024, piece: 16 * 1024 };

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Limits on the shape of a JSON body. */
export interface ShapeLimits {
  /** The deepest nesting. */
  readonly depth: number;
  /** The most values (members and items) in the whole body. */
  readonly values: number;
  /** The most items of the body's own list, or of a list that is a member of the body; when absent, only `values` limits them. */
  readonly items?: number;
}

/** A run of neighboring elements of a large container, or one element that is large itself. Offsets are bytes of the body; `to` is excluded. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly large?: Outline;
}

/** The position of a large container and the parts that it divides into. */
export interface Outline {
  readonly isArray: boolean;
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Part[];
}

interface Open {
  readonly isArray: boolean;
  readonly from: number;
  readonly parts: Part[];
  elements: number;
  /** The start of the elements that are not in a part yet. */
  groupFrom: number;
  elementFrom: number;
  large: Outline | undefined;
}

/**
 * Tracks the containers of a JSON text while its bytes arrive, so that a body that is too deep or has too many values is refused before it is
 * complete, and a long one can be parsed in pieces. It looks only at brackets, commas and quotes; JSON.parse decides later whether the text is JSON.
 */
export class JsonOutline {
  private readonly limits: ShapeLimits;
  private readonly sizes: typeof SIZES;
  private readonly open: Open[] = [];
  private offset = 0;
  private values = 1;
  private isText = false;
  private isEscaped = false;
  private outermost: Outline | undefined;

  constructor(limits: ShapeLimits, sizes = SIZES) {
    this.limits = limits;
    this.sizes = sizes;
  }

  /** The outline of the outermost container when that is large. */
  get root(): Outline | undefined {
    return this.outermost;
  }

  /** Reads the next bytes. Throws 400 as soon as a limit is exceeded. */
  write(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.isText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isText = false;
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.isText = true;
          break;
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.enter(byte === OPEN_ARRAY, this.offset + i);
          break;
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          this.leave(byte === CLOSE_ARRAY, this.offset + i);
          break;
        case COMMA:
          this.separate(this.offset + i);
          break;
        default:
      }
    }
    this.offset += chunk.length;
  }

  private count(): void {
    this.values += 1;
    const { values } = this.limits;
    if (this.values <= values) return;
    throw new EdgeError('too_many_values', `The body has more than ${values} values; send it in several requests.`);
  }

  private enter(isArray: boolean, at: number): void {
    const { depth } = this.limits;
    if (this.open.length >= depth) throw new EdgeError('too_deep', `The body is nested deeper than ${depth} levels.`);
    this.count();
    const from = at + 1;
    this.open.push({
      isArray,
      from: at,
      parts: [],
      elements: 1,
      groupFrom: from,
      elementFrom: from,
      large: undefined,
    });
  }

  private separate(at: number): void {
    this.count();
    const open = this.open.at(-1);
    if (open === undefined) return;
    open.elements += 1;
    this.limitItems(open);
    if (open.large !== undefined || at - open.groupFrom >= this.sizes.piece) divide(open, at);
    open.elementFrom = at + 1;
  }

  private limitItems({ isArray, elements }: Open): void {
    const { items } = this.limits;
    if (items === undefined || !isArray || elements <= items) return;
    const isList = this.open.length === 1 || (this.open.length === 2 && !present(this.open[0]).isArray);
    if (isList) throw tooManyItems(items);
  }

  private leave(isArray: boolean, at: number): void {
    const open = this.open.pop();
    if (open?.isArray !== isArray) throw notJson(`Unexpected token '${isArray ? ']' : '}'}' in JSON at position ${at}`);
    if (at - open.from < this.sizes.large) return;
    divide(open, at);
    const outline = { isArray, from: open.from, to: at + 1, parts: open.parts };
    const around = this.open.at(-1);
    if (around === undefined) this.outermost ??= outline;
    else around.large = outline;
  }
}

export const notJson = (problem: string): EdgeError =>
  new EdgeError('invalid_json', `The body is not JSON: ${problem}.`);

export const tooManyItems = (limit: number): EdgeError =>
  new EdgeError(
    'too_many_items',
    `The request has more than the ${limit} items that one request may have; send several.`,
  );

/** Ends the present part at `at`; a large element becomes a part of its own. */
const divide = (open: Open, at: number): void => {
  const { large, groupFrom, elementFrom } = open;
  if (large === undefined) open.parts.push({ from: groupFrom, to: at });
  else {
    if (elementFrom > groupFrom) open.parts.push({ from: groupFrom, to: elementFrom - 1 });
    open.parts.push({ from: elementFrom, to: at, large });
  }
  open.large = undefined;
  open.groupFrom = at + 1;
};
