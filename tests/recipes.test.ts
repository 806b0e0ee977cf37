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

const SHAPE = `import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { RuleTerm, TermDelta, TermShape } from './termShape.ts';

/** Each part beyond the first \`most\` on a resource costs \`cost\`. */
interface QuotaTerm extends RuleTerm {
  readonly cost: number;
  readonly most: number;
  /** How many others there are of those that a slice does not have. */
  readonly given: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly quotas: readonly QuotaTerm[];
  }
}

const beyond = (count: number, most: number): number => Math.max(0, count - most);

export const quotas: TermShape<QuotaTerm> = {
  visit({ resourceCount, terms }, placement, emit) {
    for (const { rule, cost: each, most, given } of terms.quotas) {
      const counts = given.slice();
      for (const resource of placement) if (resource >= 0) counts[resource]++;
      for (let resource = 0; resource < resourceCount; resource++) {
        const cost = each * beyond(counts[resource], most);
        if (cost > 0) emit({ level: 'rules', kind: 'quota', rule, cost, part: -1, other: -1, resource });
      }
    }
  },
  delta: (instance) => new QuotaCounts(instance),
  relaxation: { kind: 'leftOut', cost: ({ cost }) => cost },
  slice(term, { visitOutside }) {
    const given = term.given.slice();
    visitOutside((_part, resource) => given[resource]++);
    return { ...term, given };
  },
};

class QuotaCounts implements TermDelta {
  private readonly instance: Instance;
  private readonly counts: Int32Array;

  constructor(instance: Instance) {
    this.instance = instance;
    this.counts = new Int32Array(instance.resourceCount);
  }

  count(_part: number, resource: number, change: 1 | -1): void {
    this.counts[resource] += change;
  }

  costAt(part: number, resource: number, placement: Placement): number {
    const others = this.counts[resource] - (placement[part] === resource ? 1 : 0);
    let cost = 0;
    for (const term of this.instance.terms.quotas) if (others + term.given[resource] >= term.most) cost += term.cost;
    return cost;
  }
}
`;

const QUOTA = `import type { RuleKind } from './ruleKind.ts';

export const quota: RuleKind = {
  kind: 'quota',
  description: 'Each operation beyond so many on one resource costs the weight.',
  parameters: {
    type: 'object',
    properties: { most: { type: 'integer', minimum: 0, description: 'how many cost nothing' } },
    required: ['most'],
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, parameters }, { terms, places }) {
    const given = new Int32Array(places('resource').length);
    terms.quotas.push({ rule: index, cost, most: parameters['most'] as number, given });
  },
};
`;

