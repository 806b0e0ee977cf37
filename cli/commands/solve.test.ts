/** Guarantee: what `tidegate solve` says about a plan is true. */
import { watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { longNumbers } from '../../api/testing/longNumbers.ts';
import { committedDay } from '../../fixtures/committedDay.ts';
import type { ReasonRecord } from '../../engine/explain/planReasons.ts';
import { compile } from '../../engine/instance/compile.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';
import type { Candidate } from '../../engine/metrics/candidates.ts';
import { exhaustiveCost } from '../../solvers/testing/exhaustive.ts';
import { type Outcome, start, tidegate } from '../../tests/processes.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

interface Answer {
  readonly score: { readonly total: number };
  readonly conflicts: number;
  readonly unassigned: number;
  readonly assignments: readonly DocumentAssignment[];
  readonly explanation: {
    readonly terms: readonly { cost: number }[];
    readonly costs: { operations: { cost: number }[]; resources: { cost: number }[]; rest: number };
    readonly reasons: readonly ReasonRecord[];
    readonly reasonCount: number;
  };
  readonly alternatives: readonly Candidate[];
  readonly frontier: readonly {
    readonly maxReassignments: number | null;
    readonly score: { readonly total: number };
    readonly reassigned: number;
    readonly bound: number | null;
  }[];
}

const DAY = 'fixtures/days/mdw-2008-01-17.json';

const folder = temporaryFolder('solve');

const run = async (document: PlanningDocument, ...more: readonly string[]): Promise<Outcome> => {
  const file = path.join(folder, 'plan.json');
  await writeFile(file, JSON.stringify(document));
  return tidegate(['solve', file, '--seed', '1', '--step-limit', '3000', '--threads', '1', ...more]);
};
const answer = async (document: PlanningDocument, ...more: readonly string[]): Promise<Answer> => {
  const { code, stdout, stderr } = await run(document, '--json', ...more);
  expect(code, stderr).toBe(0);
  const answered = JSON.parse(stdout) as Answer;
  expect(longNumbers(answered)).toEqual([]);
  return answered;
};

const at = (time: string): string => `2026-06-01T${time}:00.000Z`;
const stay = (id: string, from: string, to: string, more: Partial<DocumentOperation> = {}): DocumentOperation => ({
  id,
  tags: ['wide'],
  inboundTask: { taskName: `${id} in`, plannedTime: at(from), expectedTime: at(from) },
  outboundTask: { taskName: `${id} out`, plannedTime: at(to), expectedTime: at(to) },
  ...more,
});
const document = (more: Partial<PlanningDocument>): PlanningDocument => ({
  format: 'tidegate/planning@1',
  planning: { id: 'p', name: 'P' },
  locations: [{ id: 'apron', name: 'Apron' }],
  tags: [{ uuid: 'wide', category: 'size', value: 'wide', required: true }],
  resources: [
    { id: 'w1', name: 'W1', location: 'apron', tags: ['wide'] },
    { id: 'w2', name: 'W2', location: 'apron', tags: ['wide'] },
    { id: 'n1', name: 'N1', location: 'apron' },
  ],
  groups: [],
  operations: [],
  rules: [{ id: 'use', name: 'Opening a stand', kind: 'usage', weight: 3 }],
  assignments: [],
  ...more,
});

/** From 08:45 to 09:00 there are three wide aircraft but only two stands for them. The other operations do not matter. */
const crowded = document({
  operations: [
    stay('early', '07:00', '08:00'),
    stay('a', '08:00', '09:00'),
    stay('b', '08:30', '09:30'),
    stay('c', '08:45', '10:00'),
    stay('late', '10:00', '11:00'),
    stay('narrow', '08:00', '10:00', { tags: [] }),
  ],
});
const without = (plan: PlanningDocument, id: string): PlanningDocument => ({
  ...plan,
  operations: plan.operations.filter((operation) => operation.id !== id),
});
/** The operation with both tasks expected `seconds` later. */
const later = ({ inboundTask, outboundTask, ...rest }: DocumentOperation, seconds: number): DocumentOperation => {
  const shift = (task: DocumentOperation['inboundTask']) =>
    task && { ...task, expectedTime: new Date(Date.parse(task.expectedTime) + 1000 * seconds).toISOString() };
  return { ...rest, inboundTask: shift(inboundTask), outboundTask: shift(outboundTask) };
};
const sum = (costs: readonly { readonly cost: number }[]): number =>
  costs.reduce((total, { cost }) => total + Math.round(100 * cost), 0) / 100;
/** Whether some plan places all operations, found by trying all plans. */
const fits = (plan: PlanningDocument): boolean => exhaustiveCost(compile(plan)) < 100 * 1000;

test('the text says how many must go without a place only when there are such operations', async () => {
  const unassigned = async (plan: PlanningDocument) =>
    (await run(plan)).stdout.split('\n').find((line) => line.startsWith('  unassigned'));
  expect(await unassigned(crowded)).toBe('  unassigned  1  (at least 1 must go without at one time)');
  expect(await unassigned(without(crowded, 'c'))).toBe('  unassigned  0');
});

test('each assignment has a resource, also where the plan has parts, as an export does, and can be put into the plan', async () => {
  const plan: PlanningDocument = {
    ...without(crowded, 'c'),
    assignments: [
      { operation: 'a', parts: [{ id: 'a0', resource: null }] },
      {
        operation: 'narrow',
        parts: [
          { resource: 'n1', endAt: at('09:00'), isFixed: true },
          { resource: null, startAt: at('09:30') },
        ],
      },
    ],
  };
  const { assignments } = await answer(plan);
  const of = (id: string) => assignments.find(({ operation }) => operation === id);
  expect(of('early')).toEqual({ operation: 'early', resource: expect.stringMatching(/^w[12]$/) as string });
  expect(of('a')).toMatchObject({ resource: of('a')?.parts?.[0].resource, parts: [{ id: 'a0' }] });
  expect(of('a')?.resource).toMatch(/^w[12]$/);
  expect(of('narrow')).toMatchObject({ resource: 'n1', parts: [{ resource: 'n1', isFixed: true }, {}] });
  expect(await answer({ ...plan, assignments })).toMatchObject({ conflicts: 0, unassigned: 0 });
});

describe('--explain', () => {
  test('the costs by rule, and by operation and resource, sum up to the score', async () => {
    const { score, explanation } = await answer(crowded, '--explain');
    expect(score.total).toBe(1009);
    expect(sum(explanation.terms)).toBe(score.total);
    const { operations, resources, rest } = explanation.costs;
    expect(sum([...operations, ...resources, { cost: rest }])).toBe(score.total);
  });

  test('a reason names a smallest set of operations that do not fit, and when', async () => {
    const { unassigned, explanation } = await answer(crowded, '--explain');
    expect(unassigned).toBe(1);
    expect(explanation.reasonCount).toBe(1);
    const [reason] = explanation.reasons;
    expect(reason).toMatchObject({
      kind: 'crowded',
      operations: ['a', 'b', 'c'],
      fixed: [],
      resources: ['w1', 'w2'],
      tags: ['wide'],
      startAt: at('08:45'),
      endAt: at('09:00'),
      irreducible: true,
    });
    expect(reason.operations).toContain(reason.operation);
    expect(fits(crowded)).toBe(false);
    for (const { id } of crowded.operations) {
      const rest = without(crowded, id);
      const isNamed = reason.operations.includes(id);
      expect(fits(rest)).toBe(isNamed);
      // All operations are checked by trying all plans; the command is run only for one that is named and one that is not.
      if (id !== 'b' && id !== 'late') continue;
      const solved = await answer(rest, '--explain', '--solver', 'lp-local');
      expect([id, solved.unassigned, solved.explanation.reasonCount]).toEqual([id, isNamed ? 0 : 1, isNamed ? 0 : 1]);
    }
  });

  test('the cheapest change that a reason calls enough is indeed enough', async () => {
    const [reason] = (await answer(crowded, '--explain')).explanation.reasons;
    const prices = reason.relaxations.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const [cheapest] = reason.relaxations;
    expect(cheapest).toMatchObject({ kind: 'delay', operation: 'c', seconds: 15 * 60, price: 30, enough: true });
    const move = (seconds: number): PlanningDocument => ({
      ...crowded,
      operations: crowded.operations.map((one) => (one.id === cheapest.operation ? later(one, seconds) : one)),
    });
    // The operation `late` starts at 10:00; while c stays until 10:15, the other stand is free.
    expect(await answer(move(cheapest.seconds), '--explain')).toMatchObject({
      unassigned: 0,
      conflicts: 0,
      explanation: { reasonCount: 0 },
    });
    expect(fits(move(cheapest.seconds - 60))).toBe(false);
  });

  test('a conflict of two fixed operations is explained, and releasing one of them resolves it', async () => {
    const fixed = document({
      operations: [
        stay('a', '08:00', '09:00', { isFixedToResource: true }),
        stay('b', '08:30', '09:30', { isFixedToResource: true }),
      ],
      assignments: ['a', 'b'].map((operation) => ({ operation, resource: 'w1' })),
    });
    const { conflicts, explanation } = await answer(fixed, '--explain');
    expect(conflicts).toBe(1);
    const [reason] = explanation.reasons;
    expect(reason).toMatchObject({ kind: 'pinned', operations: [], fixed: ['a', 'b'], irreducible: true });
    expect(reason.conflict).not.toBeNull();
    const [cheapest] = reason.relaxations;
    expect(cheapest).toMatchObject({ kind: 'release', price: 10, enough: true });
    const released = {
      ...fixed,
      operations: fixed.operations.map((one) =>
        one.id === cheapest.operation ? { ...one, isFixedToResource: false } : one,
      ),
    };
    expect(await answer(released, '--explain')).toMatchObject({
      conflicts: 0,
      unassigned: 0,
      explanation: { reasonCount: 0 },
    });
  });

  test('the text says who, when, where and what would help, once for all operations with the same reason', async () => {
    const twice = { ...crowded, operations: [...crowded.operations, stay('d', '08:45', '10:00')] };
    const { code, stdout } = await run(twice, '--explain');
    expect(code).toBe(0);
    const [, reasons] = stdout.split('Why operations have no place or are in conflict (2)\n');
    expect(reasons.match(/has no place/g)).toHaveLength(1);
    expect(reasons).toMatch(
      /: from 08:45 to 09:00 .* 3 resources \(size wide\), and only 2 can take them: W1 and W2\./,
    );
    expect(reasons).toMatch(/^ {4}The same is true of each of these in its place: \w( in \/ \w out)?\.$/m);
    expect(reasons).toMatch(/^ +\d+ {2}Delay .* by \d+ min\./m);
  });
});

describe('--alternatives', () => {
  test('lists every resource with what is in the way', async () => {
    const [{ operation }] = (await answer(crowded, '--explain')).explanation.reasons;
    const { alternatives, assignments } = await answer(crowded, '--alternatives', operation);
    const placeOf = new Map(assignments.map((one) => [one.operation, one.resource]));
    expect(placeOf.get(operation) ?? null).toBeNull();
    const byResource = new Map(alternatives.map((one) => [one.resource, one]));
    expect([...byResource.keys()].sort()).toEqual(['n1', 'w1', 'w2']);
    for (const [resource, { feasible, breaks }] of byResource) {
      expect(feasible).toBe(false);
      const said = breaks.map(({ message }) => message).join(' ');
      if (resource === 'n1') expect(said).toContain('lacks what it needs: size wide');
      else {
        const there = ['a', 'b', 'c'].filter((id) => placeOf.get(id) === resource);
        expect(there.length).toBeGreaterThan(0);
        for (const id of there) expect(said).toContain(`Overlaps ${id}`);
      }
    }
    const { stdout } = await run(crowded, '--alternatives', operation);
    expect(stdout).toMatch(/^ {2}no {4}n1 .*lacks what it needs: size wide/m);
  });

  test('an unknown operation is refused in one line, before the search', async () => {
    const { code, stdout, stderr } = await run(crowded, '--alternatives', 'absent');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim()).toBe('--alternatives absent: no such operation, or it has no time');
  });
});

