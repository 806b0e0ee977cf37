import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { classOfRows, type RowClasses, rowsOfEqualPaths } from '../model/rowClasses.ts';
import { columnsOf } from '../model/pathPlan.ts';
import type { PathModel } from '../model/pathModel.ts';
import { type Relaxation, relax } from '../model/relaxation.ts';

/** An instance as paths over its resources, with the changes that each place makes: the form from which the linear program is built. */
export interface PathProblem {
  readonly instance: Instance;
  /** The relaxation without a price on changes. When changes are limited, its model includes every current place that may be kept. */
  readonly relaxation: Relaxation;
  /** Classes of interchangeable rows, and the class of each row. */
  readonly classes: RowClasses;
  readonly classOf: Int32Array;
  /** For each position, 1 when it is not the part's current place. */
  readonly changes: Uint8Array;
  /** For each part, 1 when leaving it out loses a place. */
  readonly losses: Uint8Array;
  /** Number of changes made by pins; they are in every plan. */
  readonly pinnedChanges: number;
  /** The most that placing a part may save, in weight units. */
  readonly costliest: number;
}

/** Cost in weight units that no change can gain. A power of two, so that it can be subtracted again exactly. */
const FORBIDDING = 2 ** 24;

/** Builds the problem. `countsChanges`: plans with limited changes will be requested. */
export const pathProblem = (instance: Instance, countsChanges: boolean): PathProblem => {
  const free = withoutGapCosts(relax(instance));
  const { current, pinned } = instance;
  const forbidding = countsChanges ? withoutGapCosts(relax(instance, undefined, FORBIDDING)) : free;
  const { model, partOf, columns } = forbidding;
  const changes = new Uint8Array(model.part.length);
  const losses = new Uint8Array(model.partCount);
  if (countsChanges) {
    for (let k = 0; k < changes.length; k++) {
      if (model.part[k] < 0) continue;
      const home = current[partOf[model.part[k]]];
      if (home >= 0 && home !== columns.row[k]) changes[k] = 1;
    }
    for (let i = 0; i < losses.length; i++) if (current[partOf[i]] >= 0) losses[i] = 1;
  }
  const classes = rowsOfEqualPaths(model);
  let pinnedChanges = 0;
  for (let part = 0; part < instance.partCount; part++) {
    if (pinned[part] !== NOT_PINNED && current[part] >= 0 && pinned[part] !== current[part]) pinnedChanges++;
  }
  const without = (value: number, changed: number): number => Math.round(100 * (value - FORBIDDING * changed)) / 100;
  const plain: PathModel = countsChanges
    ? {
        ...model,
        cost: model.cost.map((value, k) => without(value, changes[k])),
        leaveOut: model.leaveOut.map((value, i) => without(value, losses[i])),
        overlapCost: instance.conflictCost / 100,
      }
    : model;
  const costliest = costliestOf(plain);
  const relaxation: Relaxation = countsChanges
    ? {
        ...free,
        model: costliest <= plain.overlapCost ? { ...plain, overlapCost: Number.POSITIVE_INFINITY } : plain,
        columns: columnsOf(plain),
        arcOf: forbidding.arcOf,
      }
    : free;
  return {
    instance,
    relaxation,
    classes,
    classOf: classOfRows(classes),
    changes,
    losses,
    pinnedChanges,
    costliest,
  };
};

/** Removes gap costs, because a column is a set of places whose cost must not depend on the gaps between them. */
const withoutGapCosts = (relaxation: Relaxation): Relaxation => ({
  ...relaxation,
  model: { ...relaxation.model, gapCosts: null },
});

const costliestOf = ({ part, cost, leaveOut }: PathModel): number => {
  let costliest = 0;
  for (let k = 0; k < part.length; k++) {
    if (part[k] >= 0) costliest = Math.max(costliest, leaveOut[part[k]] - cost[k]);
  }
  return costliest;
};

/** Returns the model with a price on each change. When that makes overlaps worth their cost, the model includes overlaps. */
export const pricedModel = (
  { instance, relaxation, changes, losses, costliest }: PathProblem,
  price: number,
): PathModel => {
  const { model } = relaxation;
  if (price === 0) return model;
  const overlapCost = instance.conflictCost / 100;
  return {
    ...model,
    cost: model.cost.map((value, k) => value + price * changes[k]),
    leaveOut: model.leaveOut.map((value, i) => value + price * losses[i]),
    overlapCost: costliest + price <= overlapCost ? Number.POSITIVE_INFINITY : overlapCost,
  };
};