const JUDGE = `
const chargeQuotas: typeof chargeLinks = ({ terms }, placement, tally) => {
  for (const { rule, cost, most, given } of terms.quotas) {
    const sofar = given.slice();
    for (const resource of placement) if (resource >= 0 && ++sofar[resource] > most) tally.charge(rule, cost);
  }
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
  await add('engine/objective/terms/quota.ts', SHAPE);
  await register(
    'engine/objective/terms/termShapes.ts',
    "import { quotas } from './quota.ts';",
    /TERM_SHAPES = \{ /,
    'quotas',
  );
  await add('engine/objective/rules/quota.ts', QUOTA);
  await register(
    'engine/objective/rules/ruleKinds.ts',
    "import { quota } from './quota.ts';",
    /RULE_KINDS[^=]*= \[/,
    'quota',
  );
  await register('engine/check.ts', '', /JUDGES = \[/, 'chargeQuotas');
  const check = await readFile(path.join(copy, 'engine/check.ts'), 'utf8');
  await add('engine/check.ts', check.replace('/** One for each shape', `${JUDGE}\n/** One for each shape`));
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

test('a term shape: evaluation, tally, deltas and the judge agree, and a bound is not above the best plan', {
  timeout: 60_000,
}, async () => {
  const rules = [{ id: 'q', name: 'Spread', kind: 'quota', weight: 5, parameters: { most: 1 } }];
  const operations = [0, 3, 6, 9].map((hour, i) => ({
    id: `o${i}`,
    inboundTask: side(`in${i}`, hour),
    outboundTask: side(`out${i}`, hour + 2),
  }));
  await add('spread.json', JSON.stringify({ ...DOCUMENT, operations, rules }));
  // Two resources take one operation each for nothing; the two others cost 5 each.
  for (const solver of ['greedy', 'lagrangian', 'lp']) {
    const printed = await node(
      'cli/tidegate.js',
      'solve',
      'spread.json',
      '--json',
      '--solver',
      solver,
      '--step-limit',
      '2000',
    );
    const { score, bound } = JSON.parse(printed) as { score: { total: number }; bound: number | null };
    expect(score.total, solver).toBe(10);
    expect(bound ?? 0, solver).toBeLessThanOrEqual(10);
  }
  await add(
    'agree.ts',
    `import { check } from './engine/check.ts';
     import { compile } from './engine/instance/compile.ts';
     import { evaluate } from './engine/objective/evaluate.ts';
     import { tally } from './engine/objective/tally.ts';
     import { Plan } from './engine/board/plan.ts';
     import { createRandom } from './engine/random.ts';
     import { readFileSync } from 'node:fs';
     const instance = compile(JSON.parse(readFileSync('spread.json', 'utf8')));
     const plan = new Plan(instance, new Int32Array(4).fill(-1));
     const random = createRandom(1);
     const costs = [];
     for (let step = 0; step < 200; step++) {
       plan.move(random.below(4), random.below(3) - 1);
       const { placement, cost } = plan;
       costs.push([cost, evaluate(instance, placement).total, tally(instance, placement).total, check(instance, placement).levels?.total]);
     }
     console.log(JSON.stringify(costs));`,
  );
  const costs = JSON.parse(await node('agree.ts')) as number[][];
  expect(costs.filter((row) => new Set(row).size > 1)).toEqual([]);
  expect(new Set(costs.map(([cost]) => cost)).size).toBeGreaterThan(5);
});

test('a wrong parameter of the new kind is refused by its description', { timeout: 60_000 }, async () => {
  const rules = [{ ...DOCUMENT.rules[0], parameters: { sides: 10 } }];
  await add('wrong.json', JSON.stringify({ ...DOCUMENT, rules }));
  const failed = node('cli/tidegate.js', 'solve', 'wrong.json', '--json').catch(
    (error: { stderr: string }) => error.stderr,
  );
  expect(await failed).toMatch(/sides/);
});

test('a field of a task: a column, its migration and a definition', { timeout: 180_000 }, async () => {
  await add('db/migrations/9999_terminal.sql', 'alter table tasks add column terminal text;');
  const line = async (file: string, list: RegExp, entry: string): Promise<void> => {
    const text = await readFile(path.join(copy, file), 'utf8');
    expect(text).toMatch(list);
    await add(
      file,
      text.replace(list, (before) => `${before}\n  ${entry},`),
    );
  };
  await line('db/schema/versions.ts', /export const tasks = [^]*?version\(\),/, "terminal: text('terminal')");
  await line(
    'schedule/entities/fields.ts',
    /export const TASK = \{/,
    'terminal: field(z.string().max(4).nullable(), z.string().nullable(), null)',
  );
  await add(
    'askField.ts',
    `import { TaskCreate, TaskRecord } from './api/contract/task.ts';
     import { importSmall, newScope, openSchedule } from './schedule/testing/openSchedule.ts';
     import { documentOf } from './schedule/documents/documentOf.ts';
     const task = { planning: 'p', taskName: 't', plannedTime: '2026-01-01T00:00:00Z', expectedTime: '2026-01-01T00:00:00Z' };
     const opened = await openSchedule();
     const scope = await newScope(opened);
     const named = (task) => ({ ...task, terminal: 'T1' });
     const p = await importSmall(opened, scope, (document) => ({
       ...document,
       operations: document.operations.map((one) => ({ ...one, inboundTask: named(one.inboundTask) })),
     }));
     const { schedule, ports } = opened;
     const imported = await schedule.getOperation(scope, p + '-o1');
     const patched = await schedule.patchOperation(scope, p + '-o1', { inboundTask: { terminal: 'T2' } });
     const state = await ports.store.state({ planning: (await ports.store.locate([scope.actor.memberships[0].organization], 'planning', p)).planning, workspace: null });
     console.log(JSON.stringify({
       accepted: ['T1', null, 'long enough'].map((terminal) => TaskCreate.safeParse({ ...task, terminal }).success),
       isRecorded: 'terminal' in TaskRecord.shape,
       read: [imported, patched].map(({ inboundTask, outboundTask }) => [inboundTask.terminal, outboundTask.terminal]),
       exported: documentOf(state).operations.map(({ inboundTask }) => inboundTask.terminal),
     }));
     await opened.close();`,
  );
  const { stdout } = await run(process.execPath, ['askField.ts'], {
    cwd: copy,
    env: { ...process.env, TMPDIR: copy, TEST_DATABASE_URL: '' },
  });
  expect(JSON.parse(stdout)).toEqual({
    accepted: [true, true, false],
    isRecorded: true,
    read: [
      ['T1', null],
      ['T2', null],
    ],
    exported: ['T2', 'T1', 'T1'],
  });
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
