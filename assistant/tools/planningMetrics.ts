import { z } from 'zod';
import { defineTool, spanFrom } from './tool.ts';
import { from, to } from './inputs.ts';

const BUSIEST = 10;

export const planningMetrics = defineTool({
  name: 'planning_metrics',
  description:
    'Figures of the plan: operations, unassigned ones, conflicts, expected conflicts, score by level (lower is better), the rules that cost most, the busiest resources. With a time window: those of the window; the score is always the whole plan’s.',
  input: z.strictObject({
    from,
    to,
  }),
  async run(context, input) {
    const directory = await context.directory();
    const span = await spanFrom(context, input);
    const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms / 1000));
    const window = { start: seconds(span?.from), end: seconds(span?.to) };
    const metrics = await context.schedule.metrics(context.scope, context.planning, {
      changeId: null,
      mainline: false,
      ...window,
    });
    const { operations, assigned, unassigned, blockers, conflicts, timesCrossed, reassignments, score } = metrics;
    return {
      operations,
      assigned,
      unassigned,
      blockers,
      conflicts: {
        ...conflicts,
        overlapMinutes: Math.round(conflicts.overlapSeconds / 60),
        expectedPairs: Math.round(conflicts.expectedPairs * 10) / 10,
      },
      timesCrossed,
      reassignments,
      score,
      costliestRules: metrics.rules
        .filter(({ penalty }) => penalty > 0)
        .sort((a, b) => b.penalty - a.penalty)
        .slice(0, 5),
      busiest: metrics.utilization
        .filter(({ occupiedSeconds }) => occupiedSeconds > 0)
        .sort((a, b) => b.ratio - a.ratio)
        .slice(0, BUSIEST)
        .map((one) => ({
          resource: { id: one.resource, name: directory.nameOf('resource', one.resource) },
          operations: one.operations,
          percent: Math.round(one.ratio * 100),
        })),
    };
  },
});
