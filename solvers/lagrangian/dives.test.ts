import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { climbFromCapacity } from '../prices/climbFromCapacity.ts';
import { diveForPlan } from '../prices/dive.ts';
import { relax } from '../model/relaxation.ts';
import type { Solver } from '../solver.ts';
import { runAlone } from '../testing/runAlone.ts';
import { FAST_DIVE } from './climb.ts';
import { dive } from './dives.ts';
import { lagrangian } from './lagrangian.ts';
import { SearchState } from './state.ts';
import { toPlan } from '../model/translate.ts';

beforeAll(() => prepareHighs());

// Guarantee: every plan on the way is valid (see `runAlone`), and what a dive over a large model leaves out though there is room is placed afterwards.
test('over several days, mended dives lose less than half of what the plans of dives lose', () => {
  const excess = { plain: 0, mended: 0, twice: 0 };
  const DIVES = 3;
  for (const seed of [1, 2]) {
    const instance = compile(generatePlan({ operations: 3100, resources: 150, days: 3, seed, disrupted: true }));
    const solver: Solver = {
      ...lagrangian,
      solve: (_, run) => {
        const relaxation = relax(instance);
        const state = new SearchState(relaxation, run, null);
        expect(state.isLarge).toBe(true);
        const { ascent } = state;
        climbFromCapacity(relaxation, ascent, run, { high: 15, first: 80, fine: 100 }, Number.POSITIVE_INFINITY);
        ascent.renewMarginals();
        const bound = relaxation.constant + 100 * ascent.bound;
        for (let q = 0; q < DIVES; q++) {
          const near = ascent.within(8 * relaxation.priceUnit);
          const options = { ...FAST_DIVE, step: relaxation.priceUnit };
          const { position } = diveForPlan(relaxation, ascent.prices, near, options, { ...run, stop: () => false });
          excess.plain += (toPlan(relaxation, position).cost - bound) / DIVES;
        }
        dive(state, FAST_DIVE);
        excess.mended += state.best.cost - bound;
        dive(state, FAST_DIVE);
        excess.twice += state.best.cost - bound;
        return state.result();
      },
    };
    runAlone(solver, instance, { seed, steps: 1e6 });
  }
  expect(excess.twice).toBeLessThanOrEqual(excess.mended);
  expect(excess.mended).toBeLessThan(0.5 * excess.plain);
});
