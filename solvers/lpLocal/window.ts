import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { hardGapSeconds } from '../../engine/objective/pairs/buffers.ts';
import type { Plan } from '../../engine/board/plan.ts';

/** A small problem to solve exactly: which part goes to which resource, with the rest of the plan fixed. */
export interface LocalProblem {
  readonly columns: readonly Column[];
  /** Sets of columns of which at most one may be chosen because they would overlap on one resource. */
  readonly cliques: readonly (readonly number[])[];
}

export interface Column {
  readonly part: number;
  readonly resource: number;
  /** Exact change of the cost when the part is placed there while no other part of the problem is placed. */
  readonly delta: number;
}

const PAD_SECONDS = 3600;

/** Returns the center and the movable parts placed on the resources within an hour before or after its time, in ascending order. */
export const partsAround = (plan: Plan, center: number, resources: readonly number[]): number[] => {
  const { instance } = plan;
  const parts = new Set([center]);
  const out = new Int32Array(instance.partCount);
  for (const resource of resources) {
    const count = plan.timelines.overlapping(
      resource,
      instance.start[center] - PAD_SECONDS,
      instance.end[center] + PAD_SECONDS,
      out,
    );
    for (let i = 0; i < count; i++) if (instance.pinned[out[i]] === NOT_PINNED) parts.add(out[i]);
  }
  return [...parts].toSorted((a, b) => a - b);
};

/**
 * Removes the parts from the plan and computes the cost of each placement. It evaluates O(parts × resources) deltas, and pairs on each
 * resource for the cliques: each set of parts under way when one of them starts, and each pair that only a hard buffer keeps apart.
 */
export const extract = (plan: Plan, parts: readonly number[], resources: readonly number[]): LocalProblem => {
  const { instance } = plan;
  for (const part of parts) if (plan.placement[part] >= 0) plan.remove(part);
  const allowed = new Set(resources);
  const columns: Column[] = [];
  for (const part of parts)
    for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
      const resource = instance.arcResource[arc];
      if (allowed.has(resource)) columns.push({ part, resource, delta: plan.addArcDelta(part, arc) });
    }
  return { columns, cliques: cliquesOf(plan, columns) };
};

const cliquesOf = ({ instance }: Plan, columns: readonly Column[]): number[][] => {
  const { start, end } = instance;
  const byResource = Map.groupBy(columns.keys(), (index) => columns[index].resource);
  const cliques: number[][] = [];
  for (const [resource, members] of byResource) {
    const ordered = members.toSorted((a, b) => start[columns[a].part] - start[columns[b].part]);
    ordered.forEach((later, position) => {
      const { part } = columns[later];
      const before = ordered.slice(0, position);
      const present = before.filter((index) => end[columns[index].part] > start[part]);
      if (present.length > 0) cliques.push([...present, later]);
      for (const index of before) {
        const gap = start[part] - end[columns[index].part];
        if (gap >= 0 && gap < hardGapSeconds(instance, columns[index].part, part, resource))
          cliques.push([index, later]);
      }
    });
  }
  return cliques;
};
