import { formatInstant, parseInstant } from '../instance/instant.ts';
import type { DocumentTask, PlanningDocument } from '../instance/planningDocument.ts';
import type { Random } from '../random.ts';

const DAY_MS = 86_400_000;

/** Spreads the operations over this many days, most of them in one of two groups, and keeps groups on one resource by a rule. */
export const overDays = (document: PlanningDocument, days: number, random: Random): PlanningDocument => {
  const shifts = new Map(document.operations.map(({ id }) => [id, DAY_MS * random.below(days)]));
  const weight = 1 + random.below(60);
  const weights = { ...document.planning.weights, conflict: random.below(4) === 0 ? 50 : 100_000 };
  return {
    ...document,
    planning: { ...document.planning, weights },
    operations: document.operations.map((operation) => ({
      ...operation,
      group: random.below(5) === 0 ? null : random.below(2) === 0 ? 'g' : 'h',
      inboundTask: laterTask(operation.inboundTask, shifts.get(operation.id)!),
      outboundTask: laterTask(operation.outboundTask, shifts.get(operation.id)!),
    })),
    assignments: document.assignments.filter((assignment) => !('parts' in assignment)),
    rules: [
      ...document.rules.filter(({ kind }) => random.below(2) === 0 || kind === 'buffer'),
      { id: 'together', name: 'Together', kind: 'group', weight, parameters: { scope: 'resource' } },
    ],
  };
};

const laterTask = (task: DocumentTask | null | undefined, ms: number): DocumentTask | null =>
  task
    ? {
        ...task,
        expectedTime: later(task.expectedTime, ms),
        ...(task.scheduledTime ? { scheduledTime: later(task.scheduledTime, ms) } : {}),
        ...(task.actualTime ? { actualTime: later(task.actualTime, ms) } : {}),
      }
    : null;

const later = (time: string, ms: number): string => formatInstant(parseInstant(time) + ms);
