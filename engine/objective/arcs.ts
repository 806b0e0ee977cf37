import { type Instance, PartFlag } from '../instance/instance.ts';
import type { Placement } from './score.ts';
import type { EmitTerm } from './term.ts';

/** The terms of single parts: unassigned, reassigned, match and mismatch rules, evaluated rule by rule. */
export const arcTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  for (let part = 0; part < instance.partCount; part++) {
    const resource = placement[part];
    if (resource < 0) {
      if ((instance.flags[part] & PartFlag.blocker) !== 0) continue;
      const cost = instance.unassignedCost[part];
      emit({ level: 'unassigned', kind: 'unassigned', rule: -1, cost, part, other: -1, resource });
      continue;
    }
    partTerms(instance, part, resource, emit);
  }
};

/** The terms of a single part on the resource, eligible or not. */
export const partTerms = (instance: Instance, part: number, resource: number, emit: EmitTerm): void => {
  const current = instance.current[part];
  if (current >= 0 && current !== resource) {
    const cost = instance.reassignedCost[part];
    emit({ level: 'reassigned', kind: 'reassigned', rule: -1, cost, part, other: -1, resource });
  }
  const seconds = instance.end[part] - instance.start[part];
  for (const { rule, hard, weight, perHour, parts, resources } of instance.terms.matches) {
    if (hard || parts[part] === 0 || resources[resource] === 0) continue;
    const cost = perHour ? hourlyCost(weight, seconds) : Math.round(100 * weight);
    const kind = instance.names.rules[rule].kind;
    emit({ level: 'rules', kind, rule, cost, part, other: -1, resource });
  }
};

/** The cost of an hourly weight over `seconds`, in hundredths. */
export const hourlyCost = (weight: number, seconds: number): number => Math.round((100 * weight * seconds) / 3600);

/** The arc from the part to the resource, or −1. O(log arcs). */
export const findArc = (instance: Instance, part: number, resource: number): number => {
  const { arcResource } = instance;
  let low = instance.arcStart[part];
  let high = instance.arcStart[part + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = arcResource[middle];
    if (found === resource) return middle;
    if (found < resource) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};

/**
 * The part's own cost on the resource, in hundredths. Throws RangeError for a resource without an arc, unless it is the part's place in
 * the document.
 */
export const arcCostAt = (instance: Instance, part: number, resource: number): number => {
  const arc = findArc(instance, part, resource);
  if (arc >= 0) return instance.arcCost[arc];
  if (resource === instance.placed[part]) return instance.placedCost[part];
  throw new RangeError(
    `Part ${instance.names.parts[part]} may not use resource ${instance.names.resources[resource]}.`,
  );
};
