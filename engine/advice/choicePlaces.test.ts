import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { Board } from '../board/board.ts';
import { findArc } from '../objective/arcs.ts';
import { createRandom } from '../random.ts';
import { randomInstance, randomPlacement } from '../testing/randomInstance.ts';
import { choicePlaces } from './choicePlaces.ts';

// Guarantee: the terms of a place are those of the score, and places with a conflict or without eligibility are left out.
test('the terms of a place sum to what the part costs there beyond its reassignment', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const instance = randomInstance(seed);
      const placement = randomPlacement(instance, createRandom(seed));
      if (instance.partCount === 0) return;
      const operation = seed % instance.operationCount;
      const part = instance.operation.indexOf(operation);
      if (part < 0) return;
      const board = Board.movable(instance, placement);
      board.move(part, -1);
      const places = choicePlaces(instance, placement, instance.names.operations[operation]);
      const byName = new Map(places.map(({ resource, terms }) => [resource, terms]));
      for (let resource = 0; resource < instance.resourceCount; resource++) {
        if (findArc(instance, part, resource) < 0) continue;
        const terms = byName.get(instance.names.resources[resource]);
        board.findConflicting(part, resource);
        expect(terms !== undefined).toBe(board.partnerCount === 0);
        if (terms === undefined) continue;
        const current = instance.current[part];
        const reassigned = current >= 0 && current !== resource ? instance.reassignedCost[part] : 0;
        const sum = Object.values(terms).reduce((all, cost) => all + Math.round(100 * cost), 0);
        expect(sum).toBe(board.costAt(part, resource) - reassigned);
        compared++;
      }
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(100);
});
