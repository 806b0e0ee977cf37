import path from 'node:path';

/** A file that is no instance of its format: where, and what was expected there. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  /** `line` counts from 1; 0: the whole file. */
  constructor(file: string, line: number, expected: string) {
    super(`${file}${line > 0 ? `:${line}` : ''}: ${expected}`);
  }
}

/** A file's name without folder and endings: what its document is called, and what best known values go by. */
export const instanceName = (file: string): string =>
  path
    .basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.(?:dat|txt|json)$/, '');

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a text instance that say something: without comments (`#`) and blank ones. */
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

  /** The next line; `expected` says what should be there when the file ends instead. */
  take(expected: string): Line {
    const line = this.lines[this.at++];
    if (line === undefined) throw new ImportError(this.file, 0, `Ends early; ${expected} should follow.`);
    return line;
  }

  fail(line: Line | null, message: string): never {
    throw new ImportError(this.file, line?.number ?? 0, message);
  }

  /** Integers ≥ 0, separated by blanks: exactly `count` when given. */
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
