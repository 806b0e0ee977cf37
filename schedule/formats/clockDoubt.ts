import { formatInstant } from '../../engine/instance/instant.ts';
import type { ReadWall } from '../../engine/zonedTime.ts';

/** Says why a local time is doubtful, and as which instant it is taken. */
export const doubtOf = ({ ms, occurs }: ReadWall, zone: string): string =>
  occurs === 'twice'
    ? `occurs twice in ${zone}, where clocks are set back; it is taken as the first, ${formatInstant(ms)}`
    : `does not occur in ${zone}, where clocks are set forward; it is taken as ${formatInstant(ms)}`;
