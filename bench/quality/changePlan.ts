import { toAssignments } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { DocumentOperation, DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { createRandom, type Random } from '../../fixtures/generate/random.ts';

/** What happens to a planning that was solved: 15 % of its operations are delayed, a resource closes, or ten operations come. */
export const CHANGES = ['delayed', 'closed', 'added'] as const;
export type Change = (typeof CHANGES)[number];

const DELAYED_SHARE = 0.15;
const ADDED = 10;

/** The planning as it stands after its plan was applied and this has happened; the seed decides to whom. */
export const changePlan = (
  document: PlanningDocument,
  instance: Instance,
  placement: Placement,
  change: Change,
  seed: number,
): PlanningDocument => {
  const random = createRandom(seed);
  const solved = { ...document, assignments: toAssignments(instance, placement) };
  const { operations, resources } = document;
  if (change === 'delayed') {
    return {
      ...solved,
      operations: operations.map((operation) =>
        random.chance(DELAYED_SHARE) ? shifted(operation, Math.round((15 + random.exponential(40)) * 60)) : operation,
      ),
    };
  }
  if (change === 'closed') {
    const closed = resources[random.below(resources.length)].id;
    return {
      ...solved,
      resources: resources.filter(({ id }) => id !== closed),
      assignments: solved.assignments.filter(
        (assignment) => !('resource' in assignment && assignment.resource === closed),
      ),
    };
  }
  return {
    ...solved,
    operations: [...operations, ...Array.from({ length: ADDED }, (_, i) => drawn(operations, i, random))],
  };
};

/** An operation like another one, up to half an hour earlier or later. */
const drawn = (operations: readonly DocumentOperation[], i: number, random: Random): DocumentOperation => {
  const like = shifted(operations[random.below(operations.length)], random.below(3600) - 1800);
  return {
    ...like,
    id: `added-${i}`,
    inboundTask: renamed(like.inboundTask ?? null, `IN-added-${i}`),
    outboundTask: renamed(like.outboundTask ?? null, `OUT-added-${i}`),
  };
};

type Task = DocumentTask | null;

const renamed = (task: Task, taskName: string): Task => (task ? { ...task, taskName } : task);

const later = (task: Task, seconds: number): Task =>
  task?.expectedTime
    ? { ...task, expectedTime: new Date(Date.parse(task.expectedTime) + 1000 * seconds).toISOString() }
    : task;

const shifted = (operation: DocumentOperation, seconds: number): DocumentOperation => ({
  ...operation,
  inboundTask: later(operation.inboundTask ?? null, seconds),
  outboundTask: later(operation.outboundTask ?? null, seconds),
});
