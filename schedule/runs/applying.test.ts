/** Guarantee: whatever happens to a schedule while it is being solved, the applied plan fits the schedule at that time. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { check } from '../../engine/check.ts';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { createRandom, type Random } from '../../fixtures/generate/random.ts';
import { createInstances } from '../instances/instances.ts';
import type { SolveOutcome, SolveRequest } from '../ports.ts';
import { at, importSmall, newScope, organizationOf, placedOn, solverCalled } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';
import { executeRun } from './executeRun.ts';

const OPERATIONS = 24;
const RESOURCES = 4;
const MOVABLE = -2;

let scope: Scope;
let solve: (request: SolveRequest) => Promise<SolveOutcome>;

const { opened, schedule } = await useSchedule({
  solve: (request) => solve(request),
  solvers: [solverCalled('auto')],
});
beforeEach(async () => {
  scope = await newScope(opened);
});

const outcomeOf = (plan: Plan): SolveOutcome => ({
  solution: plan.snapshot(),
  bound: null,
  iterations: 1,
  seconds: 0,
});
/** Reassigns everything that may move to where it costs least. */
const anew = ({ instance }: SolveRequest): SolveOutcome => {
  const plan = new Plan(instance, instance.placed);
  const movable = Array.from({ length: instance.partCount }, (_, part) => part).filter(
    (part) => instance.pinned[part] === MOVABLE,
  );
  for (const part of movable) plan.move(part, -1);
  for (const part of movable) {
    let [best, bestDelta] = [-1, 0];
    for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
      const delta = plan.moveDelta(part, instance.arcResource[arc]);
      if (delta < bestDelta) [best, bestDelta] = [instance.arcResource[arc], delta];
    }
    if (best >= 0) plan.move(part, best);
  }
  return plan.cost < new Plan(instance, instance.placed).cost
    ? outcomeOf(plan)
    : outcomeOf(new Plan(instance, instance.placed));
};

/** The instances as a worker has them. */
const instances = createInstances(() => Date.now());
const instanceOf = (state: PlanningState): Instance => createInstances(() => Date.parse(at('00:00'))).of(state);
const stateNow = async (planning: string): Promise<PlanningState> => {
  const located = await opened.ports.store.locate([organizationOf(scope)], 'planning', planning);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  return opened.ports.store.state({ planning: located.planning });
};
const placesIn = (state: PlanningState): Map<string, string | null> =>
  new Map([...state.all('operation')].map(({ id }) => [id, state.assignmentOf(id)?.fields.parts[0]?.resource ?? null]));
/** The placement of the later instance, on the earlier one. */
const placementOn = (instance: Instance, places: ReadonlyMap<string, string | null>): Int32Array =>
  Int32Array.from({ length: instance.partCount }, (_, part) =>
    instance.names.resources.indexOf(places.get(instance.names.operations[instance.operation[part]]) ?? ''),
  );

interface Applied {
  readonly assigned: number;
  readonly unchanged: number;
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
}
/** Runs once, with `meanwhile` called after the solver has its answer. Returns the states just before the plan is applied and after. */
const runDuring = async (planning: string, meanwhile: () => Promise<unknown>, answer = anew) => {
  let planned = new Map<string, string | null>();
  let between: PlanningState | null = null;
  solve = async (request) => {
    const outcome = answer(request);
    if (between !== null) return outcome;
    const { names, operation } = request.instance;
    planned = new Map(
      Array.from(outcome.solution.placement, (resource, part) => [
        names.operations[operation[part]],
        resource < 0 ? null : names.resources[resource],
      ]),
    );
    await meanwhile();
    between = await stateNow(planning);
    return outcome;
  };
  const { id } = await schedule.startOptimization(scope, planning, {});
  const run = await executeRun(opened.ports, id, { worker: 'w1', instances });
  expect(run?.status).toBe('SUCCEEDED');
  return { planned, between: between!, after: await stateNow(planning), applied: run!.applied as unknown as Applied };
};

/** Operations of 50 minutes, one every 20, unassigned. */
const addBusyDay = (random: Random): Promise<string> =>
  importSmall(opened, scope, (document) => {
    const id = String(document.planning.id);
    const time = (minutes: number): string => new Date(Date.parse(at('06:00')) + minutes * 60_000).toISOString();
    const operations = Array.from({ length: OPERATIONS }, (_, i) => ({
      id: `${id}-o${i}`,
      inboundTask: { taskName: `in ${i}`, plannedTime: time(20 * i), expectedTime: time(20 * i) },
      outboundTask: { taskName: `out ${i}`, plannedTime: time(20 * i + 50), expectedTime: time(20 * i + 50) },
    }));
    return {
      ...document,
      resources: Array.from({ length: RESOURCES }, (_, i) => ({
        id: `${id}-r${i}`,
        name: `Stand ${i}`,
        location: `${id}-apron`,
      })),
      operations,
      assignments: operations.map((operation) => ({
        operation: operation.id,
        resource: `${id}-r${random.below(RESOURCES)}`,
      })),
    };
  });

