/** Follows the recipes of CONTRIBUTING.md on a copy: one file and one line each, and everything else must follow as stated. */
import { execFile } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { JUDGE, MOVE, QUOTA, RULE, SHAPE, SOLVER } from './recipeSources.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const SOURCES = [
  'api',
  'assistant',
  'cli',
  'client',
  'db',
  'engine',
  'schedule',
  'solvers',
  'package.json',
  'tsconfig.json',
];

const copy = temporaryFolder('recipes');
const add = (file: string, text: string): Promise<void> => writeFile(path.join(copy, file), text);
/** Adds an import at the top of a file and an entry at the end of its list. */
const register = async (file: string, line: string, list: RegExp, entry: string): Promise<void> => {
  const text = await readFile(path.join(copy, file), 'utf8');
  expect(text).toMatch(list);
  await add(file, `${line}\n${text.replace(list, (before) => `${before}${entry}, `)}`);
};
const node = async (...args: string[]): Promise<string> => (await run(process.execPath, args, { cwd: copy })).stdout;

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
  await add('engine/check.ts', check.replace('const JUDGES', `${JUDGE}\nconst JUDGES`));
  await add('plan.json', JSON.stringify(DOCUMENT));
});

test('a rule kind and a solver: one file and one line each, and they solve', async () => {
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
    // The two overlap, so one of them is on the resource where it costs 7 × 3.
    expect(score, solver).toMatchObject({ total: 21, rules: 21, unassigned: 0 });
  }
});

test('a term shape: evaluation, tally, deltas and the judge agree, and a bound is not above the best plan', async () => {
  const rules = [{ id: 'q', name: 'Spread', kind: 'quota', weight: 5, parameters: { most: 1 } }];
  const operations = [0, 3, 6, 9].map((hour, i) => ({
    id: `o${i}`,
    inboundTask: side(`in${i}`, hour),
    outboundTask: side(`out${i}`, hour + 2),
  }));
  await add('spread.json', JSON.stringify({ ...DOCUMENT, operations, rules }));
  // Two resources take one operation each at no cost; the other two cost 5 each.
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

test('a wrong parameter of the new kind is refused by its description', async () => {
  const rules = [{ ...DOCUMENT.rules[0], parameters: { sides: 10 } }];
  await add('wrong.json', JSON.stringify({ ...DOCUMENT, rules }));
  const failed = node('cli/tidegate.js', 'solve', 'wrong.json', '--json').catch(
    (error: { stderr: string }) => error.stderr,
  );
  expect(await failed).toMatch(/sides/);
});

test('a field of a task: a column, its migration and a definition', async () => {
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
    'schedule/entities/task.ts',
    /export const TASK = \{/,
    'terminal: field(z.string().max(4).nullable(), z.string().nullable(), null)',
  );
  // The members as `npm run client` writes them, without the types, whose generator needs further packages.
  await add(
    'members.ts',
    `import { writeFileSync } from 'node:fs';
     import { describedInterface } from './client/generator/describedInterface.ts';
     import { documentMembers, MEMBERS_FILE } from './client/generator/documentMembers.ts';
     writeFileSync(MEMBERS_FILE, documentMembers(describedInterface()));`,
  );
  await node('members.ts');
  await add(
    'askField.ts',
    `import { patchTables } from './client/planningPatch.ts';
     import { documentOf as copyOf, tablesOf } from './client/planningTables.ts';
     import { TaskCreate, TaskRecord } from './schedule/entities/task.ts';
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
     const [organization] = scope.actor.memberships.map((membership) => membership.organization);
     const { planning } = await ports.store.locate([organization], 'planning', p);
     const document = async () => documentOf(await ports.store.state({ planning, workspace: null }));
     const copy = tablesOf(await document());
     const imported = await schedule.getOperation(scope, p + '-o1');
     const patched = await schedule.patchOperation(scope, p + '-o1', { inboundTask: { terminal: 'T2' } });
     patchTables(copy, [{ entity: 'operation', id: patched.id, after: patched }]);
     const terminals = ({ operations }) => operations.map(({ inboundTask }) => inboundTask.terminal);
     console.log(JSON.stringify({
       accepted: ['T1', null, 'long enough'].map((terminal) => TaskCreate.safeParse({ ...task, terminal }).success),
       isRecorded: 'terminal' in TaskRecord.shape,
       read: [imported, patched].map(({ inboundTask, outboundTask }) => [inboundTask.terminal, outboundTask.terminal]),
       exported: terminals(await document()),
       followed: terminals(copyOf(copy)),
     }));
     await opened.close();`,
  );
  const { stdout } = await run(process.execPath, ['askField.ts'], {
    cwd: copy,
    // A separate program, not a test, so that it closes its database.
    env: { ...process.env, TMPDIR: copy, TEST_DATABASE_URL: '', VITEST: undefined },
  });
  expect(JSON.parse(stdout)).toEqual({
    accepted: [true, true, false],
    isRecorded: true,
    read: [
      ['T1', null],
      ['T2', null],
    ],
    exported: ['T2', 'T1', 'T1'],
    followed: ['T2', 'T1', 'T1'],
  });
});

test('the contract and the moves include them', async () => {
  await add(
    'ask.ts',
    `import { rules } from './api/routes/documentSchemas.ts';
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
