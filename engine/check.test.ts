import * as fc from '../tests/properties.ts';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { cliqueBound } from './cliqueBound.ts';
import { findConflicts } from './conflicts/findConflicts.ts';
import { costsByRule } from './explain/planCosts.ts';
import { feasiblePlacementOf, placementOf } from './instance/assignments.ts';
import { compile } from './instance/compile.ts';
import { type Instance, PartFlag, NOT_PINNED } from './instance/instance.ts';
import { evaluate, explain } from './objective/evaluate.ts';
import { createRandom } from './random.ts';
import { randomInstance, randomPlacement } from './testing/randomInstance.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('the judge and the evaluation agree on every plan, eligible or not', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed, seed % 2 === 0 ? { operations: 25, resources: 5 } : {});
      for (const placement of [placementOf(instance), randomPlacement(instance, createRandom(seed))]) {
        const verdict = check(instance, placement);
        const conflicts = explain(instance, placement).filter(({ level }) => level === 'conflicts');
        expect(verdict.levels).toEqual(evaluate(instance, placement));
        expect(verdict.conflicts).toBe(conflicts.length);
        const charged = new Map(instance.names.rules.map(({ id }) => [id, 0]));
        for (const { level, rule, cost } of costsByRule(instance, placement)) {
          if (level === 'rules' && rule !== null) charged.set(rule, charged.get(rule)! + Math.round(100 * cost));
        }
        expect(verdict.rules.map(({ cost }) => cost)).toEqual([...charged.values()]);
        expect(verdict.unassigned).toBe(
          placement.filter((place, part) => place < 0 && (instance.flags[part] & PartFlag.blocker) === 0).length,
        );
      }
    }),
    { numRuns: 400 },
  );
});

// The pairs are more than a Set can hold (2 ** 24). `tidegate solve` judges such plans after each incumbent.
test('the judge counts conflicting pairs without storing them', () => {
  const COUNT = 6000;
  const [from, to] = ['2026-11-20T08:00:00Z', '2026-11-20T20:00:00Z'];
  const operations = Array.from({ length: COUNT }, (_, i) => ({
    id: `o${i}`,
    inboundTask: { taskName: 'in', plannedTime: from, expectedTime: from },
    outboundTask: { taskName: 'out', plannedTime: to, expectedTime: to },
  }));
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { id: 'crowd', name: 'Crowd' },
    locations: [{ id: 'apron', name: 'Apron' }],
    tags: [],
    resources: [{ id: 'r', name: 'Stand', location: 'apron' }],
    groups: [],
    operations,
    rules: [],
    assignments: operations.map(({ id }) => ({ operation: id, resource: 'r' })),
  });
  expect(check(instance, placementOf(instance)).conflicts).toBe((COUNT * (COUNT - 1)) / 2);
});

test('every placement that a solver must not make is a violation', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed);
      const start = feasiblePlacementOf(instance);
      expect(check(instance, start).violations.filter(({ kind }) => kind !== 'reassignments')).toEqual([]);
      expect(check(instance, start).feasible).toBe(true);
      const bad = start.map((place, part) => (instance.pinned[part] === NOT_PINNED ? place : place < 0 ? 0 : -1));
      const pinned = instance.pinned.filter((place) => place !== NOT_PINNED).length;
      expect(check(instance, bad).violations.filter(({ kind }) => kind === 'pinned')).toHaveLength(pinned);
    }),
    { numRuns: 200 },
  );
  const instance = randomInstance(3);
  expect(check(instance, new Int32Array(instance.partCount + 1)).feasible).toBe(false);
  expect(check(instance, new Int32Array(instance.partCount).fill(instance.resourceCount)).feasible).toBe(false);
});

