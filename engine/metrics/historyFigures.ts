import { Plan } from '../board/plan.ts';
import { placementOf } from '../instance/assignments.ts';
import type { Instance } from '../instance/instance.ts';
import { type PlanFigures, planFigures } from './planningMetrics.ts';

/** Plans that follow each other, as one plan that holds the operations of all of them. */
export interface History {
  /** Operations of the one plan. */
  readonly operations: readonly string[];
  /** For each plan which of `operations` it shows, by index. */
  readonly plans: readonly Int32Array[];
}

/** Figures of each plan, in order: only what it shows is placed and counted. From plan to plan O(what differs), and what figures cost. */
export function* historyFigures(instance: Instance, { operations, plans }: History): Generator<PlanFigures> {
  const placed = placementOf(instance);
  const latest = instance.end.reduce((last, end) => Math.max(last, end), 0);
  const numberOf = new Map(operations.map((id, index) => [id, index]));
  const partsByNumber: number[][] = operations.map(() => []);
  for (let part = 0; part < instance.partCount; part++) {
    const number = numberOf.get(instance.names.operations[instance.operation[part]]);
    if (number !== undefined) partsByNumber[number].push(part);
  }
  const plan = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
  let before: ReadonlySet<number> = new Set();
  for (const shown of plans) {
    const now = new Set(shown);
    for (const number of before) {
      if (now.has(number)) continue;
      for (const part of partsByNumber[number]) if (placed[part] >= 0) plan.remove(part);
    }
    for (const number of now) {
      if (before.has(number)) continue;
      for (const part of partsByNumber[number]) if (placed[part] >= 0) plan.place(part, placed[part]);
    }
    before = now;
    const parts = [...now].flatMap((number) => partsByNumber[number]);
    const levels = plan.levels();
    // The others are nowhere, and no plan misses them.
    const unassigned = parts.reduce((sum, part) => sum + (placed[part] < 0 ? instance.unassignedCost[part] : 0), 0);
    const total = levels.total - levels.unassigned + unassigned;
    yield planFigures(instance, plan.placement, {
      parts,
      from: 0,
      to: latest,
      levels: { ...levels, unassigned, total },
    });
  }
}
