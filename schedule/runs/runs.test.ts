import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import type { SolveOutcome, SolveRequest } from '../ports.ts';
import { ALL_ROWS } from '../records/page.ts';
import { at, codeOf, importSmall, newScope, problemsOf, solverCalled } from '../testing/openSchedule.ts';
import { taskSignals } from '../testing/taskSignals.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';
import { executeRun } from './executeRun.ts';
import { failOverdue } from './externalResult.ts';
import type { RunLine } from './followRun.ts';

let scope: Scope;
let p: string;
let solve: (request: SolveRequest) => Promise<SolveOutcome>;
const { signals, ring, listenersOf } = taskSignals();

/** Places every movable part on the first resource where it costs least. */
const greedy = ({ instance, initial }: SolveRequest): SolveOutcome => {
  const plan = new Plan(instance, initial ?? instance.placed);
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] !== NOT_PINNED) continue;
    for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
      const resource = instance.arcResource[arc];
      if (plan.moveDelta(part, resource) < 0) plan.move(part, resource);
    }
  }
  return { solution: plan.snapshot(), bound: 0, iterations: 1, seconds: 0.1 };
};

const { opened, schedule } = await useSchedule({
  solve: (request) => solve(request),
  solvers: [solverCalled('auto'), solverCalled('lp', { frontier: {} })],
  signals,
});
beforeEach(async () => {
  solve = async (request) => greedy(request);
  scope = await newScope(opened);
  p = await importSmall(opened, scope);
});

const place = async (operation: string): Promise<string | null> => {
  try {
    return (await schedule.operationAssignment(scope, `${p}-${operation}`)).resource;
  } catch {
    return null;
  }
};
const execute = (id: string) => executeRun(opened.ports, id, { worker: 'w1' });