describe('--frontier', () => {
  test('more reassignments never cost more, and each score is the optimum for its limit', async () => {
    const late = document({
      operations: ['08:00', '08:30', '08:45', '09:15'].map((from, i) =>
        stay(`o${i}`, from, ['09:00', '09:30', '10:00', '10:30'][i], { tags: [] }),
      ),
      rules: [],
      assignments: [0, 1, 2, 3].map((i) => ({ operation: `o${i}`, resource: i % 2 === 0 ? 'w1' : 'w2' })),
    });
    const limits = [0, 1, 2, 3, null];
    const { frontier } = await answer(late, '--frontier', '0,1,2,3,all');
    expect(frontier.map(({ maxReassignments }) => maxReassignments)).toEqual(limits);
    const totals = frontier.map(({ score }) => score.total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    for (const { maxReassignments, score, reassigned, bound } of frontier) {
      expect(reassigned).toBeLessThanOrEqual(maxReassignments ?? Number.POSITIVE_INFINITY);
      expect(bound ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(score.total);
      const parameters = maxReassignments === null ? {} : { maxReassignments };
      expect(Math.round(100 * score.total)).toBe(exhaustiveCost(compile({ ...late, parameters })));
    }
  });
});

test('a step limit on the command line replaces the time limit of the document', async () => {
  const document = committedDay('mdw-2008-01-17');
  const steps = async (parameters: PlanningDocument['parameters']): Promise<number> => {
    const file = path.join(folder, 'limited.json');
    await writeFile(file, JSON.stringify({ ...document, parameters: { ...document.parameters, ...parameters } }));
    const { stdout, stderr } = await tidegate([
      'solve',
      file,
      '--json',
      '--solver',
      'local-search',
      '--step-limit',
      '50000',
    ]);
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { iterations: number }).iterations;
  };
  expect(await steps({ timeLimitSeconds: 0.05 })).toBe(await steps({}));
});

test('Ctrl-C gives the best plan so far, also when several processes receive it', async () => {
  const out = path.join(folder, 'interrupted.json');
  // Before the search begins, the file is created for a moment to see whether it can be written.
  const isTried = new Promise<void>((resolve) => {
    const watcher = watch(folder, (_event, file) => {
      if (file !== path.basename(out)) return;
      watcher.close();
      resolve();
    });
  });
  const running = start(['solve', DAY, '--time-limit', '3600', '--threads', '1', '--out', out]);
  await isTried;
  running.process.kill('SIGINT');
  expect(await running.end('SIGINT'), running.stderr()).toBe(0);
  expect(running.stdout()).toContain(`written to  ${out}`);
  const { assignments } = JSON.parse(await readFile(out, 'utf8')) as Answer;
  expect(assignments.length).toBeGreaterThan(200);
});

test('an output file that cannot be written is refused before the search', async () => {
  const out = path.join(folder, 'no', 'such', 'folder.json');
  const { code, stdout, stderr } = await tidegate(['solve', DAY, '--time-limit', '3600', '--out', out]);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(`--out ${out}: `);
});

test('a byte order mark is accepted; truncated gzip, broken UTF-8 and broken JSON have messages of their own', async () => {
  const text = await readFile(DAY);
  const file = path.join(folder, 'bytes.json');
  const outcome = async (bytes: Buffer): Promise<Outcome> => {
    await writeFile(file, bytes);
    return tidegate(['solve', file, '--solver', 'greedy', '--threads', '1']);
  };
  expect(await outcome(Buffer.concat([Buffer.from('\uFEFF'), text]))).toMatchObject({ code: 0 });
  const bad: readonly [Buffer, RegExp][] = [
    [gzipSync(text).subarray(0, 1000), /: not whole gzip: .*\n$/],
    [Buffer.from('{"planning": "caf\xe9"}', 'latin1'), /: not JSON: .*\n$/],
    [Buffer.from('{\n  plan\n}'), /: not JSON: .*\n$/],
  ];
  for (const [bytes, message] of bad) {
    const { code, stderr } = await outcome(bytes);
    expect(code).toBe(2);
    expect(stderr.startsWith(file)).toBe(true);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});
