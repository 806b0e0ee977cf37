import { capacityPrices } from '../integer/capacityPrices.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import type { Ascent, ClimbFrom } from './ascent.ts';

/** Share of an ascent's time, and the most seconds, that the linear program may take. */
const PROGRAM = { share: 0.5, mostSeconds: 10 } as const;

/**
 * An ascent of about `seconds` at most from the prices of a linear program on the numbers of rows: these include the cost of crowded moments, for
 * which an ascent from above needs most of its iterations. Steps that are large enough to find this cost would lose what is known about the
 * differences between the rows. Returns false without an ascent if the rows differ too much for the program, or if it does not end in time.
 */
export const climbFromCapacity = (
  relaxation: Relaxation,
  ascent: Ascent,
  { parameters, stop, elapsedSeconds }: Run,
  climb: ClimbFrom,
  seconds: number,
): boolean => {
  const isTimed = parameters.stepLimit === null;
  const since = elapsedSeconds();
  const limitSeconds = isTimed ? Math.min(PROGRAM.mostSeconds, PROGRAM.share * seconds) : null;
  const prices = capacityPrices(relaxation, { limitSeconds, stop });
  if (prices === null) return false;
  const left = isTimed ? seconds - (elapsedSeconds() - since) : seconds;
  ascent.climbFrom(prices, climb, left);
  return true;
};
