import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { compile } from '../../engine/instance/compile.ts';
import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import type { DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';

/** The disrupted week: 7,000 operations on 150 stands. */
export const disruptedWeek = (): Instance =>
  compile(generatePlan({ operations: 7000, resources: 150, days: 7, seed: 1, disrupted: true }));

/** The disrupted week with a standard deviation for each task. */
export const uncertainWeek = (): PlanningDocument => {
  const document = generatePlan({ operations: 7000, resources: 150, days: 7, seed: 1, disrupted: true });
  const random = createRandom(1);
  const uncertain = (task: DocumentTask | null): DocumentTask | null =>
    task && { ...task, sigma: 120 + random.below(900), skewFactor: 1.8 * random.next() - 0.9 };
  return {
    ...document,
    operations: document.operations.map((operation) => ({
      ...operation,
      inboundTask: uncertain(operation.inboundTask),
      outboundTask: uncertain(operation.outboundTask),
    })),
  };
};

/** The movable parts that are in a conflict. */
export const conflictingParts = (instance: Instance): readonly number[] => {
  const parts = new Set(findConflicts(instance, instance.placed).flatMap(({ a, b }) => [a, b]));
  return [...parts].filter((part) => instance.pinned[part] === NOT_PINNED).sort((a, b) => a - b);
};
