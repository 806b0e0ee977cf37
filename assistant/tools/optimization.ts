import { memberOf } from '../../engine/recordOf.ts';
import { plural } from '../../engine/wording.ts';
import { fromJson } from '../../schedule/storedAs.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RunRecord } from '../../schedule/records/records.ts';
import { isOpen } from '../../schedule/runs/runAccess.ts';
import type { PlannedMove } from '../agentSchedule.ts';
import { proposeMoves, type ShownProposal } from './proposeChanges.ts';
import { defineTool, spanFrom, type ToolContext, ToolProblem } from './tool.ts';

const LOOK_MS = 500;

interface ShownRun {
  readonly task: string;
  readonly status: RunRecord['status'];
  readonly solver: string;
  readonly elapsedSeconds: number | null;
  readonly scoreBefore: number | null;
  readonly score: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly error: string | null;
}

const numberAt = (value: unknown, ...path: readonly string[]): number | null => {
  const found = memberOf(value, ...path);
  return typeof found === 'number' ? found : null;
};

const shownRun = ({ id, status, solver, progress, before, after, error }: RunRecord): ShownRun => ({
  task: id,
  status,
  solver,
  elapsedSeconds: numberAt(progress, 'elapsedSeconds'),
  scoreBefore: numberAt(before, 'score', 'total'),
  score: numberAt(after, 'score', 'total') ?? numberAt(progress, 'score', 'total'),
  bound: numberAt(after, 'bound') ?? numberAt(progress, 'bound'),
  gap: numberAt(after, 'gap') ?? numberAt(progress, 'gap'),
  error,
});

export const startOptimization = defineTool({
  name: 'start_optimization',
  description:
    'Starts a solver over the whole planning, as a dry run: it changes nothing. Follow it with follow_optimization, which turns its plan into a proposal.',
  writes: true,
  input: z.strictObject({
    timeLimitSeconds: z.number().min(1).max(3600).optional().describe('Default 30'),
    from: z.string().max(40).optional().describe('Only operations in this window may move; ISO 8601 or HH:MM'),
    to: z.string().max(40).optional(),
    maxReassignments: z.int().min(0).optional().describe('The most operations that may change their place'),
    solver: z.string().max(64).optional().describe('Default auto'),
  }),
  async run(context, input) {
    const span = await spanFrom(context, input);
    const parameters = {
      ...(input.timeLimitSeconds === undefined ? {} : { timeLimitSeconds: input.timeLimitSeconds }),
      ...(input.maxReassignments === undefined ? {} : { maxReassignments: input.maxReassignments }),
      ...(span === null
        ? {}
        : { window: { start_timestamp: Math.floor(span.from / 1000), end_timestamp: Math.ceil(span.to / 1000) } }),
    };
    const run = await context.schedule.startOptimization(context.scope, context.planning, {
      name: 'Assistant',
      solver: input.solver,
      parameters,
      dryRun: true,
    });
    return { ...shownRun(run), timeLimitSeconds: numberAt(run.parameters, 'timeLimitSeconds') };
  },
});

export const followOptimization = defineTool({
  name: 'follow_optimization',
  description:
    'Says how an optimization is doing: status, score, bound and gap; waits for its end for as long as told. The plan of a dry run that ended becomes a proposal for the user.',
  writes: true,
  input: z.strictObject({
    task: z.string().max(64).optional().describe('Default: the latest of this planning'),
    waitSeconds: z.number().min(0).max(120).optional().describe('Default 0'),
  }),
  async run(context, { task, waitSeconds = 0 }) {
    const { schedule, scope, planning, signal } = context;
    const id = task ?? (await schedule.listRuns(scope, planning, { limit: 1, cursor: null })).items[0]?.id;
    if (id === undefined) throw new ToolProblem('No optimization was started in this planning.');
    const untilMs = performance.now() + waitSeconds * 1000;
    let run = await schedule.getRun(scope, planning, id);
    while (isOpen(run) && performance.now() < untilMs) {
      await sleep(Math.max(10, Math.min(LOOK_MS, untilMs - performance.now())), undefined, { signal });
      run = await schedule.getRun(scope, planning, id);
    }
    const proposed = isOpen(run) || !run.dryRun ? null : await proposeResult(context, run);
    return { ...shownRun(run), finished: !isOpen(run), applied: run.changeset !== null, ...proposed };
  },
});

interface Result {
  readonly moves: number;
  readonly proposed: ShownProposal | null;
  readonly note: string | null;
}

const proposeResult = async (context: ToolContext, run: RunRecord): Promise<Result | null> => {
  const { schedule, scope, planning } = context;
  if (run.status !== 'SUCCEEDED' && run.status !== 'CANCELLED') return null;
  const result = await schedule.runResult(scope, planning, run.id);
  const moves = fromJson<readonly PlannedMove[]>(result.moves.value);
  const none = { moves: moves.length, proposed: null };
  if (moves.length === 0) return { ...none, note: 'The plan is as good as the solver could make it: nothing to move.' };
  if (run.changeset !== null) return { ...none, note: 'Its plan was applied already.' };
  if (run.workspace !== scope.workspace)
    return { ...none, note: 'It was started for another workspace; select that one to see its plan as a proposal.' };
  const { obstacles } = await schedule.whatIf(scope, planning, { virtualState: context.virtualState, moves });
  const overtaken = new Set(obstacles.map(({ operation }) => operation));
  const possible = moves.filter(({ operation }) => !overtaken.has(operation));
  if (possible.length === 0)
    return { ...none, note: 'The schedule has changed: none of its moves is possible any more.' };
  const explanation = `The plan of optimization ${run.id}: ${plural(possible.length, 'move')}.`;
  return { moves: possible.length, proposed: await proposeMoves(context, possible, explanation), note: null };
};
