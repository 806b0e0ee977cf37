import { type Instance, NOT_PINNED } from '../engine/instance/instance.ts';
import { Plan } from '../engine/board/plan.ts';
import type { Solution } from '../engine/objective/score.ts';
import { findArc } from '../engine/objective/arcs.ts';

/**
 * The plan a run starts from: pinned parts in place, every other where `wanted` has it when it may be there. Where that
 * changes more than maxReassignments allows, parts go back to (or stay at) their current place.
 */
export const initialSolution = (instance: Instance, wanted: Int32Array | null): Solution => {
  const place = (part: number, resource: number): number => {
    if (instance.pinned[part] !== NOT_PINNED) return instance.pinned[part];
    return resource >= 0 && findArc(instance, part, resource) >= 0 ? resource : -1;
  };
  const source = wanted ?? instance.placed;
  const placement = Int32Array.from({ length: instance.partCount }, (_, part) => place(part, source[part]));
  const plan = new Plan(instance, placement);
  const { maxReassignments, current } = instance;
  if (maxReassignments >= 0 && plan.reassignments() > maxReassignments) {
    for (let part = 0; part < instance.partCount && plan.reassignments() > maxReassignments; part++) {
      const home = place(part, current[part]);
      if (current[part] >= 0 && home === current[part] && plan.placement[part] !== home) plan.move(part, home);
    }
  }
  return plan.snapshot();
};
