import { expect, test } from 'vitest';
import type { PlannedMove } from '../plans/moves.ts';
import { at, importSmall, placedOn, problemsOf } from '../testing/openSchedule.ts';
import { resolutionsHere } from '../testing/resolutionsHere.ts';
import { useSchedule } from '../testing/useSchedule.ts';

const EPOCH = Date.parse('2026-11-20T05:00:00Z');
const { opened, scope } = await useSchedule({ clock: () => EPOCH, resolutions: resolutionsHere });

/** o1 and o2 overlap on stand 2; o3 is on stand 1. */
const placed = placedOn('r2', 'r2', 'r1');

// Guarantee: the same state has the same cost, whichever way it is asked for.
test('a state costs the same as moves and as a virtual state, with delays of begun minutes and of what has happened', async () => {
  const p = await importSmall(opened, scope, placed);
  const { inboundTask, outboundTask } = await opened.schedule.getOperation(scope, `${p}-o3`);
  const happened = {
    id: `${p}-o3`,
    inboundTask: { actualTime: inboundTask?.expectedTime },
    outboundTask: { actualTime: outboundTask?.expectedTime },
  };
  const delay: PlannedMove = { kind: 'delay', operation: `${p}-o3`, delaySeconds: 90 };
  const imposed = { imposedDelayInSeconds: 90 };
  const delayed = { id: `${p}-o3`, inboundTask: imposed, outboundTask: imposed };
  const parts = [
    { resource: `${p}-r2`, endAt: at('08:30') },
    { resource: `${p}-r1`, startAt: at('08:30') },
  ];
  const divided = { assignments: [{ operation: `${p}-o1`, parts }] };
  for (const { virtualState, moves, same } of [
    { virtualState: {}, moves: [delay], same: { operations: [delayed] } },
    { virtualState: { operations: [happened] }, moves: [delay], same: { operations: [happened] } },
    { virtualState: divided, moves: [], same: divided },
    {
      virtualState: divided,
      moves: [{ kind: 'reassign' as const, operation: `${p}-o1`, part: '1', toResource: `${p}-r2` }],
      same: {
        assignments: [{ operation: `${p}-o1`, parts: parts.map((part) => ({ ...part, resource: `${p}-r2` })) }],
      },
    },
  ]) {
    const judged = await opened.schedule.whatIf(scope, p, { virtualState, moves });
    const { metrics } = await opened.schedule.score(scope, p, same);
    expect(judged.score.after).toEqual(metrics.score);
    expect(judged.conflicts).toHaveLength(metrics.conflicts.pairs);
  }
  const problems = await problemsOf(
    opened.schedule.createProposal(scope, p, { virtualState: divided, moves: [], explanation: 'Because.' }),
  );
  expect(problems).toEqual([['virtualState.assignments.0.parts', 'invalid_value']]);
});
