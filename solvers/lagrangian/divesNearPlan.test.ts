import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { countTerms } from '../../engine/objective/tally.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { generateAirport } from '../../fixtures/generate/generateAirport.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import type { Solver } from '../solver.ts';
import { runAlone } from '../testing/runAlone.ts';
import { dive, FIRST_DIVE } from './dives.ts';
import { divesNearPlan } from './divesNearPlan.ts';
import { lagrangian } from './lagrangian.ts';
import { SearchState } from './state.ts';

beforeAll(() => prepareHighs());

const groupCost = (instance: Instance, placement: Placement): number => {
  let total = 0;
  countTerms(instance, placement, ({ kind, cost, count }) => {
    if (kind === 'group') total += cost * count;
  });
  return total;
};

// Guarantee: every plan on the way is valid (see `runAlone`), and members of a group that a dive has spread come together.
test('sweeps near a plan of several days bring groups together', () => {
  const costs = { dived: 0, swept: 0 };
  const groups = { dived: 0, swept: 0 };
  for (const seed of [1, 2]) {
    const instance = compile(generateAirport({ seed, stands: 80, days: 2, disruption: 0.15 }));
    const solver: Solver = {
      ...lagrangian,
      solve: (_, run) => {
        const state = new SearchState(relax(instance), run, null);
        expect(state.divesKnowPairs).toBe(true);
        state.ascent.climb(300);
        state.ascent.renewMarginals();
        dive(state, FIRST_DIVE);
        costs.dived += state.best.cost;
        groups.dived += groupCost(instance, state.best.placement);
        const sweep = divesNearPlan.start(state);
        for (let number = 0; number < 3; number++) sweep({ number, idle: 0 });
        costs.swept += state.best.cost;
        groups.swept += groupCost(instance, state.best.placement);
        return state.result();
      },
    };
    runAlone(solver, instance, { seed, steps: 1e6 });
  }
  expect(groups.dived).toBeGreaterThan(0);
  expect(groups.swept).toBeLessThan(0.85 * groups.dived);
  expect(costs.swept).toBeLessThan(0.99 * costs.dived);
});