describe('a run', () => {
  test('is enqueued with its task, solved, and applied as one changeset', async () => {
    const task = await schedule.startOptimization(scope, p, { name: 'Night', parameters: { timeLimitSeconds: 1 } });
    expect(task).toMatchObject({
      status: 'STARTING',
      solver: 'auto',
      parameters: { timeLimitSeconds: 1, gap: 0.001, seed: 1 },
    });
    expect(opened.jobs).toContain(task.id);
    await execute(task.id);
    const ended = await schedule.getRun(scope, p, task.id);
    expect(ended).toMatchObject({
      status: 'SUCCEEDED',
      applied: { assigned: 3, unchanged: 0, skipped: [] },
      before: { score: { unassigned: 3000 } },
      after: { score: { total: 0 }, bound: 0, gap: 0 },
    });
    expect(new Set([await place('o1'), await place('o2')])).toEqual(new Set([`${p}-r1`, `${p}-r2`]));
    const ref = (await opened.ports.store.plannings(scope.actor.memberships[0].organization)).find(
      ({ id }) => id === p,
    )!;
    const changeset = await opened.ports.store.changeset(ref, ended.changeset!);
    expect(changeset).toMatchObject({ source: 'solver', message: 'Night', counts: { assignment: { created: 3 } } });
    const result = await schedule.runResult(scope, p, task.id);
    expect(result.moves.value).toHaveLength(3);
    expect(result.assignments.value).toHaveLength(3);
    expect(await execute(task.id)).toBeNull();
  });

  test('as a dry run changes nothing until it is applied', async () => {
    const { id } = await schedule.startOptimization(scope, p, { dryRun: true });
    expect(await codeOf(schedule.applyRun(scope, p, id))).toBe('task_running');
    expect(await codeOf(schedule.runResult(scope, p, id))).toBe('not_found');
    await execute(id);
    expect(await schedule.getRun(scope, p, id)).toMatchObject({ status: 'SUCCEEDED', changeset: null, applied: null });
    expect(await place('o1')).toBeNull();
    await schedule.applyRun(scope, p, id);
    expect(await place('o1')).not.toBeNull();
  });

  test('can be changed while it is pending, then started, and not changed while it runs', async () => {
    const { id } = await schedule.startOptimization(scope, p, { start: false });
    expect(opened.jobs).not.toContain(id);
    expect(await execute(id)).toBeNull();
    const patched = await schedule.patchRun(scope, p, id, { parameters: { seed: 7 } });
    expect(patched).toMatchObject({ status: 'PENDING', parameters: { seed: 7, gap: 0.001 } });
    expect(await codeOf(schedule.patchRun(scope, p, id, { solver: 'magic' }))).toBe('unknown_solver');
    expect(await codeOf(schedule.patchRun(scope, p, id, { status: 'SUCCEEDED' }))).toBe('task_not_pending');
    await schedule.patchRun(scope, p, id, { status: 'STARTING' });
    expect(opened.jobs).toContain(id);
    expect(await codeOf(schedule.patchRun(scope, p, id, { parameters: { seed: 8 } }))).toBe('task_running');
    expect((await schedule.patchRun(scope, p, id, { name: 'New', parameters: { seed: 7 } })).name).toBe('New');
    await execute(id);
    expect(await codeOf(schedule.patchRun(scope, p, id, { parameters: { seed: 8 } }))).toBe('task_finished');
    expect(await codeOf(schedule.patchRun(scope, p, id, { status: 'STARTING' }))).toBe('task_finished');
  });

  test('is refused with an unknown solver or unknown frozen operations', async () => {
    expect(await codeOf(schedule.startOptimization(scope, p, { solver: 'magic' }))).toBe('unknown_solver');
    const parameters = { frozenOperations: [`${p}-o1`, 'ghost'] };
    expect(await problemsOf(schedule.startOptimization(scope, p, { parameters }))).toEqual([
      ['parameters.frozenOperations.1', 'unknown_reference'],
    ]);
  });

  test('passes a frontier to a solver that supports it, and returns it in the result', async () => {
    const frontier = [0, null];
    const { id, solver } = await schedule.startOptimization(scope, p, { parameters: { frontier } });
    solve = async (request) => {
      const outcome = greedy(request);
      const { levels } = outcome.solution;
      const points = request.parameters.frontier?.map((limit) => ({ limit, levels, reassigned: 0, bound: -50 }));
      return { ...outcome, frontier: points ?? null };
    };
    await execute(id);
    const { score, ...result } = await schedule.runResult(scope, p, id);
    const point = { score, reassigned: 0, bound: -0.5 };
    expect([solver, result.frontier]).toEqual(['lp', frontier.map((limit) => ({ maxReassignments: limit, ...point }))]);
    expect(
      await problemsOf(schedule.startOptimization(scope, p, { solver: 'auto', parameters: { frontier } })),
    ).toEqual([['parameters.frontier', 'unknown_member']]);
    const plain = await schedule.startOptimization(scope, p, { start: false });
    expect(await problemsOf(schedule.patchRun(scope, p, plain.id, { parameters: { frontier } }))).toEqual([
      ['parameters.frontier', 'unknown_member'],
    ]);
    const patched = await schedule.patchRun(scope, p, plain.id, { solver: 'lp', parameters: { frontier } });
    expect(patched).toMatchObject({ solver: 'lp', parameters: { frontier } });
  });

  test("fails with the solver's message if the solver fails", async () => {
    solve = async () => {
      throw Object.assign(new Error('The solver takes no such rule.'), { code: 'unsupported' });
    };
    const { id } = await schedule.startOptimization(scope, p, {});
    await execute(id);
    expect(await schedule.getRun(scope, p, id)).toMatchObject({
      status: 'FAILED',
      error: 'The solver takes no such rule.',
    });
    const lines: RunLine[] = [];
    for await (const line of await schedule.followRun(scope, p, id)) lines.push(line);
    expect(lines.at(-1)).toEqual({ type: 'error', detail: 'The solver takes no such rule.', code: 'run_failed' });
  });

  test('is started once per idempotency key', async () => {
    const keyed: Scope = { ...scope, idempotency: { key: 'k', route: 'optimize', fingerprint: 'f' } };
    const { id } = await schedule.startOptimization(keyed, p, { solver: 'external' });
    const again = await schedule.startOptimization(keyed, p, { solver: 'external' });
    expect(again.id).toBe(id);
    expect(again.webhookSecret).toBeUndefined();
  });
});

