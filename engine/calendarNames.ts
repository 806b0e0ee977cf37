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
