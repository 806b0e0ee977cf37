import { type Instance, NOT_PINNED, pinnedPlacement } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import type { PathProblem } from './pathProblem.ts';

/**
 * Converts positions of the model's parts (on any row of their class, −1: none) to a whole plan with at most `allowed` changes. The
 * parts of each class are distributed over its rows, excess changes are undone in order of cost, and the remaining parts are inserted
 * by regret, by the exact cost.
 */
export const planOf = (problem: PathProblem, positions: Int32Array, allowed: number, stop: () => boolean): Plan => {
  const { relaxation, classes, classOf } = problem;
  const { partOf, columns, model } = relaxation;
  const instance: Instance = {
    ...problem.instance,
    maxReassignments: allowed === Number.POSITIVE_INFINITY ? -1 : allowed,
  };
  const placement = pinnedPlacement(instance);
  const freeFrom = classes.map((rows) => rows.map(() => -1));
  for (let i = 0; i < positions.length; i++) {
    if (positions[i] < 0) continue;
    const row = columns.row[positions[i]];
    const own = classOf[row];
    const k = positions[i] - model.rowStart[row] + model.rowStart[classes[own][0]];
    const lanes = freeFrom[own];
    // In a class of one resource, overlapping parts stay on that resource.
    const lane = lanes.length === 1 ? 0 : lanes.findIndex((until) => until <= k);
    if (lane < 0) continue;
    lanes[lane] = model.next[k];
    placement[partOf[i]] = classes[own][lane];
  }
  const plan = new Plan(instance, placement);
  undoChanges(plan);
  firstPlan(plan, stop);
  return plan;
};

/** Undoes changes, the cheapest to undo first, until at most maxReassignments are left. */
const undoChanges = (plan: Plan): void => {
  const { current, pinned, maxReassignments, partCount } = plan.instance;
  if (maxReassignments < 0) return;
  const changed: number[] = [];
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] === NOT_PINNED && current[part] >= 0 && plan.placement[part] !== current[part]) changed.push(part);
  }
  while (plan.reassignments() > maxReassignments && changed.length > 0) {
    let chosen = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let c = 0; c < changed.length; c++) {
      const delta = undoDelta(plan, changed[c]);
      if (delta >= least) continue;
      least = delta;
      chosen = c;
    }
    if (chosen < 0) return;
    const [part] = changed.splice(chosen, 1);
    plan.move(part, current[part]);
  }
};

const undoDelta = (plan: Plan, part: number): number => {
  const { current, arcStart, arcResource } = plan.instance;
  for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
    if (arcResource[arc] === current[part]) return plan.moveArcDelta(part, arc);
  }
  return Number.POSITIVE_INFINITY;
};
