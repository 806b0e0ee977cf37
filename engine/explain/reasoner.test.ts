import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { findConflicts } from '../conflicts/findConflicts.ts';
import { compile } from '../instance/compile.ts';
import { type Instance, PartFlag, NOT_PINNED } from '../instance/instance.ts';
import { ineligibility } from './ineligibility.ts';
import { evaluate } from '../objective/evaluate.ts';
import type { Placement } from '../objective/score.ts';
import { createRandom, type Random } from '../random.ts';
import { isDelayable } from '../strategies/delays.ts';
import { randomInstance } from '../testing/randomInstance.ts';
import { clockOf } from './clock.ts';
import { Effort } from './effort.ts';
import { planReasons } from './planReasons.ts';
import type { Reason, Relaxation } from './reason.ts';
import { Reasoner } from './reasoner.ts';
import { Speaker } from './sayReason.ts';

/** Whether two parts at two places are in conflict, straight from the definition of the rules. The search is tested against this. */
const clash = (
  { start, end, operation, flags, terms }: Instance,
  p: number,
  r: number,
  q: number,
  s: number,
): boolean => {
  if (operation[p] === operation[q] || (flags[p] & flags[q] & PartFlag.blocker) !== 0) return false;
  const isTogether = start[p] < end[q] && start[q] < end[p];
  if (r === s) {
    if (isTogether) return true;
    const [a, b] = start[p] < start[q] ? [p, q] : [q, p];
    return terms.buffers.some(
      ({ hard, seconds, previous, next, resources }) =>
        hard && start[b] - end[a] < seconds && previous[a] === 1 && next[b] === 1 && resources[r] === 1,
    );
  }
  if (!isTogether) return false;
  return terms.adjacencies.some(({ hard, own, other, relatedStart, related }) => {
    const leads = (x: number, from: number, y: number, to: number): boolean =>
      own[x] === 1 && other[y] === 1 && related.subarray(relatedStart[from], relatedStart[from + 1]).includes(to);
    return hard && (leads(p, r, q, s) || leads(q, s, p, r));
  });
};

type Standing = readonly (readonly [part: number, resource: number])[];

/** Decides by exhaustive search whether all of the parts can be placed. */
const canPlace = (
  view: Instance,
  parts: readonly number[],
  placesOf: (part: number) => readonly number[],
  standing: Standing,
): boolean => {
  const [part, ...rest] = parts;
  if (part === undefined) return true;
  return placesOf(part).some(
    (resource) =>
      standing.every(([other, there]) => !clash(view, part, resource, other, there)) &&
      canPlace(view, rest, placesOf, [...standing, [part, resource]]),
  );
};

/** A random placement that keeps pins and puts the other parts where they are in no conflict, or, with probability `carelessness`, anywhere. */
const plausiblePlacement = (instance: Instance, random: Random, carelessness: number): Placement => {
  const placement = instance.pinned.map((pinned) => Math.max(-1, pinned));
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] !== NOT_PINNED) continue;
    const arcs = [...instance.arcResource.subarray(instance.arcStart[part], instance.arcStart[part + 1])];
    const isCareless = random.next() < carelessness;
    const open = arcs.filter(
      (resource) =>
        isCareless ||
        placement.every(
          (there, other) => there < 0 || other === part || !clash(instance, part, resource, other, there),
        ),
    );
    if (open.length > 0) placement[part] = open[random.below(open.length)];
  }
  return placement;
};

const eligibleIn =
  (instance: Instance, placement: Placement) =>
  (part: number): readonly number[] =>
    instance.pinned[part] === NOT_PINNED
      ? [...instance.arcResource.subarray(instance.arcStart[part], instance.arcStart[part + 1])]
      : instance.names.resources.flatMap((_, resource) =>
          resource === placement[part] || ineligibility(instance, part, resource).length === 0 ? [resource] : [],
        );

const shifted = (instance: Instance, part: number, from: number, to: number): Instance => {
  const [start, end] = [instance.start.slice(), instance.end.slice()];
  start[part] += from;
  end[part] += to;
  return { ...instance, start, end };
};

