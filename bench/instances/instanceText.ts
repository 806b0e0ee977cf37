import path from 'node:path';

/** Thrown for a file that is not a valid instance of its format; the message says where, and what was expected there. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  /** `line` counts from 1; 0 means the whole file. */
  constructor(file: string, line: number, expected: string) {
    super(`${file}${line > 0 ? `:${line}` : ''}: ${expected}`);
  }
}

/** A file's name without folder and extensions: the name of its document, and its key among the best known values. */
export const instanceName = (file: string): string =>
  path
    .basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.(?:dat|txt|json)$/, '');

export interface Line {
  /** The line number, from 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a text instance without comments (`#`) and blank lines. */
export class InstanceText {
  readonly file: string;
  private readonly lines: readonly Line[];
  private at = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.lines = text
      .replace(/^\uFEFF/, '')
      .split(/\r\n?|\n/)
      .map((line, index) => ({ number: index + 1, text: line.replace(/#.*/, '').trim() }))
      .filter((line) => line.text !== '');
  }

  peek(): Line | null {
    return this.lines[this.at] ?? null;
  }

  /** Returns the next line. `expected` describes it for the error message when the file ends instead. */
  take(expected: string): Line {
    const line = this.lines[this.at++];
    if (line === undefined) throw new ImportError(this.file, 0, `Ends early; ${expected} should follow.`);
    return line;
  }

  fail(line: Line | null, message: string): never {
    throw new ImportError(this.file, line?.number ?? 0, message);
  }

  /** Reads integers ≥ 0 that are separated by blanks: exactly `count` of them when given. */
  integers(line: Line, text: string, what: string, count?: number): readonly number[] {
    const words = text.trim() === '' ? [] : text.trim().split(/\s+/);
    if (count !== undefined && words.length !== count) {
      this.fail(line, `${what}: needs ${count} numbers, has ${words.length}.`);
    }
    return words.map((word) => {
      const value = Number(word);
      if (!/^\d+$/.test(word) || !Number.isSafeInteger(value)) {
        this.fail(line, `${what}: needs whole numbers that are not negative, not ${JSON.stringify(word)}.`);
      }
      return value;
    });
  }
}
