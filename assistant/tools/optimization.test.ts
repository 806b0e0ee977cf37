import { expect, test } from 'vitest';
import { ScheduleError } from '../../schedule/errors.ts';
import type { RunRecord } from '../../schedule/records/records.ts';
import { JsonText } from '../../schedule/storedAs.ts';
import type { OptimizeInput } from '../../schedule/types.ts';
import type { PlannedMove } from '../agentSchedule.ts';
import { type Answer, ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();
const [{ id: operation }] = await midway.test.schedule.searchOperations(midway.scope, midway.planning, 'WN807/WN103');

const score = (total: number) => ({ total, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 });

/** A run that goes through these statuses, one per read, and ends with these moves. */
const playRun = async (
  question: string,
  statuses: readonly RunRecord['status'][],
  moves: readonly PlannedMove[],
  more: Partial<RunRecord> = {},
): Promise<{ readonly answer: Answer; readonly inputs: readonly OptimizeInput[] }> => {
  const inputs: OptimizeInput[] = [];
  let looks = 0;
  const record = (status: RunRecord['status']): RunRecord => ({
    id: 'run-1',
    planning: midway.planning,
    workspace: null,
    name: null,
    status,
    solver: 'auto',
    parameters: {},
    dryRun: true,
    progress: null,
    before: { score: score(184_171.52) },
    after: status === 'SUCCEEDED' ? { score: score(182_186.52), bound: 182_000, gap: 0.001 } : null,
    changeset: null,
    applied: null,
    error: status === 'FAILED' ? 'The worker was lost.' : null,
    createdBy: null,
    createdAt: '2008-01-17T19:10:00.000Z',
    startedAt: null,
    finishedAt: null,
    ...more,
  });
  const agent = midway.with({
    schedule: {
      ...midway.schedule,
      async startOptimization(_scope, _planning, input) {
        inputs.push(input);
        return record('STARTING');
      },
      listRuns: async () => ({ items: [record(statuses[0])], next: null }),
      getRun: async () => record(statuses[Math.min(looks++, statuses.length - 1)]),
      runResult: async () => ({ moves: new JsonText(JSON.stringify(moves)) }),
    },
  });
  return { answer: await ask({ ...midway, agent }, question), inputs };
};

const move = (toResource: string, who = operation): PlannedMove => ({ kind: 'reassign', operation: who, toResource });

test('the plan of an optimization is not proposed without its new conflicts', async () => {
  const { answer } = await playRun('optimize for 2 seconds', ['SUCCEEDED'], [move('stand-B4')]);
  expect(answer.text).toMatch(/ 1 move, as a proposal with \d+ new conflicts? \(.* overlap .* on B4, .*\): apply it/);
});

test('an optimization is a dry run, and its plan becomes a proposal', async () => {
  const { answer, inputs } = await playRun(
    'optimize tonight for 2 seconds with at most 5 moves',
    ['RUNNING', 'SUCCEEDED'],
    [move('stand-B20')],
  );
  expect(inputs).toEqual([
    {
      name: 'Assistant',
      solver: undefined,
      dryRun: true,
      parameters: {
        timeLimitSeconds: 2,
        maxReassignments: 5,
        window: {
          start_timestamp: Date.parse('2008-01-18T00:00:00Z') / 1000,
          end_timestamp: Date.parse('2008-01-18T12:00:00Z') / 1000,
        },
      },
    },
  ]);
  expect(answer.tools).toEqual(['start_optimization', 'follow_optimization']);
  expect(answer.proposals).toMatchObject([
    { moves: [{ operation, toResource: 'stand-B20' }], score: { delta: -1985 } },
  ]);
  expect(answer.text).toContain('score 184 171.52 → 182 186.52 (−1 985)');
  expect(answer.text).toContain('proven not to go below 182 000');
});

test('resolving all conflicts at once makes a plan of everything, as a proposal', async () => {
  const { answer, inputs } = await playRun('resolve all conflicts', ['RUNNING', 'SUCCEEDED'], [move('stand-B20')]);
  expect(inputs).toMatchObject([{ dryRun: true, parameters: { timeLimitSeconds: 30 } }]);
  expect(answer.text).toContain('92 conflicts: I look for a plan that resolves them together.');
  expect(answer.proposals).toMatchObject([{ score: { delta: -1985 } }]);
});

test('a user who may not start optimizations gets proposals one by one', async () => {
  const agent = midway.with({
    schedule: {
      ...midway.schedule,
      startOptimization: async () => {
        throw new ScheduleError('forbidden', 'Planners start optimizations.');
      },
    },
  });
  const answer = await ask({ ...midway, agent }, 'please resolve all of the conflicts');
  expect(answer.text).toContain('So I take them one after another.');
  expect(answer.proposals.length).toBeGreaterThan(0);
});

test('moves that later changes made impossible are not part of the proposal', async () => {
  const { answer } = await playRun(
    'how is the optimization going?',
    ['SUCCEEDED'],
    [move('stand-B20'), move('stand-R5', 'N126AT.1')],
  );
  expect(answer.proposals).toMatchObject([{ moves: [{ operation }] }]);
  expect(answer.proposals[0].moves).toHaveLength(1);
});

test.each<readonly [string, RunRecord['status'], readonly PlannedMove[], Partial<RunRecord>, string]>([
  ['a run that goes on', 'RUNNING', [], { progress: { elapsedSeconds: 12 } }, 'is running'],
  ['a run that failed', 'FAILED', [], {}, 'The worker was lost.'],
  ['a plan without moves', 'SUCCEEDED', [], {}, 'nothing to move'],
  [
    'a plan that was applied',
    'SUCCEEDED',
    [move('stand-B20')],
    { changeset: 'c', dryRun: false },
    'Its plan is applied',
  ],
  ['another workspace’s plan', 'SUCCEEDED', [move('stand-B20')], { workspace: 'w' }, 'started for another workspace'],
])('%s is said so', async (_name, status, moves, more, said) => {
  const { answer } = await playRun('how is the optimization going?', [status], moves, more);
  expect(answer.text).toContain(said);
  expect(answer.proposals).toEqual([]);
});