const viewOf = (instance: Instance, { kind, part, seconds, atEnd, rule }: Relaxation): Instance => {
  if (kind === 'delay') return shifted(instance, part, seconds, seconds);
  if (kind === 'shorten') return shifted(instance, part, atEnd ? 0 : seconds, atEnd ? -seconds : 0);
  if (kind !== 'buffer') return instance;
  const buffers = instance.terms.buffers.map((term) => (term.rule === rule ? { ...term, seconds } : term));
  return { ...instance, terms: { ...instance.terms, buffers } };
};

/** Verifies one reason by exhaustive search; throws where the reason is wrong. */
const judge = (instance: Instance, placement: Placement, reason: Reason): void => {
  const { part: target, kind, parts, given } = reason;
  const placesOf = eligibleIn(instance, placement);
  const pinned = [...placement.keys()].filter((part) => instance.pinned[part] !== NOT_PINNED && placement[part] >= 0);
  const at = (list: readonly number[]): Standing => list.map((part) => [part, placement[part]] as const);
  const without = (list: readonly number[], part: number): readonly number[] => list.filter((other) => other !== part);

  if (kind === 'crowded' || kind === 'ineligible') {
    expect(parts).toContain(target);
    expect(reason.irreducible).toBe(true);
    expect(canPlace(instance, parts, placesOf, at(pinned))).toBe(false);
    expect(canPlace(instance, parts, placesOf, at(given))).toBe(false);
    for (const part of parts) expect(canPlace(instance, without(parts, part), placesOf, at(pinned))).toBe(true);
    for (const part of given) expect(canPlace(instance, parts, placesOf, at(without(given, part)))).toBe(true);
  } else if (kind === 'choice' || kind === 'limit') {
    const after = placement.slice();
    for (const { part, from, to } of reason.way!.moves) {
      expect(placement[part]).toBe(from);
      expect(placesOf(part)).toContain(to);
      expect(instance.pinned[part]).toBe(NOT_PINNED);
      after[part] = to;
    }
    expect(after[target]).toBeGreaterThanOrEqual(0);
    const old = new Set(findConflicts(instance, placement).map(({ id }) => id));
    const left = findConflicts(instance, after);
    expect(left.filter(({ id, a, b }) => !old.has(id) || a === target || b === target)).toEqual([]);
    expect(reason.way!.delta).toBe(evaluate(instance, after).total - evaluate(instance, placement).total);
  } else if (kind === 'open') {
    // This happens only where the plan has other conflicts: their parts block every way out but are no part of a proof.
    expect(findConflicts(instance, placement).some(({ a, b }) => a !== target && b !== target)).toBe(true);
  }

  const costs = reason.relaxations.map(({ cost }) => cost);
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  for (const relaxation of reason.relaxations) {
    const view = viewOf(instance, relaxation);
    const gone = relaxation.kind === 'release' || relaxation.kind === 'remove' ? relaxation.part : -1;
    const freed = relaxation.kind === 'release' ? [relaxation.part] : [];
    const more = (part: number): readonly number[] =>
      relaxation.kind === 'waive' && relaxation.part === part
        ? [...placesOf(part), relaxation.resource]
        : placesOf(part);
    const crowd = [...new Set([...parts, ...freed])];
    expect(canPlace(view, crowd, more, at(without(pinned, gone)))).toBe(true);
    if (kind === 'pinned' && given.length === 2) {
      const [a, b] = without(given, gone);
      if (b !== undefined) expect(clash(view, a, placement[a], b, placement[b])).toBe(false);
    }
    if (!relaxation.enough) continue;
    // Every part that is in no conflict, except perhaps with the target that looks for a place, must have a place.
    const seeker = kind === 'pinned' ? -1 : target;
    const isSettled = (part: number): boolean =>
      instance.pinned[part] === NOT_PINNED &&
      placement[part] >= 0 &&
      placement.every(
        (there, other) => there < 0 || other === seeker || !clash(instance, part, placement[part], other, there),
      );
    const settled = [...placement.keys()].filter(isSettled);
    const all = [...new Set([...(kind === 'pinned' ? [] : [target]), ...settled, ...freed])];
    expect(canPlace(view, all, more, at(without(pinned, gone)))).toBe(true);
  }
  // No shorter delay of any of the parts helps. For some targets this is tried minute by minute.
  if (target % 4 !== 0) return;
  const delay = reason.relaxations.find((relaxation) => relaxation.kind === 'delay');
  for (let seconds = 60; seconds < (delay?.seconds ?? 0); seconds += 60) {
    for (const part of parts.filter((one) => isDelayable(instance, one))) {
      expect(canPlace(shifted(instance, part, seconds, seconds), parts, placesOf, at(pinned))).toBe(false);
    }
  }
};

