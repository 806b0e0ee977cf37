const FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'negative' });

/** A number as texts have it, with spaces between thousands and a minus sign: `−12 345.5`. Scores have at most two decimals. */
export const numberText = (value: number): string => FORMAT.format(value).replaceAll(',', ' ').replace('-', '−');

/** A probability or another share in whole percent: `75 %`. */
export const percentText = (share: number): string => `${Math.round(100 * share)} %`;

/** The gap of a plan to its bound, with all the decimals that records have: `0.08 %`. */
export const gapText = (gap: number): string => `${numberText(100 * gap)} %`;

/** A duration in whole minutes, without its sign: `0 min`, `25 min`, `2 h`, `1 h 5 min`. */
export const durationText = (seconds: number): string => {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${numberText(hours)} h` : `${numberText(hours)} h ${rest} min`;
};

/** A count with its noun: `1 conflict`, `2 conflicts`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** A list in a sentence: `A1`, `A1 and A2`, `A1, A2 and A3`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
