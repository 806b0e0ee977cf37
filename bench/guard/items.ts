import { visitConflicts } from '../../engine/conflicts/visitConflicts.ts';
import { Plan } from '../../engine/board/plan.ts';
import { atOnce } from '../../engine/atOnce.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { DocumentRule, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { keepSearch, recallSearch } from '../../engine/instance/keptSearch.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import { present } from '../../engine/present.ts';
import { createRandom } from '../../engine/random.ts';
import { generateAirport } from '../../fixtures/generate/generateAirport.ts';
import { generateGates } from '../../fixtures/generate/generateGates.ts';
import { generatePlan, type PlanOptions } from '../../fixtures/generate/generatePlan.ts';
import { rule } from '../../fixtures/planning/rule.ts';
import { clockedRun } from '../quality/clockedRun.ts';
import { auto } from '../../solvers/auto/auto.ts';
import { initialSolution } from '../../solvers/initialSolution.ts';
import { firstPlan } from '../../solvers/insertion/firstPlan.ts';
import { lagrangian } from '../../solvers/lagrangian/lagrangian.ts';
import { boundOf, rowScratch } from '../../solvers/model/pathModel.ts';
import { relax } from '../../solvers/model/relaxation.ts';
import type { Run, SolveResult, Solver } from '../../solvers/solver.ts';
import { runAlone } from '../../solvers/testing/runAlone.ts';

/**
 * A figure that must not get worse. `time`: how long `run` takes, the median of `times` repetitions. `value`: what `run` returns; a step limit
 * decides when it ends, so it is the same on every machine; lower is better.
 */
export interface Item {
  readonly name: string;
  readonly kind: 'time' | 'value';
  readonly times: number;
  readonly prepare: () => () => number;
}

const day: Omit<PlanOptions, 'seed'> = { operations: 1000, resources: 200, days: 1, disrupted: true };

const solve = (solver: Solver, instance: Instance, steps: number, kept: Run['kept'] = null): SolveResult =>
  runAlone(solver, instance, { steps, kept }).result;

const time = (name: string, times: number, prepare: Item['prepare']): Item => ({ name, kind: 'time', times, prepare });
const value = (name: string, prepare: Item['prepare']): Item => ({ name, kind: 'value', times: 1, prepare });

const gap = ({ solution: { cost }, bound }: SolveResult): number => (100 * (cost - present(bound))) / cost;

const SHARED: readonly DocumentRule[] = [
  rule('even', 'Resources are used evenly', 'balance', 1, [], []),
  {
    ...rule('push-backs', 'Push-backs side by side', 'departure', 10, [], []),
    parameters: { relation: 'adjacent', seconds: 600 },
  },
];

/** Each resource is next to the one before it. */
const besideOneAnother = (document: PlanningDocument): PlanningDocument => ({
  ...document,
  resources: document.resources.map((resource, i) => ({
    ...resource,
    adjacent: i === 0 ? [] : [present(document.resources[i - 1]).id],
  })),
});

/** Time limit of one proof: an instance that is no longer proven costs this much, and shows. */
const PROOF_SECONDS = 4;

/** The time until every one of these days is proven to be solved. */
const proofs = (options: Omit<PlanOptions, 'seed'>, seeds: readonly number[]): Item => {
  const name = `proofs of ${seeds.length} ${seeds.length === 1 ? 'day' : 'days'} of ${options.operations}×${options.resources}${options.disrupted ? ' d' : ''}`;
  return time(name, 3, () => {
    const instances = seeds.map((seed) => compile(generatePlan({ ...options, seed })));
    return () => {
      let cost = 0;
      for (const instance of instances)
        cost += lagrangian.solve(instance, clockedRun(instance, { seed: 1, limitSeconds: PROOF_SECONDS })).solution
          .cost;
      return cost;
    };
  });
};

