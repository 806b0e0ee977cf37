import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { findConflicts } from '../conflicts/findConflicts.ts';
import { compile } from '../instance/compile.ts';
import { type Instance, NOT_PINNED, PartFlag } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { randomDocument } from '../testing/randomInstance.ts';
import { findRepairs } from './findRepairs.ts';
import type { Repair, RepairLimits, RepairQuestion } from './repair.ts';
import { AMPLE_SECONDS } from './slack.ts';

const LIMITS: RepairLimits = {
  probabilityThreshold: 0.3,
  now: Number.NEGATIVE_INFINITY,
  until: null,
  freezeBefore: Number.NEGATIVE_INFINITY,
  maxLoss: null,
  maxMoves: 3,
  atMoveLimit: [],
  operations: null,
  resources: null,
  stepLimit: 1_000_000,
  totalStepLimit: 10_000_000,
  maxRepairs: 1000,
};
const ask = (limits: RepairLimits, more: Partial<RepairQuestion> = {}): RepairQuestion => ({
  of: 'repair',
  limits,
  standing: [],
  refused: [],
  ignored: [],
  lastUnrepaired: [],
  timezone: 'UTC',
  ...more,
});

/** Random limits that often bind, for an instance. */
const limitsFor = (instance: Instance, seed: number): RepairLimits => ({
  ...LIMITS,
  maxMoves: 1 + (seed % 3),
  maxLoss: [null, 0, 5000][seed % 3],
  freezeBefore:
    seed % 4 === 0 ? instance.origin + instance.start[Math.min(2, instance.partCount - 1)] : Number.NEGATIVE_INFINITY,
  atMoveLimit: seed % 5 === 0 ? instance.names.operations.slice(0, 1) : [],
  operations: seed % 6 === 0 ? instance.names.operations.slice(0, 4) : null,
  resources: seed % 7 === 0 ? instance.names.resources.slice(0, 2) : null,
});

interface Best {
  readonly count: number;
  readonly total: number;
  readonly slack: number;
}

/** Every way to repair one group by at most `maxMoves` moves, from the definition alone; none of them has a move that it does not need. */
class Oracle {
  private readonly instance: Instance;
  private readonly limits: RepairLimits;

  constructor(instance: Instance, limits: RepairLimits) {
    this.instance = instance;
    this.limits = limits;
  }

  mayMove(part: number): boolean {
    const { names, operation, origin, start, pinned, flags, placed } = this.instance;
    const { freezeBefore, atMoveLimit, operations, resources } = this.limits;
    const id = names.operations[operation[part]];
    return (
      placed[part] >= 0 &&
      pinned[part] === NOT_PINNED &&
      (flags[part] & (PartFlag.blocker | PartFlag.started)) === 0 &&
      origin + start[part] >= freezeBefore &&
      !atMoveLimit.includes(id) &&
      (operations === null || operations.includes(id)) &&
      (resources === null || resources.includes(names.resources[placed[part]]))
    );
  }

  places(part: number): number[] {
    const { arcStart, arcResource, placed, names } = this.instance;
    const all = Array.from(arcResource.subarray(arcStart[part], arcStart[part + 1])).filter((r) => r !== placed[part]);
    const { resources } = this.limits;
    return all.filter((r) => resources === null || resources.includes(names.resources[r]));
  }

  /** Whether the moved parts are in no conflict and the pairs are closed. */
  closes(moves: ReadonlyMap<number, number>, pairs: readonly (readonly [number, number])[]): boolean {
    const found = findConflicts(this.instance, this.with(moves));
    return found.every(({ a, b }) => !moves.has(a) && !moves.has(b) && !pairs.some(([x, y]) => x === a && y === b));
  }

  with(moves: ReadonlyMap<number, number>): Placement {
    const placement = this.instance.placed.slice();
    for (const [part, to] of moves) placement[part] = to;
    return placement;
  }

  loss(moves: ReadonlyMap<number, number>): number {
    const [before, after] = [this.instance.placed, this.with(moves)].map((one) => check(this.instance, one).levels);
    if (before == null || after == null) throw new Error('does not fit');
    return after.total - after.conflicts - (before.total - before.conflicts);
  }

  /** The fewest seconds between a moved part and another operation's part on its resource, as far as they matter. */
  slack(moves: ReadonlyMap<number, number>): number {
    const { start, end, operation, flags } = this.instance;
    const after = this.with(moves);
    const gaps = [...moves].flatMap(([part, to]) =>
      [...after.keys()]
        .filter((other) => after[other] === to && operation[other] !== operation[part])
        .filter((other) => (flags[other] & flags[part] & PartFlag.blocker) === 0)
        .map((other) => Math.max(start[part], start[other]) - Math.min(end[part], end[other])),
    );
    return Math.min(AMPLE_SECONDS, ...gaps);
  }

