import { expect, test } from 'vitest';
import { analyze, type Question } from '../metrics/analysis.ts';
import { createRandom, type Random } from '../random.ts';
import { randomDocument } from '../testing/randomInstance.ts';
import { placementOf } from './assignments.ts';
import { compile } from './compile.ts';
import { CompileError } from './compileError.ts';
import type { Instance } from './instance.ts';
import { formatInstant } from './instant.ts';
import { KeptPlan, type PlacedOperation, type PlanEdit } from './keptPlan.ts';
import { sharedCopy } from './mapArrays.ts';
import type { PlanningDocument } from './planningDocument.ts';

/** Each takes 20 ms; `KEPT_SEEDS=1000` draws more. */
const SEEDS = Number(process.env['KEPT_SEEDS'] ?? 40);
const REFERENCE_TIME = formatInstant(1_780_000_600_000);

/** The instance with what its numbers of classes and distributions stand for, since these may be numbered differently. */
const resolved = ({ buffer: _buffer, referenceSpan: _span, names, uncertainty, ...instance }: Instance) => {
  const { start, end, distributions, ...others } = uncertainty;
  const spread = (rows: Int32Array) =>
    Array.from(rows, (row) => (row < 0 ? null : [...distributions.subarray(3 * row, 3 * row + 3)]));
  const { operationTags } = names;
  return {
    ...instance,
    uncertainty: { ...others, start: spread(start), end: spread(end) },
    names: { ...names, operationTags: Array.from(operationTags.of, (one) => operationTags.classes[one]) },
  };
};

type Plan = ReadonlyMap<string, PlacedOperation>;

const planOf = ({ operations, assignments }: PlanningDocument): Plan =>
  new Map(
    operations.map((operation) => [
      operation.id,
      { operation, assignment: assignments.find((one) => one.operation === operation.id) ?? null },
    ]),
  );

const documentOf = (frame: PlanningDocument, plan: Plan): PlanningDocument => {
  const placed = [...plan.values()] as { operation: never; assignment: never }[];
  return {
    ...frame,
    operations: placed.map(({ operation }) => operation),
    assignments: placed.flatMap(({ assignment }) => assignment ?? []),
  };
};

/** Some operations as another random document has them: times, places, tags, groups and tasks change, and operations come and go. */
const drawEdits = (plan: Plan, random: Random, size: { operations: number; resources: number }): PlanEdit[] => {
  const other = planOf(randomDocument(random.below(1_000_000), { ...size, operations: size.operations + 2 }));
  const share = random.next() < 0.5 ? 0.15 : 0.6;
  return [...other].flatMap(([id, drawn]): PlanEdit[] => {
    if (random.next() > share) return [];
    const before = plan.get(id) ?? null;
    const isGone = random.next() < 0.15;
    const isMovedOnly = before !== null && random.next() < 0.3;
    const after = isMovedOnly
      ? { ...before, assignment: { operation: id, resource: `r${random.below(size.resources)}` } }
      : drawn;
    return before === null && isGone ? [] : [{ id, before, after: isGone ? null : after }];
  });
};

const edited = (plan: Plan, edits: readonly PlanEdit[]): Plan => {
  const next = new Map(plan);
  for (const { id, after } of edits) {
    if (after === null) next.delete(id);
    else next.set(id, after);
  }
  return next;
};

const QUESTIONS: readonly Question[] = [
  { of: 'metrics', window: null },
  { of: 'score' },
  { of: 'conflicts', page: { window: null, offset: 0, limit: 50 } },
];

test('a kept plan equals the compiled one after any edits, with others laid over it and after these were taken back', () => {
  let [made, over, refused] = [0, 0, 0];
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = createRandom(seed);
    const size = { operations: 3 + (seed % 12), resources: 2 + (seed % 4) };
    const { parameters: _parameters, ...frame } = randomDocument(seed, size);
    let plan = planOf(frame);
    let kept = new KeptPlan(frame, { referenceTime: REFERENCE_TIME });
    const compiled = (of: Plan, baseline?: Plan): Instance =>
      compile(documentOf(frame, of), {
        referenceTime: REFERENCE_TIME,
        ...(baseline === undefined ? {} : { baseline: documentOf(frame, baseline).assignments }),
      });
    const compare = (expected: Instance, what: string): void => {
      expect(resolved(sharedCopy(kept.whole())), `${what} of seed ${seed}`).toEqual(resolved(expected));
      for (const question of QUESTIONS)
        expect(analyze(kept.instance, placementOf(kept.instance), question)).toEqual(
          analyze(expected, placementOf(expected), question),
        );
    };
    for (let step = 0; step < 4; step++) {
      const edits = drawEdits(plan, random, size);
      plan = edited(plan, edits);
      if (kept.edit(edits)) made++;
      else {
        refused++;
        kept = new KeptPlan(documentOf(frame, plan), { referenceTime: REFERENCE_TIME });
      }
      if (step % 2 === 1) compare(compiled(plan), 'plan');
      const laid = drawEdits(plan, random, size);
      if (!kept.edit(laid, 'before')) continue;
      over++;
      compare(compiled(edited(plan, laid), plan), 'plan under edits');
      expect(kept.revert(laid)).toBe(true);
    }
    compare(compiled(plan), 'plan after all');
  }
  expect(made).toBeGreaterThan(2 * SEEDS);
  expect(over).toBeGreaterThan(2 * SEEDS);
  // Rules on several operations at once.
  expect(refused).toBeGreaterThan(0);
});

test('edits that are not sound change nothing', () => {
  const { parameters: _parameters, ...frame } = randomDocument(7, { operations: 6, resources: 3 });
  const kept = new KeptPlan({ ...frame, rules: [] });
  const before = resolved(sharedCopy(kept.whole()));
  const plan = planOf(frame);
  const [[id, placed]] = plan;
  const at = (assignment: PlacedOperation['assignment']): PlanEdit => ({
    id,
    before: placed,
    after: { ...placed, assignment },
  });
  expect(kept.edit([at({ operation: id, resource: 'nowhere' })])).toBe(false);
  expect(() => compile({ ...frame, assignments: [{ operation: id, resource: 'nowhere' }] })).toThrow(CompileError);
  expect(resolved(sharedCopy(kept.whole()))).toEqual(before);
});
