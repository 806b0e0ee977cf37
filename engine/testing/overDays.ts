import { formatInstant, parseInstant } from '../instance/instant.ts';
import type { DocumentTask, PlanningDocument } from '../instance/planningDocument.ts';
import type { Random } from '../random.ts';

const DAY_MS = 86_400_000;

/** Spreads the operations over this many days, most of them in one of two groups or of two flights, and keeps these on one resource by a rule. */
export const overDays = (document: PlanningDocument, days: number, random: Random): PlanningDocument => {
  const shifts = new Map(document.operations.map(({ id }) => [id, DAY_MS * random.below(days)]));
  const weight = 1 + random.below(60);
  const kind = random.below(3) === 0 ? 'continuity' : 'group';
  const teams = document.operations.map(() => (random.below(5) === 0 ? null : random.below(2) === 0 ? 'g' : 'h'));
  const weights = { ...document.planning.weights, conflict: random.below(4) === 0 ? 50 : 100_000 };
  return {
    ...document,
    planning: { ...document.planning, weights },
    operations: document.operations.map((operation, i) => ({
      ...operation,
      group: teams[i],
      inboundTask: laterTask(operation.inboundTask, shifts.get(operation.id)!, teams[i]),
      outboundTask: laterTask(operation.outboundTask, shifts.get(operation.id)!, teams[i]),
    })),
    assignments: document.assignments.filter((assignment) => !('parts' in assignment)),
    rules: [
      ...document.rules.filter((rule) => random.below(2) === 0 || rule.kind === 'buffer'),
      { id: 'together', name: 'Together', kind, weight, parameters: { scope: 'resource' } },
    ],
  };
};

const laterTask = (task: DocumentTask | null | undefined, ms: number, flight: string | null): DocumentTask | null =>
  task
    ? {
        ...task,
        taskName: flight ?? task.taskName,
        expectedTime: later(task.expectedTime, ms),
        ...(task.scheduledTime ? { scheduledTime: later(task.scheduledTime, ms) } : {}),
        ...(task.actualTime ? { actualTime: later(task.actualTime, ms) } : {}),
      }
    : null;

const later = (time: string, ms: number): string => formatInstant(parseInstant(time) + ms);
