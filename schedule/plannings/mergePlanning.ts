import { toJsonObject } from '../storedAs.ts';
import { PLANNING, type PlanningInput } from '../entities/planning.ts';
import type { PlanningFields } from '../../db/versions/entities.ts';
import { WEIGHT_LIMIT, weightFault } from '../../engine/instance/readDocument.ts';
import { below, type Problems } from '../problems.ts';
import { mergeFields } from '../entities/field.ts';

/** Merges a write into the stored planning; weights are merged one by one. */
export const mergePlanning = (
  stored: PlanningFields | null,
  input: PlanningInput,
  problems: Problems,
  path = '',
): PlanningFields => {
  const weights = Object.entries({ ...stored?.weights, ...toJsonObject(input.weights ?? {}) });
  for (const [term, weight] of weights) {
    if (typeof weight === 'number' && weight >= 0 && weight <= WEIGHT_LIMIT) continue;
    const message = `The weight ${term} must be a number from 0 to ${WEIGHT_LIMIT}.`;
    problems.add(below(path, `weights.${term}`), weightFault(weight), message);
  }
  return {
    ...mergeFields(PLANNING, stored, input, (name) => problems.required(below(path, name))),
    weights: Object.fromEntries(weights),
    repairPolicy: stored?.repairPolicy ?? null,
  };
};