  /** No time to a neighbor costs a twentieth of a conflict, an hour half of it, and two hours nothing. */
  tightness(slack: number): number {
    return Math.round((this.instance.conflictCost / 20) * Math.max(0, 1 - Math.max(0, slack) / 7200));
  }

  /** The fewest moves, the lowest cost with tightness with so few, and the most slack at that cost; null if there is no repair. */
  best(pairs: readonly (readonly [number, number])[]): Best | null {
    const parts = [...this.instance.placed.keys()].filter((part) => this.mayMove(part));
    for (let count = 1; count <= this.limits.maxMoves; count++) {
      let best: Best | null = null;
      for (const moves of this.sets(parts, count)) {
        if (!this.closes(moves, pairs)) continue;
        if ([...this.subsets(moves)].some((fewer) => this.closes(fewer, pairs))) continue;
        if (this.limits.maxLoss !== null && this.loss(moves) > this.limits.maxLoss) continue;
        const slack = this.slack(moves);
        const total = check(this.instance, this.with(moves)).levels!.total + this.tightness(slack);
        if (best === null || total < best.total || (total === best.total && slack > best.slack))
          best = { count, total, slack };
      }
      if (best !== null) return best;
    }
    return null;
  }

  private *sets(parts: readonly number[], count: number): Generator<Map<number, number>> {
    if (count === 0) {
      yield new Map();
      return;
    }
    for (const [i, part] of parts.entries()) {
      for (const rest of this.sets(parts.slice(i + 1), count - 1)) {
        for (const to of this.places(part)) yield new Map([[part, to], ...rest]);
      }
    }
  }

  private *subsets(moves: ReadonlyMap<number, number>): Generator<Map<number, number>> {
    const all = [...moves];
    for (let mask = 1; mask < (1 << all.length) - 1; mask++) yield new Map(all.filter((_, i) => (mask >> i) & 1));
  }
}

const partsMoved = (instance: Instance, { moves }: Repair): Map<number, number> =>
  new Map(
    moves.map(({ operation, partIndex, to }) => {
      const part = instance.placed.findIndex(
        (_, i) => instance.names.operations[instance.operation[i]] === operation && instance.partIndex[i] === partIndex,
      );
      return [part, instance.names.resources.indexOf(to)];
    }),
  );

test('the first repair of a plan has the fewest moves, then the best score less what tightness costs, then the most slack, and keeps every limit', () => {
  let [repaired, unrepaired, several] = [0, 0, 0];
  for (let seed = 0; seed < 420; seed++) {
    const instance = compile(randomDocument(seed, { operations: 4 + (seed % 4), resources: 3 + (seed % 2) }));
    const limits = limitsFor(instance, seed);
    const oracle = new Oracle(instance, limits);
    const conflicts = findConflicts(instance, instance.placed).filter(({ probability }) => probability >= 0.3);
    const [first] = conflicts;
    // Only one group, so that the oracle knows it.
    if (first === undefined || conflicts.some(({ a, b }) => ![a, b].some((x) => x === first.a || x === first.b)))
      continue;
    const pairs = conflicts.map(({ a, b }) => [a, b] as const);
    const answer = findRepairs(instance, instance.placed, ask(limits));
    const expected = oracle.best(pairs);
    const [repair] = answer.repairs;
    // What has no repair as a whole is repaired in parts.
    if (expected === null && conflicts.length > 1) continue;
    expect(repair === undefined, `seed ${seed}`).toBe(expected === null);
    if (repair === undefined || expected === null) {
      unrepaired++;
      continue;
    }
    repaired++;
    if (expected.count > 1) several++;
    const moves = partsMoved(instance, repair);
    const found = {
      count: moves.size,
      total: repair.after.total + oracle.tightness(oracle.slack(moves)),
      slack: oracle.slack(moves),
    };
    expect({ seed, ...found }).toEqual({ seed, ...expected });
    expect([...moves.keys()].every((part) => oracle.mayMove(part))).toBe(true);
    expect(oracle.closes(moves, pairs)).toBe(true);
    expect(repair.loss).toBe(oracle.loss(moves));
    expect([repair.proved, repair.movesBound]).toEqual([true, expected.count]);
    // What was refused is not proposed again, and what stands is not repaired again.
    const standing = [{ id: 's', moves: repair.moves, closes: repair.closes.map(({ id }) => id) }];
    expect(findRepairs(instance, instance.placed, ask(limits, { standing }))).toEqual({
      stale: [],
      repairs: [],
      unrepaired: [],
      truncated: false,
    });
    const refused = repair.moves.map(({ operation, partIndex, to }) => `${operation}/${partIndex}>${to}`).sort();
    const other = findRepairs(instance, instance.placed, ask(limits, { refused: [refused.join(' ')] })).repairs[0];
    expect(other?.moves).not.toEqual(repair.moves);
  }
  expect(Math.min(repaired, unrepaired, several)).toBeGreaterThan(3);
});