/** The least number of unassigned parts among all plans without overlaps, found by exhaustive search. */
const fewestUnassigned = (instance: Instance): number => {
  const placement = new Int32Array(instance.partCount).fill(-1);
  const clash = (part: number, resource: number): boolean => {
    for (let other = 0; other < instance.partCount; other++) {
      const isThere = other < part ? placement[other] === resource : instance.pinned[other] === resource;
      if (other === part || !isThere || instance.operation[other] === instance.operation[part]) continue;
      if (instance.start[other] < instance.end[part] && instance.start[part] < instance.end[other]) return true;
    }
    return false;
  };
  const best = (part: number, allowed: number): number => {
    if (part === instance.partCount) return 0;
    if (allowed < 0) return Number.POSITIVE_INFINITY;
    const isBlocker = (instance.flags[part] & PartFlag.blocker) !== 0;
    placement[part] = instance.pinned[part];
    if (instance.pinned[part] !== NOT_PINNED) {
      return (instance.pinned[part] < 0 && !isBlocker ? 1 : 0) + best(part + 1, allowed);
    }
    placement[part] = -1;
    let least = 1 + best(part + 1, allowed - 1);
    for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1] && least > 0; arc++) {
      const resource = instance.arcResource[arc];
      if (clash(part, resource)) continue;
      placement[part] = resource;
      least = Math.min(least, best(part + 1, Math.min(allowed, least - 1)));
      placement[part] = -1;
    }
    return least;
  };
  return best(0, instance.partCount);
};

test('the clique bound never claims more than the best plan without overlaps leaves out', () => {
  let tight = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed, { operations: 7, resources: 3 });
      const { unavoidableUnassigned } = cliqueBound(instance);
      const fewest = fewestUnassigned(instance);
      expect(unavoidableUnassigned).toBeLessThanOrEqual(fewest);
      if (unavoidableUnassigned === fewest) tight++;
    }),
    { numRuns: 300 },
  );
  expect(tight).toBeGreaterThan(150);
});

/** The size of a maximum matching, found by plain augmentation from scratch. */
const maximumMatching = (rows: readonly (readonly number[])[]): number => {
  const owner = new Map<number, number>();
  const augment = (row: number, seen: Set<number>): boolean =>
    rows[row].some((column) => {
      if (seen.has(column)) return false;
      seen.add(column);
      if (owner.has(column) && !augment(owner.get(column)!, seen)) return false;
      owner.set(column, row);
      return true;
    });
  return rows.filter((_, row) => augment(row, new Set())).length;
};

test('the clique bound equals the worst moment of matchings that are computed from scratch', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed, { operations: 30, resources: 6 });
      const { arcStart, arcResource, start, end, pinned, flags } = instance;
      const places = Array.from({ length: instance.partCount }, (_, part) =>
        [...arcResource.subarray(arcStart[part], arcStart[part + 1])].filter((resource) =>
          pinned.every((place, other) => {
            const apart = start[other] >= end[part] || end[other] <= start[part];
            return place !== resource || apart || instance.operation[other] === instance.operation[part];
          }),
        ),
      );
      const movable = places
        .map((_, part) => part)
        .filter((part) => pinned[part] === NOT_PINNED && places[part].length > 0);
      const most = Math.max(
        0,
        ...movable.map((at) => {
          const active = movable.filter((part) => start[part] <= start[at] && end[part] > start[at]);
          return active.length - maximumMatching(active.map((part) => places[part]));
        }),
      );
      expect(cliqueBound(instance).atOnce).toBe(most);
      expect(flags.length).toBe(instance.partCount);
    }),
    { numRuns: 200 },
  );
});

test('conflicts are those of the evaluation, each with a unique id', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed, { operations: 25, resources: 4 });
      const placement = randomPlacement(instance, createRandom(seed));
      const found = findConflicts(instance, placement);
      const explained = explain(instance, placement).filter(({ level }) => level === 'conflicts');
      const key = (kind: string, a: number, b: number, rule: number): string => `${kind} ${a} ${b} ${rule}`;
      expect(found.map(({ kind, a, b, rule }) => key(kind, a, b, rule)).sort()).toEqual(
        explained.map(({ kind, part, other, rule }) => key(kind, part, other, rule)).sort(),
      );
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const { kind, start, end, probability, overlapSeconds } of found) {
        expect(end).toBeGreaterThan(start);
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
        expect(overlapSeconds).toBe(kind === 'buffer' ? 0 : end - start);
      }
    }),
    { numRuns: 200 },
  );
});
