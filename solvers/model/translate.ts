import { pinnedPlacement } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { columnsOf, PathPlan, positionOn } from './pathPlan.ts';
import { restriction } from './pathModel.ts';
import type { Relaxation } from './relaxation.ts';

/** Converts positions to a whole plan. `others`: the places of all other parts; those of pinned parts unless stated. */
export const toPlan = (
  { instance, partOf, columns }: Relaxation,
  positions: Int32Array,
  others: Placement = pinnedPlacement(instance),
): Plan => {
  const placement = Int32Array.from(others);
  for (let i = 0; i < positions.length; i++) if (positions[i] >= 0) placement[partOf[i]] = columns.row[positions[i]];
  return new Plan(instance, placement);
};

/** The position of each part of the model where the placement has it; −1: none. */
export const positionsOf = ({ columns, partOf }: Relaxation, placement: Placement): Int32Array =>
  partOf.map((part, i) => positionOn(columns, i, placement[part]));

/** Converts a plan to paths. Parts that overlap, or have no position, are left out and inserted anew. */
export const toPaths = (relaxation: Relaxation, placement: Placement): PathPlan => {
  const paths = new PathPlan(relaxation.model, relaxation.columns);
  const rest: number[] = [];
  positionsOf(relaxation, placement).forEach((k, i) => {
    if (k >= 0 && paths.fits(k)) paths.place(k);
    else rest.push(i);
  });
  paths.insert(rest, null);
  return paths;
};

/** Converts values of the model's parts to values of all parts of the instance; NaN for those that the model does not have. */
export const byPart = ({ instance, partOf }: Relaxation, values: Float64Array): Float64Array => {
  const all = new Float64Array(instance.partCount).fill(Number.NaN);
  for (let i = 0; i < partOf.length; i++) all[partOf[i]] = values[i];
  return all;
};

/** Restricts the relaxation to the positions that `keep` marks and those of the placement, which it marks too. */
export const narrowTo = (relaxation: Relaxation, keep: Uint8Array, placement: Placement): Relaxation => {
  for (const k of positionsOf(relaxation, placement)) if (k >= 0) keep[k] = 1;
  const { model: narrowed, origin } = restriction(relaxation.model, keep);
  const arcOf = origin.map((k) => relaxation.arcOf[k]);
  return { ...relaxation, model: narrowed, columns: columnsOf(narrowed), arcOf };
};
