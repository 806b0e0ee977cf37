import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../../engine/atOnce.ts';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { keepSearch, type KeptSearch, recallSearch } from '../../engine/instance/keptSearch.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { initialSolution } from '../initialSolution.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { lagrangian } from '../lagrangian/lagrangian.ts';
import { byPart, toPlan } from '../model/translate.ts';
import { relax } from '../model/relaxation.ts';
import { Ascent } from '../prices/ascent.ts';
import { diveForPlan } from '../prices/dive.ts';
import type { Run } from '../solver.ts';
import { countImproved } from '../testing/countImproved.ts';
import { runAlone } from '../testing/runAlone.ts';
import { firstPlan } from './firstPlan.ts';
import { insertByChains, insertEachByChain } from './insertByChains.ts';

const never = (): boolean => false;

beforeAll(prepareHighs);

/** What an earlier search may have left: prices of an ascent that has converged, and the plan of a dive from them. */
const earlierSearch = (instance: Instance): KeptSearch => {
  const relaxation = relax(instance);
  const run = { random: createRandom(1), stop: never, step: () => {}, report: () => {}, elapsedSeconds: () => 0 };
  const ascent = new Ascent(relaxation, run as unknown as Run, () => {});
  ascent.climb(800, 1600);
  ascent.renewMarginals();
  const near = ascent.within(8 * relaxation.priceUnit);
  const options = { iterations: 20, share: 0.03, step: relaxation.priceUnit };
  const { position } = diveForPlan(relaxation, ascent.prices, near, options, run);
  const prices = byPart(relaxation, ascent.prices);
  return { prices, placement: toPlan(relaxation, position).placement };
};

describe('chains that find room', () => {
  test('never make a plan worse, move a pinned part or change too many places, whatever the prices are', () => {
    const improved = countImproved(1200, (plan, random, seed) => {
      const prices = Float64Array.from(plan.instance.unassignedCost, (cost) =>
        random.below(3) === 0 ? Number.NaN : (cost * random.next()) / 100,
      );
      const missing = [...plan.placement.keys()].filter((part) => plan.placement[part] < 0);
      if (seed % 2 === 0) insertByChains(plan, prices, never);
      else insertEachByChain(plan, missing, prices, 20, never);
    });
    expect(improved).toBeGreaterThan(50);
  });

  test('find places that insertion does not find after a stand closes', () => {
    let [inserted, chained, best] = [0, 0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const document = generatePlan({ operations: 120, resources: 20, days: 1, disrupted: false, seed });
      const whole = compile(document);
      const bytes = atOnce(keepSearch(whole, earlierSearch(whole)))!;
      const after = compile({ ...document, resources: document.resources.slice(1), assignments: [] });
      const kept = atOnce(recallSearch(after, bytes))!;
      const plan = new Plan(after, initialSolution(after, kept.placement).placement);
      firstPlan(plan, never);
      inserted += plan.cost;
      insertByChains(plan, kept.prices, never);
      chained += plan.cost;
      best += runAlone(lagrangian, after, { steps: 1500 }).result.solution.cost;
    }
    expect(chained - best).toBeLessThan(0.5 * (inserted - best));
  });
});
