import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { calibrate, type Fit, fitOf } from '../../engine/uncertainty/calibrate.ts';
import {
  deviationsOf,
  FACTORS,
  type Side,
  SIDES,
  withPercentiles,
} from '../../schedule/documents/calibrateDocument.ts';
import { type Day, dayNames, isKept, readDay, withActualTimes } from './days.ts';

/** A day as it was known the evening before, with distributions of its times, and how well these fit what happened. */
export interface Uncertain {
  readonly document: PlanningDocument;
  readonly fits: Readonly<Record<Side, Fit>>;
}

/** Estimates distributions for days, as `tidegate calibrate` does, from the other days for tuning: a day never says anything about itself. */
export const uncertainDays = (folder: string | null): ((day: Day) => Uncertain) => {
  const tuning = dayNames(folder)
    .filter((name) => !isKept(name))
    .map((name) => readDay(name, folder));
  return (day) => {
    const history = tuning.filter(({ name }) => name !== day.name).map((one) => withActualTimes(one, 'actualTime'));
    let { document } = day;
    const fits = {} as Record<Side, Fit>;
    for (const side of SIDES) {
      const factors = FACTORS[side];
      const deviationsIn = (of: PlanningDocument) => deviationsOf(of, side, factors);
      const calibration = calibrate(history.flatMap(deviationsIn), factors);
      fits[side] = fitOf([{ calibration, deviations: deviationsIn(withActualTimes(day, 'actualTime')) }]);
      ({ document } = withPercentiles(document, side, factors, calibration));
    }
    return { document, fits };
  };
};

/** The document with some weights of its planning replaced. */
export const withWeights = (
  document: PlanningDocument,
  weights: PlanningDocument['planning']['weights'],
): PlanningDocument => ({
  ...document,
  planning: { ...document.planning, weights: { ...document.planning.weights, ...weights } },
});
