import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Run } from '../solver.ts';

/** Places every part without a place in its cheapest one, in order of start, and reports the first incumbent. */
export const startingPlan = (plan: Plan, run: Run): void => {
  const { instance } = plan;
  run.report({ kind: 'incumbent', solution: run.initial });
  const { arcStart, arcResource, current, maxReassignments } = instance;
  for (let part = 0; part < instance.partCount; part++) {
    if ((part & 15) === 0 && run.stop()) break;
    if (instance.pinned[part] !== NOT_PINNED || plan.placement[part] >= 0) continue;
    const spent = maxReassignments >= 0 && plan.reassignments() > maxReassignments;
    let least = 0;
    let place = -1;
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      if (spent && arcResource[arc] !== current[part]) continue;
      const delta = plan.addArcDelta(part, arc, least);
      if (delta < least) {
        least = delta;
        place = arcResource[arc]!;
      }
    }
    if (place >= 0) plan.place(part, place);
  }
  if (plan.cost < run.initial.cost) run.report({ kind: 'incumbent', solution: plan.snapshot() });
};
