const MOST = 100;

/** A refused value as messages show it, cut to about 100 characters. */
export const quoted = (input: unknown): string => {
  const text = JSON.stringify(typeof input === 'string' ? input.slice(0, MOST) : input);
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
};
