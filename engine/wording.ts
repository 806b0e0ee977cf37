/** A count with its noun: `1 conflict`, `2 conflicts`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A list in a sentence: `A1`, `A1 and A2`, `A1, A2 and A3`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** As `Date` counts them, from Sunday. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const short = (name: string): string => name.slice(0, 3);
/** `Sun`, `Mon`, … */
export const SHORT_WEEKDAYS = WEEKDAYS.map(short);
/** `Jan`, `Feb`, … */
export const SHORT_MONTHS = MONTHS.map(short);
