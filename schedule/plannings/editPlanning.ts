import type { PlanningFields } from '../../db/versions/entities.ts';
import { WEIGHT_LIMIT, weightFault } from '../../engine/instance/readDocument.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS } from '../../engine/instance/window.ts';
import { below, type Problems } from '../problems.ts';
import { keep } from '../tasks/mergeTask.ts';
import type { PlanningInput } from '../types.ts';

/** Weights are merged one by one; null in a weight's place brings back its default. */
export const mergePlanning = (
  stored: PlanningFields | null,
  input: PlanningInput,
  problems: Problems,
  path = '',
): PlanningFields => {
  if (stored === null && input.name === undefined) problems.required(below(path, 'name'));
  const weights = Object.entries({ ...stored?.weights, ...input.weights }).filter(([, weight]) => weight !== null);
  for (const [term, weight] of weights) {
    if (typeof weight === 'number' && weight >= 0 && weight <= WEIGHT_LIMIT) continue;
    const message = `The weight ${term} is a number from 0 to ${WEIGHT_LIMIT}.`;
    problems.add(below(path, `weights.${term}`), weightFault(weight), message);
  }
  return {
    name: input.name ?? stored?.name ?? '',
    description: keep(input.description, stored?.description, null),
    timezone: input.timezone ?? stored?.timezone ?? 'UTC',
    weights: Object.fromEntries(weights),
    minimumStaySeconds: input.minimumStaySeconds ?? stored?.minimumStaySeconds ?? DEFAULT_MINIMUM_STAY_SECONDS,
    metadata: keep(input.metadata, stored?.metadata, null),
  };
};