export const ITEMS: readonly Item[] = [
  time('compile, every rule kind', 9, () => {
    const document = generateAirport({ seed: 1, days: 1, operations: 1000, stands: 150, disruption: 0.15 });
    return () => compile(document).partCount;
  }),
  time('path model of a week', 7, () => {
    const instance = compile(generatePlan({ ...day, operations: 7000, resources: 150, days: 7, seed: 1 }));
    return () => relax(instance).constant;
  }),
  time('20 sweeps of the path program', 9, () => {
    const { model } = relax(compile(generatePlan({ ...day, seed: 1 })));
    const best = rowScratch(model);
    return () => {
      let sum = 0;
      for (let sweep = 0; sweep < 20; sweep++) sum += boundOf(model, model.leaveOut, best);
      return sum;
    };
  }),
  time('first plan', 9, () => {
    const instance = compile(generatePlan({ ...day, seed: 1 }));
    return () => firstPlan(new Plan(instance, initialSolution(instance, null).placement), () => false);
  }),
  time('50 000 moves, every rule kind', 5, () => {
    const document = generateAirport({ seed: 1, days: 1, operations: 1000, stands: 150, disruption: 0.15 });
    const instance = compile(document);
    const plan = new Plan(instance, initialSolution(instance, null).placement);
    firstPlan(plan, () => false);
    const moves = createMoves(plan).filter(({ id }) => id === 'relocate' || id === 'swap');
    return () => {
      const random = createRandom(7);
      for (let q = 0; q < 50_000; q++) {
        const move = moves[q % moves.length];
        if (move.evaluate(plan, random) !== Number.POSITIVE_INFINITY) move.revert(plan);
      }
      return plan.cost;
    };
  }),
  time('all conflicts of a week', 9, () => {
    const instance = compile(generatePlan({ ...day, operations: 7000, resources: 150, days: 7, seed: 1 }));
    const plan = new Plan(instance, instance.placed);
    return () => {
      let found = 0;
      visitConflicts(instance, plan.timelines, null, () => found++);
      return found;
    };
  }),
  proofs({ operations: 300, resources: 50, days: 1, disrupted: true }, [301, 302, 303, 305, 306, 307]),
  proofs({ operations: 150, resources: 30, days: 1, disrupted: false }, [301, 302, 303, 304, 306, 308, 309, 310]),
  proofs(day, [302]),
  value('gap of 1000×150 d after 6 000 steps, %', () => {
    const instance = compile(generatePlan({ ...day, resources: 150, seed: 301 }));
    return () => gap(solve(auto, instance, 6000));
  }),
  value('gap of the week after 3 500 steps, %', () => {
    const instance = compile(generatePlan({ ...day, operations: 7000, resources: 150, days: 7, seed: 301 }));
    return () => gap(solve(auto, instance, 3500));
  }),
  value('gap of 12 000×200 after 15 000 steps, %', () => {
    const instance = compile(
      generatePlan({ operations: 12_000, resources: 200, days: 14, disrupted: false, seed: 301 }),
    );
    return () => gap(solve(auto, instance, 15_000));
  }),
  value('gap of a generated airport, every rule kind, after 60 000 steps, %', () => {
    const document = generateAirport({ seed: 301, days: 1, operations: 500, stands: 80, disruption: 0.15 });
    const instance = compile(document);
    return () => gap(solve(auto, instance, 60_000));
  }),
  value('gap of three days of a generated airport after 5 000 steps, %', () => {
    const instance = compile(generateAirport({ seed: 301, days: 3, stands: 60, disruption: 0.15 }));
    return () => gap(solve(auto, instance, 5000));
  }),
  value('gap of five days of gates that flights keep, after 60 000 steps, %', () => {
    const instance = compile(generateGates({ flights: 600, gates: 25, days: 5, seed: 304, keptBy: 'continuity' }));
    return () => gap(solve(auto, instance, 60_000));
  }),
  value('gap of 300×50 d with balance and departures, after 25 000 steps, %', () => {
    const document = generatePlan({ ...day, operations: 300, resources: 50, seed: 301 });
    const instance = compile({ ...besideOneAnother(document), rules: [...document.rules, ...SHARED] });
    return () => gap(solve(auto, instance, 25_000));
  }),
  value('gap after a change, 150 steps from an earlier search, %', () => {
    const before = compile(generatePlan({ ...day, disrupted: false, seed: 301 }));
    const { prices, result } = runAlone(auto, before, { steps: 4000 });
    const bytes = present(
      atOnce(keepSearch(before, { prices: present(prices), placement: result.solution.placement })),
    );
    const after = compile(generatePlan({ ...day, seed: 301 }));
    return () => gap(solve(auto, after, 150, atOnce(recallSearch(after, bytes))));
  }),
];
