/** What placing the moved parts on a resource would mean. The value is also the index of the row's tint. */
export const Verdict = { free: 0, costs: 1, conflict: 2, ineligible: 3 } as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];