test.each([1, 2, 3, 4, 5, 6])('survives any concurrent edits (seed %i)', async (seed) => {
  const random = createRandom(seed);
  const p = await addBusyDay(random);
  const touched = new Map<string, string>();
  const edits: ((operation: string) => Promise<unknown>)[] = [
    (operation) => schedule.deleteOperation(scope, operation),
    (operation) => schedule.patchOperation(scope, operation, { isFixedToResource: true }),
    async (operation) => {
      const place = Number(
        placesIn(await stateNow(p))
          .get(operation)
          ?.at(-1),
      );
      const other = (place + 1 + random.below(RESOURCES - 1)) % RESOURCES;
      await schedule.createAssignment(scope, { operation, resource: `${p}-r${other}` });
    },
    (operation) => schedule.patchOperation(scope, operation, { inboundTask: { actualTime: at('05:50') } }),
  ];
  const reasons = ['deleted', 'fixed', 'reassigned', 'started'];
  const tick = (operation: string): Promise<unknown> =>
    schedule.patchOperation(scope, operation, {
      outboundTask: { imposedDelayInSeconds: 60 * random.below(30) },
    });
  const { planned, between, after, applied } = await runDuring(p, async () => {
    for (let i = 0; i < OPERATIONS; i++) {
      const operation = `${p}-o${i}`;
      const edit = random.below(12);
      if (edit < edits.length) {
        await edits[edit](operation);
        touched.set(operation, reasons[edit]);
      } else if (edit < 9) await tick(operation);
    }
  });
  const [before, now] = [placesIn(between), placesIn(after)];
  expect([...now.keys()].sort()).toEqual([...before.keys()].sort());

  // What users did is kept.
  for (const operation of touched.keys()) expect(now.get(operation)).toBe(before.get(operation));
  for (const { operation, reason } of applied.skipped) {
    const expected = touched.get(operation);
    if (expected !== undefined && reason !== 'reassigned') expect([operation, reason]).toEqual([operation, expected]);
  }
  // The account of the run is complete and correct.
  const moved = [...now].filter(([operation, place]) => before.get(operation) !== place);
  expect(applied.assigned).toBe(moved.length);
  expect(moved.length).toBeGreaterThan(0);
  const skipped = new Set(applied.skipped.map(({ operation }) => operation));
  expect(skipped.size).toBe(applied.skipped.length);
  for (const [operation] of moved) expect(skipped.has(operation)).toBe(false);
  const rest = [...now.keys()].filter((operation) => before.get(operation) === now.get(operation));
  expect(applied.unchanged).toBe(rest.filter((operation) => !skipped.has(operation)).length);

  // The score is no worse, and every conflict was in the schedule or in the plan.
  const instance = instanceOf(between);
  const [costBefore, costAfter] = [instance.placed, placementOn(instance, now)].map((placement) => {
    const { feasible, levels } = check(instance, placement);
    expect(feasible).toBe(true);
    return levels!.total;
  });
  expect(costAfter).toBeLessThan(costBefore);
  const conflictsOf = (places: ReadonlyMap<string, string | null>): string[] =>
    findConflicts(instance, placementOn(instance, places)).map(({ id }) => id);
  const known = new Set([...conflictsOf(before), ...conflictsOf(planned)]);
  expect(conflictsOf(now).filter((id) => !known.has(id))).toEqual([]);
});

