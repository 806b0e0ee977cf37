/** CONTRIBUTING.md's recipes, followed on a copy: one file and one line each, and everything that is said to follow follows. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const SOURCES = ['api', 'cli', 'db', 'engine', 'schedule', 'solvers', 'package.json', 'tsconfig.json'];

let copy: string;
const add = (file: string, text: string): Promise<void> => writeFile(path.join(copy, file), text);
/** Puts a line above a file's first import, and an entry at the end of its list. */
const register = async (file: string, line: string, list: RegExp, entry: string): Promise<void> => {
  const text = await readFile(path.join(copy, file), 'utf8');
  expect(text).toMatch(list);
  await add(file, `${line}\n${text.replace(list, (before) => `${before}${entry}, `)}`);
};
const node = async (...args: string[]): Promise<string> => (await run(process.execPath, args, { cwd: copy })).stdout;

const RULE = `import type { RuleKind } from './ruleKind.ts';

export const surcharge: RuleKind = {
  kind: 'surcharge',
  description: 'Whatever stands on a resource with any of resourceTags costs the weight, times the number of sides.',
  parameters: {
    type: 'object',
    properties: { sides: { type: 'integer', minimum: 1, maximum: 9, default: 1, description: 'factor' } },
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, weight, operationTags, resourceTags, parameters }, context) {
    context.terms.matches.push({
      rule: index,
      hard: false,
      weight: weight * ((parameters['sides'] as number | undefined) ?? 1),
      perHour: false,
      operations: context.operations(operationTags),
      resources: context.resources(resourceTags),
    });
  },
};
`;

const SOLVER = `import { Plan } from '../../engine/board/plan.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import type { Solver } from '../solvers/solver.ts';

/** Takes whatever a move improves. */
export const descent: Solver = {
  id: 'descent',
  name: 'Descent',
  description: 'Takes every move that improves the plan.',
  provesBound: false,
  usesThreads: false,
  parameters: { patience: { type: 'integer', minimum: 1, description: 'moves without success' } },
  supports: () => null,
  solve(instance, run) {
    const plan = new Plan(instance, run.initial.placement);
    const moves = createMoves(plan);
    let iterations = 0;
    while (!run.stop()) {
      const move = moves[iterations++ % moves.length]!;
      run.step(1);
      const delta = move.evaluate(plan, run.random);
      if (delta < 0) move.apply(plan);
      else if (delta < Number.POSITIVE_INFINITY) move.revert(plan);
    }
    const solution = plan.snapshot();
    run.report({ kind: 'incumbent', solution });
    return { solution, bound: null, iterations, status: 'feasible' };
  },
};
`;

const MOVE = `import type { Plan } from '../board/plan.ts';
import { type Move, movableParts } from './move.ts';

/** A part that has a place gives it up. */
export const vacate = (plan: Plan): Move => {
  const parts = movableParts(plan);
  let part = -1;
  let from = -1;
  let before = 0;
  return {
    id: 'vacate',
    evaluate(current, random) {
      if (parts.length === 0 || current.instance.maxReassignments >= 0) return Number.POSITIVE_INFINITY;
      part = parts[random.below(parts.length)]!;
      from = current.placement[part]!;
      if (from < 0) return Number.POSITIVE_INFINITY;
      before = current.cost;
      current.move(part, -1);
      return current.cost - before;
    },
    apply() {},
    revert(current) {
      current.move(part, from);
    },
  };
};
`;

