import type { Taken } from './clockWords.ts';

/** What is special about the end of a window: the text names none, or it is a time by which something is wanted ("by 15:00", "before noon"). */
export type WindowEnd = 'open' | 'deadline' | 'until';

/** Epoch milliseconds; windows are half-open. */
export type TimeValue =
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'window'; readonly from: number; readonly to: number; readonly end?: WindowEnd }
  | { readonly kind: 'duration'; readonly seconds: number };

export const windowOf = (length: number, from: number, to: number, end?: WindowEnd): Taken<TimeValue> => ({
  length,
  value: { kind: 'window', from, to, ...(end === undefined ? {} : { end }) },
});