const tiny = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  operations: fc.integer({ min: 2, max: 9 }),
  resources: fc.integer({ min: 1, max: 4 }),
  carelessness: fc.constantFrom(0, 0, 0.2),
});

test('every reason is true and irreducible, and each of its relaxations removes it', () => {
  const seen = new Map<string, number>();
  const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const kinds = ['pinned', 'ineligible', 'crowded', 'choice', 'several', 'not at once', 'given'];
  const changes = ['delay', 'waive', 'release', 'shorten', 'remove', 'buffer'].map((kind) => `${kind} true`);
  const expected = [...kinds, ...changes];
  // The rarest are missing from one batch in a few hundred.
  for (let batch = 0; batch < 5 && !expected.every((what) => seen.has(what)); batch++) {
    fc.assert(
      fc.property(tiny, ({ seed, operations, resources, carelessness }) => {
        const instance = randomInstance(seed, { operations, resources });
        const placement = plausiblePlacement(instance, createRandom(seed), carelessness);
        const reasoner = new Reasoner(instance, placement);
        const explain = (part: number, partner: number): void => {
          const reason = reasoner.why(part, new Effort(1_000_000), partner);
          judge(instance, placement, reason);
          note(reason.kind);
          if (reason.parts.length > 2) note('several');
          if (reason.kind === 'crowded' && !reason.atOnce) note('not at once');
          if (reason.parts.length > 0 && reason.given.length > 0) note('given');
          for (const { kind, enough } of reason.relaxations) note(`${kind} ${enough}`);
        };
        for (let part = 0; part < instance.partCount; part++) {
          if (placement[part] < 0 && (instance.flags[part] & PartFlag.blocker) === 0) explain(part, -1);
        }
        for (const { a, b } of findConflicts(instance, placement)) {
          if (instance.pinned[b] === NOT_PINNED) explain(b, a);
          else explain(a, b);
        }
      }),
      { numRuns: 800 },
    );
  }
  expect([...seen.keys()]).toEqual(expect.arrayContaining(expected));
});

// Guarantee: no text about a plan that is proven optimal says that the plan merely failed to place an operation.
test('the reason for an operation left out of a proven optimal plan says that no better plan exists and what its place would cost', () => {
  const at = (hour: number): string => `2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`;
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { name: 'One stand' },
    locations: [{ id: 'apron', name: 'Apron' }],
    tags: [],
    resources: [{ id: 'r', name: 'R', location: 'apron' }],
    groups: [],
    operations: ['a', 'b'].map((id, i) => ({
      id,
      inboundTask: { taskName: id, expectedTime: at(8 + 4 * i) },
      outboundTask: { taskName: id, expectedTime: at(9 + 4 * i) },
    })),
    rules: [{ id: 'dear', name: 'Dear', kind: 'match', weight: 1500 }],
    assignments: [],
  });
  const left = Int32Array.of(-1, -1);
  const saying = (optimal: boolean) => planReasons(instance, left, { optimal }).reasons.map(({ message }) => message);
  expect(saying(false)[0]).toBe('a is left out by choice: there is room on R, but the score would rise by 500.');
  expect(saying(true)[0]).toBe(
    'a is left out by choice: there is room on R, but the score would rise by 500. The plan is proven optimal: no better one exists.',
  );
  const reasoner = new Reasoner(instance, left);
  const open = { ...reasoner.why(0, new Effort(1000)), kind: 'open' as const };
  const say = (optimal: boolean): string =>
    new Speaker(reasoner.around, clockOf(instance, 'UTC'), optimal).reason(open);
  expect(say(false)).toContain('the plan simply left it');
  expect(say(true)).toBe(
    'a has no place: the plan is proven optimal, so no better plan exists. As everything else stands, its cheapest place, R, means a conflict there, and the score would rise by 500.',
  );
});
