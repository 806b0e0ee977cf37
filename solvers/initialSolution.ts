import { type Instance, NOT_PINNED } from '../engine/instance/instance.ts';
import { Plan } from '../engine/board/plan.ts';
import { isWithinLimit } from '../engine/moves/move.ts';
import type { Solution } from '../engine/objective/score.ts';
import { findArc } from '../engine/objective/arcs.ts';

/**
 * Returns the plan that a run starts from: pinned parts are in place, and every other part is where `wanted` has it, when it may be
 * there. When that changes more parts than maxReassignments allows, parts stay at or return to their current place.
 */
export const initialSolution = (instance: Instance, wanted: Int32Array | null): Solution => {
  const place = (part: number, resource: number): number => {
    if (instance.pinned[part] !== NOT_PINNED) return instance.pinned[part];
    return resource >= 0 && findArc(instance, part, resource) >= 0 ? resource : -1;
  };
  const source = wanted ?? instance.placed;
  const placement = Int32Array.from({ length: instance.partCount }, (_, part) => place(part, source[part]));
  const plan = new Plan(instance, placement);
  const { current } = instance;
  for (let part = 0; part < instance.partCount && !isWithinLimit(plan); part++) {
    const home = place(part, current[part]);
    if (current[part] >= 0 && home === current[part] && plan.placement[part] !== home) plan.move(part, home);
  }
  return plan.snapshot();
};
