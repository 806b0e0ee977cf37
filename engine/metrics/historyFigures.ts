import { Plan } from '../board/plan.ts';
import { placementOf } from '../instance/assignments.ts';
import type { Instance } from '../instance/instance.ts';
import { type PlanFigures, planFigures } from './planningMetrics.ts';

/** A sequence of plans, stored as one plan that has the operations of all of them. */
export interface History {
  /** The operations of that one plan. */
  readonly operations: readonly string[];
  /** For each plan, the indices of the `operations` that it shows. */
  readonly plans: readonly Int32Array[];
}

/**
 * The figures of each plan, in order; only the operations that a plan shows are placed and counted. A step takes O(differences to the
 * previous plan) plus computing the figures.
 */
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
    // Operations that the plan does not show have no place here and must not count as unassigned.
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
