import type { Environment } from './problemsTogether.ts';
import { SETTINGS } from './config.ts';

export interface Misspelled {
  /** The variable of the environment, which is not a setting. */
  readonly name: string;
  /** The setting that it resembles. */
  readonly meant: string;
}

const NAMES = Object.keys(SETTINGS);
/** Shorter settings, such as PORT, resemble variables of other programs. */
const LEAST_LENGTH = 7;

/** How many letters may differ. */
const tolerance = ({ length }: string): number => (length < 10 ? 1 : length < 14 ? 2 : 3);

/** Variables that are probably misspelled settings. Without a word about them, a server would use the defaults, and no backup or the wrong database. */
export const misspelledSettings = (environment: Environment): readonly Misspelled[] =>
  Object.keys(environment)
    .filter((name) => !NAMES.includes(name) && !name.startsWith('OTEL_'))
    .flatMap((name) => {
      // Images of other services read a secret from the file that such a variable names; this one does not.
      const ofFile = NAMES.find((one) => name.toUpperCase() === `${one}_FILE`);
      const meant = ofFile ?? NAMES.find((one) => one.length >= LEAST_LENGTH && isNear(name, one, tolerance(one)));
      return meant === undefined ? [] : [{ name, meant }];
    });

const isNear = (name: string, other: string, limit: number): boolean =>
  Math.abs(name.length - other.length) <= limit && distance(name, other) <= limit;

/** How many letters have to be changed, left out, inserted, or exchanged with their neighbor. Case does not count. */
const distance = (name: string, other: string): number => {
  const [a, b] = [name.toUpperCase(), other.toUpperCase()];
  let [last, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchange = isExchanged ? at(last, j - 2) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, exchange, at(row, j) + 1, at(next, j - 1) + 1));
    }
    [last, row] = [row, next];
  }
  return at(row, b.length);
};

const at = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? 0;
