import { numberText } from '../../../engine/wording.ts';

/** A cost or score without decimals. */
export const wholeText = (value: number): string => numberText(Math.round(value));

/** A short text of a change of the score, such as "−12"; lower scores are better. */
export const deltaText = (delta: number): string => {
  const rounded = Math.abs(delta) >= 100 ? Math.round(delta) : Math.round(delta * 10) / 10;
  if (rounded === 0) return '±0';
  return `${rounded > 0 ? '+' : '−'}${numberText(Math.abs(rounded))}`;
};
