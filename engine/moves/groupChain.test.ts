import { expect, test } from 'vitest';
import type { Instance } from '../instance/instance.ts';
import { feasiblePlacementOf } from '../instance/assignments.ts';
import { compile } from '../instance/compile.ts';
import type { PlanningDocument } from '../instance/planningDocument.ts';
import { Plan } from '../board/plan.ts';
import { evaluate } from '../objective/evaluate.ts';
import { createRandom } from '../random.ts';
import { overDays } from '../testing/overDays.ts';
import { randomDocument } from '../testing/randomInstance.ts';
import { groupChain } from './groupChain.ts';
import { JointChange } from './jointChange.ts';
import type { Move } from './move.ts';
import { createMoves } from './moves.ts';
import { teamsOf } from './teams.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

/** Operations of two kinds, a and b, at the same times; each kind would rather be on the resources tagged `for-a` or `for-b`. */
const crossed = (
  days: number,
  more: Pick<PlanningDocument, 'resources'> & { readonly rules: PlanningDocument['rules'] },
): PlanningDocument => ({
  format: 'tidegate/planning@1',
  planning: { name: 'Crossed' },
  locations: [{ id: 'here', name: 'Here' }],
  tags: ['a', 'b', 'for-a', 'for-b'].map((uuid) => ({ uuid, category: 'kind', value: uuid })),
  groups: ['a', 'b'].map((id) => ({ id, name: id })),
  operations: ['a', 'b'].flatMap((kind) =>
    Array.from({ length: days }, (_, i) => ({
      id: `${kind}-${i}`,
      group: kind,
      tags: [kind],
      inboundTask: { taskName: 'in', expectedTime: at(24 * i + 8) },
      outboundTask: { taskName: 'out', expectedTime: at(24 * i + 12) },
    })),
  ),
  assignments: [],
  ...more,
  rules: [
    ...more.rules,
    ...['a', 'b'].map((kind) => ({
      id: `prefer-${kind}`,
      name: `Prefer ${kind}`,
      kind: 'mismatch',
      weight: 1,
      operationTags: [kind],
      resourceTags: [`for-${kind}`],
      parameters: {},
    })),
  ],
});

/** The plan that has each operation on the resource of that name. */
const planOf = (instance: Instance, placeOf: (operation: string) => string): Plan => {
  const { operation, names } = instance;
  return new Plan(
    instance,
    operation.map((own) => names.resources.indexOf(placeOf(names.operations[own]))),
  );
};

/** Draws until a change lowers the cost, and makes that change. Returns false when none of many does. */
const improveBy = (move: Move, plan: Plan): boolean => {
  const random = createRandom(1);
  for (let draw = 0; draw < 300; draw++) {
    const delta = move.evaluate(plan, random);
    if (delta === Number.POSITIVE_INFINITY) continue;
    if (delta < 0) {
      move.apply(plan);
      return true;
    }
    move.revert(plan);
  }
  return false;
};

const idsOf = (plan: Plan): string[] => createMoves(plan).map(({ id }) => id);

test('two groups exchange their resources over all days at once', () => {
  const instance = compile(
    crossed(5, {
      resources: ['a', 'b'].map((kind) => ({ id: `for-${kind}`, name: kind, location: 'here', tags: [`for-${kind}`] })),
      rules: [{ id: 'same', name: 'Same', kind: 'group', weight: 100, parameters: { scope: 'resource' } }],
    }),
  );
  const plan = planOf(instance, (operation) => (operation.startsWith('a') ? 'for-b' : 'for-a'));
  expect(plan.cost).toBe(1000);
  expect(idsOf(plan)).toContain('group-chain');
  const others = createMoves(plan).filter(({ id }) => id === 'swap' || id === 'kempe-chain');
  for (const move of others) expect(improveBy(move, plan), move.id).toBe(false);
  expect(improveBy(groupChain(plan, teamsOf(plan.instance)!), plan)).toBe(true);
  expect(plan.cost).toBe(0);
});

test.each([[], [{ id: 'last', name: 'Last', kind: 'continuity', weight: 5, parameters: { scope: 'resource' } }]])(
  'without groups that a rule keeps together, and without flights that recur, there is no such chain',
  (...rules) => {
    const document = crossed(1, { resources: [{ id: 'for-a', name: 'a', location: 'here' }], rules });
    const instance = compile({
      ...document,
      operations: document.operations.map((operation) => ({
        ...operation,
        inboundTask: { ...operation.inboundTask!, taskName: operation.id },
      })),
    });
    const ids = idsOf(planOf(instance, () => ''));
    expect(ids).toContain('kempe-chain');
    expect(ids).not.toContain('group-chain');
  },
);

// Guarantee: what a chain says it changes is what it changes, whether it finds that without changing the plan or by changing it.
test('chains of groups and of flights over several days have exact deltas', () => {
  const random = createRandom(3);
  const counts = { exact: 0, tried: 0, flights: 0, elsewhere: 0, without: 0, reverted: 0 };
  for (let seed = 0; seed < 400; seed++) {
    const document = overDays(randomDocument(seed, { operations: 16, resources: 4 }), 3, random);
    const rules = document.rules.filter(
      ({ kind }) => seed % 2 === 0 || ['group', 'continuity', 'buffer', 'match'].includes(kind),
    );
    const instance = compile({ ...document, rules }, { referenceTime: '2026-06-01T00:00:00Z' });
    const plan = new Plan(instance, feasiblePlacementOf(instance));
    const teams = teamsOf(instance)!;
    const move = groupChain(plan, teams);
    for (let draw = 0; draw < 12; draw++) {
      const [cost, before] = [plan.cost, plan.placement.slice()];
      const delta = move.evaluate(plan, random);
      if (delta === Number.POSITIVE_INFINITY) continue;
      if (random.below(3) === 0) {
        move.revert(plan);
        expect(plan.placement).toEqual(before);
        counts.reverted++;
      } else {
        move.apply(plan);
        expect(plan.cost).toBe(cost + delta);
        counts[JointChange.isExact(instance) ? 'exact' : 'tried']++;
        if (teams.kind === 'flights') counts.flights++;
        const from = new Set(before.filter((place, part) => place !== plan.placement[part]));
        if (from.size > 2) counts.elsewhere++;
        if (from.has(-1)) counts.without++;
      }
      expect(plan.levels()).toEqual(evaluate(instance, plan.placement));
    }
  }
  for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(100);
});
