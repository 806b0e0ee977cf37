import { InvalidArgumentError } from 'commander';

/** A number within limits. Throws InvalidArgumentError. */
export const numberOption =
  (least: number, most = Number.MAX_SAFE_INTEGER, isWhole = false) =>
  (text: string): number => {
    const value = Number(text);
    const isNumber = text.trim() !== '' && Number.isFinite(value) && (!isWhole || Number.isInteger(value));
    if (isNumber && value >= least && value <= most) return value;
    const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
    throw new InvalidArgumentError(`must be a ${isWhole ? 'whole ' : ''}number of at least ${least}${upTo}.`);
  };

/** A whole number within limits. Throws InvalidArgumentError. */
export const wholeOption = (least: number, most?: number) => numberOption(least, most, true);
