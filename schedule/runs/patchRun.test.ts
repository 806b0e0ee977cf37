import { beforeEach, expect, test } from 'vitest';
import { codeOf, importSmall, newScope, solverCalled } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';

const { opened, schedule } = await useSchedule({ solvers: [solverCalled('auto'), solverCalled('lp', {})] });

let scope: Scope;
let p: string;
beforeEach(async () => {
  scope = await newScope(opened);
  p = await importSmall(opened, scope);
});

test('of changes that come at the same time, none is lost', async () => {
  const { id } = await schedule.startOptimization(scope, p, { start: false });
  const changes = [{ gap: 0.5 }, { seed: 7 }, { stepLimit: 9 }, { timeLimitSeconds: 3 }, { maxReassignments: 2 }];
  await Promise.all([
    ...changes.map((parameters) => schedule.patchRun(scope, p, id, { parameters })),
    schedule.patchRun(scope, p, id, { solver: 'lp' }),
    schedule.patchRun(scope, p, id, { name: 'New' }),
  ]);
  expect(await schedule.getRun(scope, p, id)).toMatchObject({
    name: 'New',
    solver: 'lp',
    parameters: Object.assign({}, ...changes) as object,
  });
});

test.each(['archiveWorkspace', 'publishWorkspace'] as const)(
  'a task of a draft that is none any more can be renamed, and not started (%s)',
  async (end) => {
    const draft = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'Draft' })).id };
    await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { taskName: 'New' } });
    const made = [
      await schedule.startOptimization(draft, p, { start: false }),
      await schedule.startOptimization(draft, p, { start: false, dryRun: true }),
    ];
    await schedule[end](scope, draft.workspace, {});
    for (const { id } of made) {
      expect(await schedule.patchRun(scope, p, id, { name: 'New' })).toMatchObject({ name: 'New' });
      const code = await codeOf(schedule.patchRun(scope, p, id, { status: 'STARTING' }));
      expect(code).toBe(end === 'archiveWorkspace' ? 'not_found' : 'workspace_not_draft');
      expect(await schedule.getRun(scope, p, id)).toMatchObject({ status: 'PENDING' });
    }
  },
);
