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

/**
 * The arc from the part to the resource, or −1. O(log arcs): a binary search that begins where the arc is when the part's resources are
 * spread evenly. Resources differ from arc to arc, so the arc is at most as many arcs away as the resources differ.
 */
export const findArc = (
  { arcStart, arcResource, resourceCount }: Pick<Instance, 'arcStart' | 'arcResource' | 'resourceCount'>,
  part: number,
  resource: number,
): number => {
  let low = arcStart[part];
  let high = arcStart[part + 1] - 1;
  let at = low + Math.floor(((high - low) * resource) / resourceCount);
  while (low <= high) {
    const further = resource - arcResource[at];
    if (further === 0) return at;
    if (further > 0) {
      low = at + 1;
      if (at + further < high) high = at + further;
    } else {
      high = at - 1;
      if (at + further > low) low = at + further;
    }
    at = (low + high) >> 1;
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
