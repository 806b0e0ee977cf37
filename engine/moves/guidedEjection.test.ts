import { expect, test } from 'vitest';
import { compile } from '../instance/compile.ts';
import type { PlanningDocument } from '../instance/planningDocument.ts';
import { Plan } from '../board/plan.ts';
import { createRandom, type Random } from '../random.ts';
import { guidedEjection } from './guidedEjection.ts';

const ROOMS = 6;
const BEDS = 3;
const NIGHTS = 21;
const at = (night: number): string => new Date(Date.UTC(2026, 0, 1 + night, 12)).toISOString();

/**
 * Nearly full rooms with beds, which women and men do not share, built from a plan for all stays: each room changes its side from time
 * to time, and its beds are filled one after the other. Two thirds of the stays in every other room need oxygen, which only those rooms
 * have.
 */
const nearlyFull = (random: Random): PlanningDocument => {
  const stays: { from: number; to: number; tags: string[] }[] = [];
  for (let room = 0; room < ROOMS; room++) {
    for (let from = 0; from < NIGHTS; ) {
      const to = Math.min(NIGHTS, from + 5 + random.below(6));
      const side = random.below(2) === 0 ? 'women' : 'men';
      for (let bed = 0; bed < BEDS; bed++) {
        for (let night = from; night < to; ) {
          const last = Math.min(to, night + 1 + random.below(5));
          const tags = room % 2 === 0 && random.below(3) > 0 ? ['bed', side, 'oxygen'] : ['bed', side];
          if (random.next() > 0.08) stays.push({ from: night, to: last, tags });
          night = last;
        }
      }
      from = to;
    }
  }
  return {
    format: 'tidegate/planning@1',
    planning: { name: 'Beds' },
    locations: [{ id: 'ward', name: 'Ward' }],
    tags: [
      { uuid: 'bed', category: 'place', value: 'bed', required: true },
      { uuid: 'women', category: 'side', value: 'women' },
      { uuid: 'men', category: 'side', value: 'men' },
      { uuid: 'oxygen', category: 'has', value: 'oxygen', required: true },
    ],
    resources: Array.from({ length: ROOMS }, (_, room) => room).flatMap((room) => [
      { id: `room-${room}`, name: `Room ${room}`, location: 'ward', tags: [] },
      ...Array.from({ length: BEDS }, (_, bed) => ({
        id: `bed-${room}-${bed}`,
        name: `Bed ${room}-${bed}`,
        location: 'ward',
        parent: `room-${room}`,
        tags: room % 2 === 0 ? ['bed', 'oxygen'] : ['bed'],
      })),
    ]),
    groups: [],
    operations: stays.map(({ from, to, tags }, index) => ({
      id: `stay-${index}`,
      tags,
      inboundTask: { taskName: 'in', expectedTime: at(from) },
      outboundTask: { taskName: 'out', expectedTime: at(to) },
    })),
    rules: [
      {
        id: 'sides',
        name: 'One side in a room',
        kind: 'adjacency',
        hard: true,
        operationTags: ['women'],
        parameters: { relation: 'sibling', otherTags: ['men'] },
      },
    ],
    assignments: [],
  };
};

// Guarantee: where all parts can be placed, and leaving one out costs more than anything else, the last ones get places too.
test('guided ejection places every part that a first plan leaves out, where parts in one room must agree', () => {
  let leftAtFirst = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const random = createRandom(seed);
    const instance = compile(nearlyFull(random));
    const plan = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
    const move = guidedEjection(plan);
    const { arcStart, arcResource } = instance;
    for (let part = 0; part < instance.partCount; part++) {
      for (let arc = arcStart[part]; arc < arcStart[part + 1] && plan.placement[part] < 0; arc++) {
        if (plan.addArcDelta(part, arc) < 0) plan.place(part, arcResource[arc]);
      }
    }
    const left = (): number => plan.placement.filter((resource) => resource < 0).length;
    leftAtFirst += left();
    for (let draws = 0; draws < 200_000 && left() > 0; draws++) {
      const delta = move.evaluate(plan, random);
      if (delta <= 0) move.apply(plan);
      else if (delta !== Number.POSITIVE_INFINITY) move.revert(plan);
    }
    expect([seed, left(), plan.levels().conflicts]).toEqual([seed, 0, 0]);
  }
  expect(leftAtFirst).toBeGreaterThan(40);
});
