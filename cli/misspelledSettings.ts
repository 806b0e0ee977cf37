import { editsBetween } from '../engine/editsBetween.ts';
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

/** Case does not count. */
const isNear = (name: string, other: string, limit: number): boolean =>
  Math.abs(name.length - other.length) <= limit && editsBetween(name.toUpperCase(), other.toUpperCase()) <= limit;