const time = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const side = (id: string, hour: number) => ({
  id,
  taskName: id,
  externalId: id,
  scheduledTime: time(hour),
  expectedTime: time(hour),
  expectedTimesSource: 'predicted',
});
const DOCUMENT = {
  format: 'tidegate/planning@1',
  planning: { id: 'p', name: 'P' },
  locations: [{ id: 'l', name: 'L' }],
  tags: [{ uuid: 'dear', category: 'c', value: 'dear' }],
  resources: ['a', 'b'].map((id) => ({ id, name: id, location: 'l', tags: id === 'a' ? ['dear'] : [] })),
  groups: [],
  operations: [0, 1].map((i) => ({
    id: `o${i}`,
    inboundTask: side(`in${i}`, i),
    outboundTask: side(`out${i}`, i + 2),
  })),
  rules: [{ id: 'r', name: 'Dear', kind: 'surcharge', weight: 7, resourceTags: ['dear'], parameters: { sides: 3 } }],
  assignments: [],
};

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'tidegate-recipes-'));
  await Promise.all(SOURCES.map((name) => cp(path.join(root, name), path.join(copy, name), { recursive: true })));
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  await add('engine/objective/rules/surcharge.ts', RULE);
  await register(
    'engine/objective/rules/ruleKinds.ts',
    "import { surcharge } from './surcharge.ts';",
    /RULE_KINDS[^=]*= \[/,
    'surcharge',
  );
  await cp(path.join(copy, 'solvers/greedy'), path.join(copy, 'solvers/descent'), { recursive: true });
  await rm(path.join(copy, 'solvers/descent/greedy.ts'));
  await add('solvers/descent/descent.ts', SOLVER);
  await register('solvers/registry.ts', "import { descent } from './descent/descent.ts';", /auto, /, 'descent');
  await add('engine/moves/vacate.ts', MOVE);
  await register('engine/moves/moves.ts', "import { vacate } from './vacate.ts';", /=> \[/, 'vacate(plan)');
  await add('plan.json', JSON.stringify(DOCUMENT));
}, 60_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

test('a rule kind and a solver: one file and one line each, and they solve', { timeout: 60_000 }, async () => {
  for (const solver of ['descent', 'lagrangian']) {
    const printed = await node(
      'cli/tidegate.js',
      'solve',
      'plan.json',
      '--json',
      '--solver',
      solver,
      '--seed',
      '1',
      '--step-limit',
      '2000',
    );
    const { score } = JSON.parse(printed) as { score: { total: number; rules: number; unassigned: number } };
    // Both overlap, so one stands where it costs 7 × 3.
    expect(score, solver).toMatchObject({ total: 21, rules: 21, unassigned: 0 });
  }
});

test('a wrong parameter of the new kind is refused by its description', { timeout: 60_000 }, async () => {
  const rules = [{ ...DOCUMENT.rules[0], parameters: { sides: 10 } }];
  await add('wrong.json', JSON.stringify({ ...DOCUMENT, rules }));
  const failed = node('cli/tidegate.js', 'solve', 'wrong.json', '--json').catch(
    (error: { stderr: string }) => error.stderr,
  );
  expect(await failed).toMatch(/sides/);
});

test('the contract and the moves know them', { timeout: 60_000 }, async () => {
  await add(
    'ask.ts',
    `import { rules } from './api/routes/ruleKinds.ts';
     import { describeSolvers } from './cli/composition/solvePort.ts';
     import { feasiblePlacementOf } from './engine/instance/assignments.ts';
     import { compile } from './engine/instance/compile.ts';
     import { createMoves } from './engine/moves/moves.ts';
     import { Plan } from './engine/board/plan.ts';
     import { readFileSync } from 'node:fs';
     const rule = (sides: number) => ({ planning: 'p', name: 'r', kind: 'surcharge', weight: 1, parameters: { sides } });
     const instance = compile(JSON.parse(readFileSync('plan.json', 'utf8')));
     const moves = createMoves(new Plan(instance, feasiblePlacementOf(instance)));
     console.log(JSON.stringify({
       accepted: [3, 10].map((sides) => rules.create.safeParse(rule(sides)).success),
       moves: moves.map(({ id }) => id),
       parameters: describeSolvers().find(({ id }) => id === 'descent')?.parameters,
     }));`,
  );
  const { accepted, moves, parameters } = JSON.parse(await node('ask.ts')) as Record<string, unknown>;
  expect(accepted).toEqual([true, false]);
  expect(moves).toContain('vacate');
  expect(parameters).toMatchObject({ properties: { patience: { type: 'integer' } } });
});