describe('a plan that swaps two operations', () => {
  /** o1 and o2 overlap, each on the stand that the other should have. */
  const swapped = async (meanwhile: (p: string) => Promise<unknown>, weight = -50) => {
    const p = await importSmall(opened, scope, (document) => ({
      ...placedOn('r1', 'r2')(document),
      rules: [
        {
          id: `${document.planning.id}-rule`,
          name: 'Wide operations on the wide stand',
          kind: 'match',
          weight,
          operationTags: [`${document.planning.id}-wide-wish`],
          resourceTags: [`${document.planning.id}-wide`],
        },
      ],
      tags: [
        ...document.tags,
        { uuid: `${document.planning.id}-wide-wish`, category: 'wish', value: 'wide', required: false },
      ],
      operations: document.operations.map((operation) =>
        operation.externalId === 'o2' ? { ...operation, tags: [`${document.planning.id}-wide-wish`] } : operation,
      ),
    }));
    const swap = ({ instance, initial }: SolveRequest): SolveOutcome => {
      const plan = new Plan(instance, initial ?? instance.placed);
      const partOf = (name: string): number =>
        instance.operation.findIndex((operation) => instance.names.operations[operation] === `${p}-${name}`);
      const [one, two] = [partOf('o1'), partOf('o2')];
      const isOpen = [one, two].every((part) => part >= 0 && instance.pinned[part] === MOVABLE);
      if (isOpen && instance.placed[one] >= 0 && instance.placed[two] >= 0) {
        const [from, to] = [instance.placed[one], instance.placed[two]];
        plan.move(one, -1);
        plan.move(two, from);
        plan.move(one, to);
      }
      return outcomeOf(plan);
    };
    const { after, applied } = await runDuring(p, () => meanwhile(p), swap);
    const places = placesIn(after);
    const placeOf = (name: string) => places.get(`${p}-${name}`)?.slice(p.length + 1);
    return { applied, places: [placeOf('o1'), placeOf('o2')], p };
  };

  test('is applied as a whole while estimates change', async () => {
    const { places, applied } = await swapped(async (p) => {
      for (const time of ['09:02', '09:04', '09:06']) {
        await schedule.patchOperation(scope, `${p}-o1`, { outboundTask: { expectedTime: at(time) } });
        await schedule.patchOperation(scope, `${p}-o2`, { inboundTask: { expectedTime: at('08:29') } });
      }
    });
    expect(places).toEqual(['r2', 'r1']);
    expect(applied).toMatchObject({ assigned: 2, skipped: [] });
  });

  test('is not applied in part when one of them may no longer move', async () => {
    const { places, applied, p } = await swapped((planning) =>
      schedule.patchOperation(scope, `${planning}-o1`, { isFixedToResource: true }),
    );
    expect(places).toEqual(['r1', 'r2']);
    expect(applied).toMatchObject({
      assigned: 0,
      skipped: [
        { operation: `${p}-o1`, reason: 'fixed' },
        { operation: `${p}-o2`, reason: 'conflict' },
      ],
    });
  });

  test('is not applied when it makes things worse, and each operation is listed once', async () => {
    const { places, applied, p } = await swapped(
      (planning) => schedule.patchOperation(scope, `${planning}-o3`, { description: 'changed' }),
      50,
    );
    expect(places).toEqual(['r1', 'r2']);
    expect(applied).toMatchObject({ assigned: 0, unchanged: 1 });
    expect(applied.skipped.toSorted((a, b) => (a.operation < b.operation ? -1 : 1))).toEqual([
      { operation: `${p}-o1`, reason: 'score' },
      { operation: `${p}-o2`, reason: 'score' },
    ]);
  });

  test('is applied to the remaining operation when the other was deleted', async () => {
    const { places, applied, p } = await swapped((planning) => schedule.deleteOperation(scope, `${planning}-o1`));
    expect(places).toEqual([undefined, 'r1']);
    expect(applied).toMatchObject({ assigned: 1, skipped: [{ operation: `${p}-o1`, reason: 'deleted' }] });
  });
});

// Guarantee: a plan for a draft that can no longer be written is not lost.
test.each(['archiveWorkspace', 'publishWorkspace'] as const)(
  '%s during the run: it fails, and its plan is stored',
  async (end) => {
    const p = await addBusyDay(createRandom(7));
    const draft = await schedule.createWorkspace(scope, p, { name: 'Draft' });
    const within = { ...scope, workspace: draft.id };
    await schedule.patchOperation(within, `${p}-o1`, { description: 'drafted' });
    solve = async (request) => {
      await schedule[end](scope, draft.id, {});
      return anew(request);
    };
    const { id } = await schedule.startOptimization(within, p, {});
    await executeRun(opened.ports, id, { worker: 'w1', instances });
    const run = await schedule.getRun(scope, p, id);
    expect(run).toMatchObject({ status: 'FAILED', changeset: null, applied: null, after: { score: {} } });
    expect(run.error).toContain('The plan is stored as the result.');
    const { moves } = await schedule.runResult(scope, p, id, { explain: false });
    expect(moves.value).not.toEqual([]);
  },
);

// Guarantee: a run's instance is compiled anew only if the run's parameters, or the time for a rule that depends on it, change it.
test('a cached instance is solved if it fits', async () => {
  const p = await addBusyDay(createRandom(8));
  const solved = async (parameters: object): Promise<Instance> => {
    let instance: Instance | null = null;
    solve = async (request) => anew(({ instance } = request));
    const { id } = await schedule.startOptimization(scope, p, { parameters: { ...parameters }, dryRun: true });
    await executeRun(opened.ports, id, { worker: 'w1', instances });
    return instance!;
  };
  const known = instances.of(await stateNow(p));
  expect(await solved({ timeLimitSeconds: 1, seed: 7 })).toBe(known);
  const limited = await solved({ maxReassignments: 3 });
  expect([limited.maxReassignments, known.maxReassignments]).toEqual([3, -1]);
  const parameters = { withinSeconds: 1e9, factor: 2 };
  await schedule.createRule(scope, { planning: p, name: 'Late moves', kind: 'stability', weight: 1, parameters });
  const ruled = await stateNow(p);
  const now = instances.of(ruled);
  expect(await solved({})).toBe(now);
  // The instance compiled before the lead times were short has other costs.
  const before = instances.at(ruled, 0);
  expect(before.reassignedCost).not.toEqual(now.reassignedCost);
  const later = await solved({});
  expect(later.reassignedCost).toEqual(now.reassignedCost);
  expect(instances.of(ruled)).toBe(later);
});