test('several groups are repaired together: no repair takes the place of another', () => {
  let together = 0;
  for (let seed = 1000; seed < 1060; seed++) {
    const instance = compile(randomDocument(seed, { operations: 12, resources: 6 }));
    const { repairs } = findRepairs(instance, instance.placed, ask(LIMITS));
    const placement = instance.placed.slice();
    const moved = new Set<number>();
    for (const repair of repairs) {
      for (const [part, to] of partsMoved(instance, repair)) {
        placement[part] = to;
        moved.add(part);
      }
    }
    if (repairs.length > 1) together++;
    const left = findConflicts(instance, placement);
    const closed = new Set(repairs.flatMap(({ closes }) => closes.map(({ id }) => id)));
    expect(left.filter(({ id }) => closed.has(id))).toEqual([]);
    const pairs = new Set(findConflicts(instance, instance.placed).map(({ id }) => id));
    expect(left.filter(({ id, a, b }) => !pairs.has(id) && (moved.has(a) || moved.has(b)))).toEqual([]);
  }
  expect(together).toBeGreaterThan(3);
});

test('each of several repairs can be applied without the others, and no two of them move the same operation', () => {
  let alone = 0;
  for (let seed = 2000; seed < 2300; seed++) {
    const instance = compile(randomDocument(seed, { operations: 14, resources: 6 }));
    const { repairs } = findRepairs(instance, instance.placed, ask(LIMITS));
    if (repairs.length < 2) continue;
    const operations = repairs.flatMap(({ moves }) => [...new Set(moves.map(({ operation }) => operation))]);
    expect(new Set(operations).size, `seed ${seed}`).toBe(operations.length);
    const pairs = new Set(findConflicts(instance, instance.placed).map(({ id }) => id));
    for (const repair of repairs) {
      const placement = instance.placed.slice();
      const moved = partsMoved(instance, repair);
      for (const [part, to] of moved) placement[part] = to;
      const left = findConflicts(instance, placement);
      const closed = new Set(repair.closes.map(({ id }) => id));
      expect(
        left.filter(({ id, a, b }) => closed.has(id) || (!pairs.has(id) && (moved.has(a) || moved.has(b)))),
      ).toEqual([]);
      alone++;
    }
  }
  expect(alone).toBeGreaterThan(20);
});

// Guarantee: where everything is in conflict with everything, the time grows with the number of conflicts, not with its square, with which this would not end.
test('a crowd without room is given up', () => {
  const at = (expectedTime: string) => ({ taskName: 'T', expectedTime });
  const ids = Array.from({ length: 400 }, (_, i) => `o${i}`);
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { id: 'crowd', name: 'Crowd' },
    locations: [{ id: 'apron', name: 'Apron' }],
    tags: [],
    resources: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, location: 'apron' })),
    groups: [],
    operations: ids.map((id) => ({
      id,
      inboundTask: at('2026-11-20T08:00:00Z'),
      outboundTask: at('2026-11-20T20:00:00Z'),
    })),
    rules: [],
    assignments: ids.map((operation, i) => ({ operation, resource: 'abcd'[i % 4] })),
  });
  const { repairs, unrepaired } = findRepairs(instance, instance.placed, ask({ ...LIMITS, totalStepLimit: 10_000 }));
  expect(repairs).toEqual([]);
  expect(unrepaired).toHaveLength((4 * 100 * 99) / 2);
});

// Guarantee: an answer is never longer than its limit, says so, and laying its repairs lets the next ones find the rest.
test('more repairs than are wanted come in several answers', () => {
  const at = (expectedTime: string) => ({ taskName: 'T', expectedTime });
  const ids = Array.from({ length: 12 }, (_, i) => `o${i}`);
  const day = (i: number): string => `2026-11-${10 + Math.floor(i / 2)}T`;
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { id: 'days', name: 'Days' },
    locations: [{ id: 'apron', name: 'Apron' }],
    tags: [],
    resources: ['a', 'b'].map((id) => ({ id, name: id, location: 'apron' })),
    groups: [],
    operations: ids.map((id, i) => ({
      id,
      inboundTask: at(`${day(i)}08:00:00Z`),
      outboundTask: at(`${day(i)}09:00:00Z`),
    })),
    rules: [],
    assignments: ids.map((operation) => ({ operation, resource: 'a' })),
  });
  const standing: RepairQuestion['standing'][number][] = [];
  const truncated: boolean[] = [];
  for (let next = 0; next < 3; next++) {
    const answer = findRepairs(instance, instance.placed, ask({ ...LIMITS, maxRepairs: 4 }, { standing }));
    expect([answer.stale, answer.unrepaired]).toEqual([[], []]);
    truncated.push(answer.truncated);
    for (const { moves, closes } of answer.repairs)
      standing.push({ id: `${standing.length}`, moves, closes: closes.map(({ id }) => id) });
  }
  expect([truncated, standing.length]).toEqual([[true, false, false], 6]);
});
