import { present } from '../../../engine/present.ts';
import { OPERATION } from '../../entities/operation.ts';
import { TASK, TASK_SPREAD } from '../../entities/task.ts';
import { namesOf } from '../../entities/field.ts';

type Cell = string | number | boolean | null | string[];
export interface Nested {
  [member: string]: Cell | Nested;
}

const LISTS = new Set(['tags']);
const FLAGS = new Set([OPERATION, TASK].flatMap((fields) => namesOf(fields, 'boolean')));
const NUMBERS = new Set([OPERATION, TASK, TASK_SPREAD].flatMap((members) => namesOf(members, 'number')));
const FLAG_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** A number with a decimal comma, but not `1,234`, which others write for 1234. */
const DECIMAL_COMMA = /^[+-]?(?![1-9]\d{0,2},\d{3}$)\d+,\d+$/;

const numberOf = (text: string): number | string => {
  const number = Number(DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text);
  return Number.isFinite(number) ? number : text;
};

/** The value of a cell, by the last member of its column's path. Text that is not of that type stays text, and validation refuses it later. */
export const cellValue = (path: readonly string[], text: string): Cell => {
  const name = present(path.at(-1));
  if (path.includes('metadata')) return text;
  if (LISTS.has(name)) return text.split('|').filter((item) => item !== '');
  if (FLAGS.has(name)) return FLAG_VALUES.get(text.toLowerCase()) ?? text;
  if (NUMBERS.has(name)) return numberOf(text);
  return text;
};

export const place = (target: Nested, path: readonly string[], value: Cell): void => {
  let below = target;
  for (const member of path.slice(0, -1)) {
    const next = Object.hasOwn(below, member) ? below[member] : undefined;
    if (typeof next === 'object' && next !== null && !Array.isArray(next)) {
      below = next;
      continue;
    }
    const made: Nested = {};
    below[member] = made;
    below = made;
  }
  below[present(path.at(-1))] = value;
};
