import type { Surface } from './surface.ts';

const ELLIPSIS = '…';
const MOST_KEPT = 20_000;
/** What stands between the two tasks of a name. */
const BETWEEN = ' / ';
/** Fewer letters of a name that was cut tell nobody anything. */
const LEAST_LETTERS = 10;
const LEAST_LETTERS_OF_ONE = 5;
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** "EV 4180 / EV 4508" is "EV 4180 / 4508": the second is the same airline's. */
const withoutRepeated = (name: string): string => {
  const at = name.indexOf(BETWEEN);
  const carrier = name.slice(0, name.indexOf(' ') + 1);
  const second = at + BETWEEN.length;
  return at > carrier.length && name.startsWith(carrier, second)
    ? name.slice(0, second) + name.slice(second + carrier.length)
    : name;
};

/**
 * Names cut to a width, in the middle: the ends of flight numbers tell more than their middles. Where little would be left, the first of
 * two tasks alone, then its number alone, then nothing. Widths are measured once.
 */
export class Names {
  readonly #widths = new Map<string, number>();
  readonly #cut = new Map<string, string>();

  /** The name, or as much of both its ends as fits; empty when not even that does. */
  fit(surface: Pick<Surface, 'measure'>, name: string, font: string, width: number): string {
    const full = this.#widthOf(surface, name, font);
    if (full <= width) return name;
    const room = Math.floor(width / 4) * 4;
    const key = `${room} ${font} ${name}`;
    let cut = this.#cut.get(key);
    if (cut === undefined) {
      cut = this.#shorter(surface, name, font, room);
      if (this.#cut.size > MOST_KEPT) this.#cut.clear();
      this.#cut.set(key, cut);
    }
    return cut;
  }

  forget(): void {
    this.#widths.clear();
    this.#cut.clear();
  }

  #widthOf(surface: Pick<Surface, 'measure'>, name: string, font: string): number {
    const key = `${font} ${name}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#widths.size > MOST_KEPT) this.#widths.clear();
      this.#widths.set(key, (width = surface.measure(name, font)));
    }
    return width;
  }

  #shorter(surface: Pick<Surface, 'measure'>, name: string, font: string, room: number): string {
    const brief = withoutRepeated(name);
    if (brief !== name && surface.measure(brief, font) <= room) return brief;
    const cut = this.#shorten(surface, brief, font, room, LEAST_LETTERS);
    if (cut !== '') return cut;
    const [first] = name.split(BETWEEN, 1);
    if (first !== name && surface.measure(first, font) <= room) return first;
    const cutFirst = this.#shorten(surface, first, font, room, LEAST_LETTERS_OF_ONE);
    if (cutFirst !== '') return cutFirst;
    const number = first.slice(first.lastIndexOf(' ') + 1);
    return number !== first && surface.measure(number, font) <= room ? number : '';
  }

  #shorten(surface: Pick<Surface, 'measure'>, name: string, font: string, room: number, least: number): string {
    const letters = Array.from(LETTERS.segment(name), ({ segment }) => segment);
    let low = 0;
    let high = Math.min(letters.length, Math.ceil(room / 3));
    const made = (count: number): string => {
      const head = Math.ceil(count / 2);
      const tail = count - head;
      return `${letters.slice(0, head).join('')}${ELLIPSIS}${tail === 0 ? '' : letters.slice(-tail).join('')}`;
    };
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (surface.measure(made(middle), font) <= room) low = middle;
      else high = middle - 1;
    }
    return low < least ? '' : made(low);
  }
}
