/** Returns a value that the program has ensured to be present; throws an Error, which indicates a bug, when it is null or undefined. */
export const present = <T>(value: T | null | undefined, what = 'A value'): T => {
  if (value === null || value === undefined) throw new Error(`${what} that must be there is missing.`);
  return value;
};