describe('what changes during a run', () => {
  /** Runs with `meanwhile` called after the solver has its answer. */
  const during = async (meanwhile: () => Promise<unknown>, tries = 1) => {
    let left = tries;
    solve = async (request) => {
      const outcome = greedy(request);
      if (left-- > 0) await meanwhile();
      return outcome;
    };
    const { id } = await schedule.startOptimization(scope, p, {});
    await execute(id);
    return (await schedule.getRun(scope, p, id)) as unknown as {
      applied: { assigned: number; skipped: { operation: string; reason: string }[] };
      changeset: string | null;
    };
  };

  test('an operation that was deleted is skipped, and the rest is applied', async () => {
    const { applied } = await during(() => schedule.deleteOperation(scope, `${p}-o3`));
    expect(applied.skipped).toEqual([{ operation: `${p}-o3`, reason: 'deleted' }]);
    expect(await place('o1')).not.toBeNull();
  });

  test('an operation that a user assigned stays there', async () => {
    const { applied } = await during(() =>
      schedule.createAssignment(scope, { operation: `${p}-o3`, resource: `${p}-r2` }),
    );
    expect(applied.skipped).toEqual([{ operation: `${p}-o3`, reason: 'reassigned' }]);
    expect(await place('o3')).toBe(`${p}-r2`);
  });

  test('an operation that was fixed is not moved', async () => {
    const { applied } = await during(() => schedule.patchOperation(scope, `${p}-o1`, { isFixedToResource: true }));
    expect(applied.skipped).toEqual([{ operation: `${p}-o1`, reason: 'fixed' }]);
    expect(await place('o1')).toBeNull();
  });

  test('a resource that was deleted or lost its tag is not used', async () => {
    const { applied } = await during(() => schedule.deleteResource(scope, `${p}-r2`));
    expect(applied.skipped.map(({ reason }) => reason)).toContain('ineligible');
    expect([await place('o1'), await place('o2')].filter((one) => one !== null)).toHaveLength(1);
  });

  test('a changed time alone drops nothing', async () => {
    const { applied } = await during(() =>
      schedule.patchOperation(scope, `${p}-o3`, { outboundTask: { expectedTime: at('11:20') } }),
    );
    expect(applied).toMatchObject({ assigned: 3, skipped: [] });
  });

  test('a move that would now make a conflict is dropped, or solved again', async () => {
    const { applied } = await during(async () => {
      await schedule.patchOperation(scope, `${p}-o3`, {
        inboundTask: { expectedTime: at('08:10') },
        outboundTask: { expectedTime: at('09:10') },
      });
    });
    // Three operations at the same time on two stands: one stays unassigned, and there is no conflict.
    expect(applied.assigned).toBe(2);
    expect(applied.skipped).toHaveLength(1);
    const { items } = await schedule.listConflicts(scope, p, { start: null, end: null, ...ALL_ROWS });
    expect(items).toEqual([]);
  });

  test('a deleted task writes nothing', async () => {
    let id = '';
    solve = async (request) => {
      await schedule.deleteRun(scope, p, id);
      return greedy(request);
    };
    ({ id } = await schedule.startOptimization(scope, p, {}));
    expect(await execute(id)).toBeNull();
    expect(await place('o1')).toBeNull();
  });

  test('a deleted planning is not an error', async () => {
    solve = async (request) => {
      await schedule.deletePlanning(scope, scope.actor.memberships[0].organization, p);
      return greedy(request);
    };
    const { id } = await schedule.startOptimization(scope, p, {});
    expect(await execute(id)).toBeNull();
  });

  test('the score never gets worse: a worthless plan is dropped', async () => {
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    solve = async ({ instance }) => {
      const plan = new Plan(instance, instance.placed);
      for (let part = 0; part < instance.partCount; part++) plan.move(part, -1);
      return { solution: plan.snapshot(), bound: null, iterations: 1, seconds: 0 };
    };
    const { id } = await schedule.startOptimization(scope, p, {});
    await execute(id);
    expect(await schedule.getRun(scope, p, id)).toMatchObject({
      changeset: null,
      applied: { assigned: 0, skipped: [{ operation: `${p}-o1`, reason: 'score' }] },
    });
    expect(await place('o1')).toBe(`${p}-r1`);
  });
});

describe('cancel', () => {
  test('a waiting task ends at once, and never runs', async () => {
    const { id } = await schedule.startOptimization(scope, p, {});
    expect((await schedule.cancelRun(scope, p, id)).status).toBe('CANCELLED');
    expect(await execute(id)).toBeNull();
    expect((await schedule.cancelRun(scope, p, id)).status).toBe('CANCELLED');
  });

  test.each([
    [true, 'placed'],
    [false, 'not placed'],
  ])('a running one ends with its best plan; apply: %s → %s', async (apply) => {
    solve = async (request) => {
      const outcome = greedy(request);
      request.onEvent!({ kind: 'incumbent', seconds: 0.1, solution: outcome.solution, bound: null });
      await new Promise<void>((resolve) => request.signal!.addEventListener('abort', () => resolve()));
      return outcome;
    };
    const { id } = await schedule.startOptimization(scope, p, {});
    const executing = execute(id);
    await expect.poll(async () => (await schedule.getRun(scope, p, id)).status).toBe('RUNNING');
    const cancelling = schedule.cancelRun(scope, p, id, { apply });
    await expect.poll(async () => (await opened.ports.runs.get(id))?.cancelRequestedAt).not.toBeNull();
    ring(id);
    await executing;
    ring(id);
    expect((await cancelling).status).toBe('CANCELLED');
    expect((await place('o1')) !== null).toBe(apply);
  });
});

