import { present } from '../../../engine/present.ts';
import type { Surface } from './surface.ts';

const ELLIPSIS = '…';
/** Names are shortened for widths in steps of this many pixels. */
const STEP = 4;
const MOST_KEPT = 20_000;
const SLACK = 1;
/** The separator between the two tasks of a name. */
const BETWEEN = ' / ';
/** The least number of letters of a shortened name; fewer would be useless. */
const LEAST_LETTERS = 5;
const CARRIER_AND_NUMBER = /^\S{1,4} (\S*\d\S*)$/;
/** A flight number or a registration, a part of which would be useless. */
const IDENTIFIER = /^(?=.*\d)\S{1,10}$/;
const PLAIN = /^[\x20-\x7e]*$/;
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A name of two tasks in parts: the words with which both begin, and what follows them in each. Null for any other name. */
const partsOf = (name: string): { readonly shared: string; readonly rests: readonly [string, string] } | null => {
  const at = name.indexOf(BETWEEN);
  if (at < 0) return null;
  const [first, second] = [name.slice(0, at).split(' '), name.slice(at + BETWEEN.length).split(' ')];
  let count = 0;
  while (count < Math.min(first.length, second.length) - 1 && first[count] === second[count]) count++;
  const rests = [first.slice(count).join(' '), second.slice(count).join(' ')] as const;
  return { shared: first.slice(0, count).join(' '), rests };
};

/** Shortens "EV 4180 / EV 4508" to "EV 4180 / 4508", and "Corona Cape 5 in / Corona Cape 5 out" to "Corona Cape 5 in / out". */
const withoutRepeated = (name: string): string => {
  const parts = partsOf(name);
  return parts === null || parts.shared === '' ? name : `${parts.shared} ${parts.rests.join(BETWEEN)}`;
};

/** The name of what stays where only words such as "in" and "out" follow it; else that of the first task. */
const mainName = (name: string): string => {
  const parts = partsOf(name);
  if (parts === null) return name;
  const { shared, rests } = parts;
  return shared.includes(' ') && rests.every((rest) => !/\d/.test(rest)) ? shared : `${shared} ${rests[0]}`.trimStart();
};

/**
 * Shortens names to a width. Of two tasks, only what both are named after, or else the first, is kept when both do not fit, and then only its number. Other names are cut in the middle,
 * since their ends are more distinctive. Nothing is shown when too little would remain. Widths are measured once.
 */
export class Names {
  private readonly fonts = new Map<string, Measured>();

  /** Like `fit`, for things that only their names distinguish: even a single letter is better than nothing. */
  fitAnyhow(surface: Pick<Surface, 'measure'>, name: string, font: string, width: number): string {
    const fitted = this.fit(surface, name, font, width);
    return fitted === '' ? (this.fonts.get(font)?.shorten(name, width, 1) ?? '') : fitted;
  }

  /** The name shortened to the width; empty when too little would remain. */
  fit(surface: Pick<Surface, 'measure'>, name: string, font: string, width: number): string {
    return this.measuredIn(surface, font).fit(name, width);
  }

  widthOf(surface: Pick<Surface, 'measure'>, text: string, font: string): number {
    return this.measuredIn(surface, font).widthOf(text);
  }

  /** An object that fits many names in one font. */
  inFont(surface: Pick<Surface, 'measure'>, font: string): Pick<Measured, 'fit'> {
    return this.measuredIn(surface, font);
  }

  private measuredIn(surface: Pick<Surface, 'measure'>, font: string): Measured {
    let measured = this.fonts.get(font);
    if (measured === undefined) this.fonts.set(font, (measured = new Measured(surface, font)));
    return measured;
  }

  forget(): void {
    this.fonts.clear();
  }
}

/** The width of a name and its shortened forms: the n-th fits into n steps. */
interface Fitted {
  readonly width: number;
  readonly cuts: string[];
}

/** Measures names in one font. The widths of ASCII letters are added up, since measuring a text costs as much as drawing it. */
class Measured {
  private readonly surface: Pick<Surface, 'measure'>;
  private readonly font: string;
  private readonly widths = new Map<string, number>();
  private readonly letters = new Map<string, readonly string[]>();
  private readonly names = new Map<string, Fitted>();

  constructor(surface: Pick<Surface, 'measure'>, font: string) {
    this.surface = surface;
    this.font = font;
  }

  widthOf(text: string): number {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.widths.size > MOST_KEPT) this.widths.clear();
      this.widths.set(text, (width = this.surface.measure(text, this.font)));
    }
    return width;
  }

  fit(name: string, room: number): string {
    let known = this.names.get(name);
    if (known === undefined) {
      if (this.names.size > MOST_KEPT) this.names.clear();
      this.names.set(name, (known = { width: this.added(name), cuts: [] }));
    }
    if (known.width <= room) return name;
    const step = Math.max(0, Math.floor(room / STEP));
    return (known.cuts[step] ??= this.shorter(name, step * STEP));
  }

  /** The sum of the widths of the letters of an ASCII text. Other scripts join, reorder or stack letters, so their texts are measured whole. */
  private added(text: string): number {
    if (!PLAIN.test(text)) return this.widthOf(text);
    let width = 0;
    for (const letter of text) width += this.widthOf(letter);
    return width;
  }

  private shorter(name: string, room: number): string {
    const brief = withoutRepeated(name);
    if (brief !== name && this.added(brief) <= room) return brief;
    const first = mainName(name);
    if (first !== name && this.added(first) <= room) return first;
    // The number after the carrier identifies the flight; a part of it would be useless.
    const [, number] = CARRIER_AND_NUMBER.exec(first) ?? [];
    if (number !== undefined) return this.added(number) <= room ? number : '';
    return IDENTIFIER.test(first) ? '' : this.shorten(first, room, LEAST_LETTERS);
  }

  private lettersOf(name: string): readonly string[] {
    let letters = this.letters.get(name);
    if (letters === undefined) {
      if (this.letters.size > MOST_KEPT) this.letters.clear();
      letters = PLAIN.test(name) ? Array.from(name) : Array.from(LETTERS.segment(name), ({ segment }) => segment);
      this.letters.set(name, letters);
    }
    return letters;
  }

  shorten(name: string, room: number, least: number): string {
    const letters = this.lettersOf(name);
    // The sum of letters can be slightly less than the width of the text.
    let left = room - this.widthOf(ELLIPSIS) - SLACK;
    let [head, tail] = [0, 0];
    while (head + tail < letters.length) {
      const next = head <= tail ? letters[head] : letters.at(-1 - tail);
      left -= this.widthOf(present(next));
      if (left < 0) break;
      if (head <= tail) head++;
      else tail++;
    }
    if (head + tail < least) return '';
    return `${letters.slice(0, head).join('')}${ELLIPSIS}${tail === 0 ? '' : letters.slice(-tail).join('')}`;
  }
}
