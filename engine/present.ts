/** A value that is there by what the program ensured before; its absence is a fault of the program, and is said as that. */
export const present = <T>(value: T | null | undefined, what = 'A value'): T => {
  if (value === null || value === undefined) throw new Error(`${what} that must be there is missing.`);
  return value;
};