describe('following', () => {
  test('reports status, progress, incumbents and the end', async () => {
    const { id } = await schedule.startOptimization(scope, p, {});
    const lines: string[] = [];
    const followed = (async () => {
      for await (const line of await schedule.followRun(scope, p, id)) {
        lines.push(line.type === 'status' ? line.status : line.type);
      }
    })();
    solve = async (request) => {
      const outcome = greedy(request);
      request.onEvent!({ kind: 'incumbent', seconds: 0.1, solution: outcome.solution, bound: 0 });
      for (let i = 0; i < 20; i++) {
        await sleep(20);
        ring(id);
      }
      return outcome;
    };
    await expect.poll(() => lines).not.toHaveLength(0);
    await execute(id);
    ring(id);
    await followed;
    expect(lines).toEqual(['STARTING', 'RUNNING', 'progress', 'incumbent', 'progress', 'SUCCEEDED', 'done']);
    expect((await schedule.getRun(scope, p, id)).progress).toMatchObject({ iterations: 1, elapsedSeconds: 0.1 });
    expect(listenersOf(id)).toBe(0);
  });
});

describe('an external run', () => {
  const start = async () => schedule.startOptimization(scope, p, { solver: 'external' });

  test('provides data, is claimed, and takes one result; repeating the webhook changes nothing, another one is too late', async () => {
    const { id, webhookSecret, status } = await start();
    expect(status).toBe('STARTING');
    expect(await schedule.webhookSecret(scope, p, id)).toBe(webhookSecret);
    const data = await schedule.runData(scope, p, id, { claim: true });
    expect(data.operations).toHaveLength(3);
    expect((await schedule.getRun(scope, p, id)).status).toBe('RUNNING');
    const result = { assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] };
    const ended = await schedule.submitResult(scope, p, id, result, { webhookId: 'm1' });
    expect(ended).toMatchObject({ status: 'SUCCEEDED', applied: { assigned: 1 } });
    expect(await schedule.submitResult(scope, p, id, result, { webhookId: 'm1' })).toEqual(ended);
    expect(await codeOf(schedule.submitResult(scope, p, id, result, { webhookId: 'm2' }))).toBe('task_finished');
    expect(await place('o1')).toBe(`${p}-r1`);
  });

  test('takes no result before it was started', async () => {
    const { id } = await schedule.startOptimization(scope, p, { solver: 'external', start: false });
    const early = schedule.submitResult(scope, p, id, { assignments: [] }, { webhookId: 'm1' });
    expect(await codeOf(early)).toBe('task_not_pending');
    expect((await schedule.getRun(scope, p, id)).status).toBe('PENDING');
  });

  test('refuses an infeasible result with every violation, and stays open', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { tags: [`${p}-wide`] });
    const { id } = await start();
    const result = { assignments: [{ operation: `${p}-o1`, resource: `${p}-r2` }] };
    const submit = (assignments: { operation: string; resource: string }[]) =>
      problemsOf(schedule.submitResult(scope, p, id, { assignments }, { webhookId: 'm1' }));
    expect(await submit(result.assignments)).toEqual([['assignments.0', 'plan_infeasible']]);
    expect(await submit([{ operation: 'ghost', resource: `${p}-r2` }])).toEqual([
      ['assignments.0.operation', 'unknown_reference'],
    ]);
    expect((await schedule.getRun(scope, p, id)).status).toBe('STARTING');
  });

  // Guarantee: a plan for a draft that can no longer be written is not lost.
  test('fails if its draft was archived meanwhile, and keeps the plan, which can be applied once the draft is back', async () => {
    const draft = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'Draft' })).id };
    const { id } = await schedule.startOptimization(draft, p, { solver: 'external' });
    await schedule.archiveWorkspace(scope, draft.workspace);
    const result = { assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] };
    const submit = () => schedule.submitResult(scope, p, id, result, { webhookId: 'm1' });
    const ended = await submit();
    expect(ended).toMatchObject({ status: 'FAILED', changeset: null, applied: null });
    expect(ended.error).toContain('The plan is stored as the result.');
    expect(await submit()).toEqual(ended);
    await schedule.restoreWorkspace(scope, draft.workspace);
    expect((await schedule.applyRun(scope, p, id)).applied).toMatchObject({ assigned: 1 });
  });

  test('fails if no result arrives in time', async () => {
    const { id } = await schedule.startOptimization(scope, p, {
      solver: 'external',
      parameters: { timeLimitSeconds: 0.001 },
    });
    await sleep(5);
    await failOverdue(opened.ports);
    expect((await opened.ports.runs.get(id))!.status).toBe('FAILED');
    const other = await schedule.startOptimization(scope, p, {
      solver: 'external',
      parameters: { timeLimitSeconds: 0.001 },
    });
    await sleep(5);
    const late = schedule.submitResult(scope, p, other.id, { assignments: [] }, { webhookId: 'm1' });
    expect(await codeOf(late)).toBe('task_finished');
    expect((await schedule.getRun(scope, p, other.id)).status).toBe('FAILED');
  });
});
