/** Guarantee: what `tidegate check` says about a plan is true, whoever made the plan. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { tidegate } from '../../tests/processes.ts';
import { InputError } from '../inputFile.ts';
import { judgePlan, readSolution } from '../judgedPlan.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const at = (time: string): string => `2026-06-01T${time}:00.000Z`;
const stay = (id: string, from: string, to: string, tags: readonly string[] = []) => ({
  id,
  tags,
  inboundTask: { taskName: id, plannedTime: at(from), expectedTime: at(from) },
  outboundTask: { taskName: id, plannedTime: at(to), expectedTime: at(to) },
});

/** Three operations at once on two stands, of which one accepts wide aircraft; b and c are both on w, and t is towed. */
const plan: PlanningDocument = {
  format: 'tidegate/planning@1',
  planning: { id: 'p', name: 'P' },
  locations: [{ id: 'apron', name: 'Apron' }],
  tags: [{ uuid: 'wide', category: 'size', value: 'wide', required: true }],
  resources: [
    { id: 'w', name: 'W', location: 'apron', tags: ['wide'] },
    { id: 'n', name: 'N', location: 'apron' },
  ],
  groups: [],
  operations: [
    stay('a', '08:00', '09:00'),
    { ...stay('b', '08:30', '09:30'), isFixedToResource: true },
    stay('c', '08:45', '10:00', ['wide']),
    stay('t', '12:00', '18:00'),
  ],
  rules: [
    { id: 'use', name: 'Opening a stand', kind: 'usage', weight: 3 },
    { id: 'narrow', name: 'Wide on narrow', kind: 'match', weight: 5, operationTags: ['wide'] },
  ],
  assignments: [
    { operation: 'b', resource: 'w' },
    { operation: 'c', resource: 'w' },
    {
      operation: 't',
      parts: [
        { endAt: at('13:00'), resource: 'w' },
        { startAt: at('17:00'), resource: 'w' },
      ],
    },
  ],
};
const instance = compile(plan);
const judge = (solution: unknown) => {
  const { placement, claimed } = readSolution(instance, solution);
  return judgePlan(instance, placement, claimed);
};
const problemsOf = (solution: unknown): readonly string[] => {
  try {
    judge(solution);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
};

test('a plan costs what its rules say, and operations that cannot have a stand are counted', () => {
  const judged = judge([
    { operation: 'a', resource: 'n' },
    { operation: 'c', resource: null },
  ]);
  expect(judged).toMatchObject({
    feasible: true,
    score: { total: 1000 + 6, conflicts: 0, unassigned: 1000, reassigned: 0, rules: 6 },
    claimed: null,
    rules: [
      { id: 'narrow', penalty: 0, violations: 0 },
      { id: 'use', penalty: 6, violations: 2 },
    ],
    unassigned: 1,
    reassigned: 1,
    cliques: { unavoidableUnassigned: 1, withoutPlace: 1 },
  });
});

test('every violation names its operation and resource', () => {
  const { feasible, violations } = judge({
    assignments: [
      { operation: 'c', resource: 'n' },
      { operation: 'b', resource: 'n' },
    ],
  });
  expect(feasible).toBe(false);
  expect(violations.map(({ kind, operation, resource }) => `${kind} ${operation} ${resource}`).sort()).toEqual([
    'ineligible b n',
    'ineligible c n',
    'pinned b n',
  ]);
});

test('a claimed score is compared with the true one', () => {
  const assignments = [{ operation: 'a', resource: 'n' }];
  const { score } = judge(assignments);
  expect(judge({ assignments, score }).claimed).toEqual({ total: score!.total, holds: true });
  expect(judge({ assignments, score: { total: 7 } }).claimed).toEqual({ total: 7, holds: false });
});

test('a solution of another plan is refused with every problem at once', () => {
  expect(
    problemsOf([
      { operation: 'absent', resource: 'n' },
      { operation: 'a', resource: 'nowhere' },
      { operation: 'a', resource: 'n' },
      { operation: 't', resource: 'n' },
      null,
    ]),
  ).toEqual([
    'assignments.0.operation: There is no operation "absent" in the plan.',
    'assignments.1.resource: There is no resource "nowhere" in the plan.',
    'assignments.2.operation: "a" is assigned twice.',
    'assignments.3.parts: "t" has 2 in the plan, and needs the same number here.',
    'assignments.4.operation: There is no operation undefined in the plan.',
  ]);
  for (const none of [null, 7, {}, { assignments: {} }]) expect(problemsOf(none)).toHaveLength(1);
});

const folder = temporaryFolder('check');

test('the exit code is 0 for a feasible solution, 1 for an infeasible one or a false score, and 2 for bad input', async () => {
  const write = async (name: string, json: unknown): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(json));
    return file;
  };
  const file = await write('plan.json', plan);
  const solution = path.join(folder, 'solution.json');
  await tidegate(['solve', file, '--step-limit', '500', '--threads', '1', '--out', solution]);
  const good = await tidegate(['check', file, solution]);
  expect([good.code, good.stdout.split('\n')[0]]).toEqual([0, 'Feasible']);
  expect(good.stdout).toContain('(which is true)');
  expect(good.stdout).toMatch(/^ {2}unassigned {2}1 {2}\(at least 1 in any plan without overlaps\)$/m);
  const operations = plan.operations.filter(({ id }) => id === 'b' || id === 't');
  const assignments = plan.assignments?.filter(({ operation }) => operation !== 'c');
  const roomy = await tidegate(['check', await write('roomy.json', { ...plan, operations, assignments })]);
  expect([roomy.code, roomy.stdout]).toEqual([0, expect.stringMatching(/^ {2}unassigned {2}0$/m)]);
  const bad = await tidegate(['check', file, await write('bad.json', [{ operation: 'b', resource: 'n' }]), '--json']);
  expect([bad.code, (JSON.parse(bad.stdout) as { feasible: boolean }).feasible]).toEqual([1, false]);
  const none = await tidegate(['check', file, await write('none.json', {})]);
  expect([none.code, none.stdout]).toEqual([2, '']);
});
