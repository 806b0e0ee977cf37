/** What bounds guarantee to the search for strategies: no state below a state costs less than its bound. */
import { expect, test } from 'vitest';
import { Board } from '../board/board.ts';
import { Plan } from '../board/plan.ts';
import { conflictsOf } from '../conflicts/boardConflicts.ts';
import { compile } from '../instance/compile.ts';
import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { randomDocument } from '../testing/randomInstance.ts';
import { ChainBounds } from './chainBounds.ts';
import { expand } from './expand.ts';
import { UNINTERRUPTED } from './interruption.ts';
import { Profiles } from './profiles.ts';
import { applyState, deltaOf, pathOf, rootState, type State, type Scratchpad } from './state.ts';
import { StateBounds } from './stateBounds.ts';
import { DEFAULT_RESOLVE_OPTIONS, type ResolveOptions } from './strategy.ts';

/** Excludes nothing, so that every state is of interest. */
const nothing = (): boolean => false;

const rootOf = (instance: Instance, target: number, options: ResolveOptions) => {
  const base = Board.movable(instance, instance.placed);
  const board = Board.movable(instance, instance.placed);
  const profiles = new Profiles(base, options);
  const mayMove = (part: number): boolean => instance.pinned[part] === NOT_PINNED;
  const work: Scratchpad = { board, base, profiles, options, target, interruption: UNINTERRUPTED, mayMove };
  const partners = conflictsOf(base, target).map(({ a, b }) => (a === target ? b : a));
  return { work, bounds: new StateBounds(work, new ChainBounds(profiles)), root: rootState(target, partners) };
};

/** Yields every movable part with a conflict of some random plannings, under various limits. */
const cases = function* () {
  for (let seed = 0; seed < 60; seed++) {
    const instance = compile(randomDocument(seed, { operations: 3 + (seed % 4), resources: 2 + (seed % 2) }));
    const options: ResolveOptions = {
      ...DEFAULT_RESOLVE_OPTIONS,
      maxMoves: 2 + (seed % 2),
      allowDelay: seed % 3 !== 0,
      maxDelaySeconds: 900,
      allowUnassign: seed % 2 === 0,
      throughConflicts: seed % 5 < 2,
    };
    for (let part = 0; part < instance.partCount; part++) {
      if (instance.pinned[part] !== NOT_PINNED || instance.placed[part] < 0) continue;
      const { root, ...site } = rootOf(instance, part, options);
      if (root.open.length > 0) yield { seed, instance, root, ...site };
    }
  }
};

test("no state below another costs less than the other's bound, which is infinite only where nothing of interest is below", () => {
  let [judged, exact] = [0, 0];
  for (const { seed, root, work, bounds } of cases()) {
    const { conflictCost } = work.base.instance;
    /** The least delta of all states below that leave fewer conflicts than there were. */
    const leastBelow = (state: State): number => {
      if (state.depth === work.options.maxMoves) return Number.POSITIVE_INFINITY;
      let least = Number.POSITIVE_INFINITY;
      for (const child of expand(state, work, bounds, nothing).children) {
        if (child.conflicts < 0) least = Math.min(least, deltaOf(child, conflictCost));
        least = Math.min(least, leastBelow(child));
      }
      if (state.depth > 0) {
        expect(
          least,
          `seed ${seed}: ${JSON.stringify(pathOf(state).map(({ kind, part, to }) => [kind, part, to]))}`,
        ).toBeGreaterThanOrEqual(state.bound);
        judged++;
        if (least === state.bound && least < Number.POSITIVE_INFINITY) exact++;
      }
      return least;
    };
    leastBelow(root);
  }
  // A bound of −∞ would hold, too, so some bounds must be exact.
  expect(judged).toBeGreaterThan(300);
  expect(exact).toBeGreaterThan(20);
});

test("a state's delta equals that of a plan with its moves", () => {
  let compared = 0;
  for (const { seed, instance, root, work, bounds } of cases()) {
    const before = new Plan(instance, instance.placed).cost;
    for (const child of expand(root, work, bounds, nothing).children) {
      // The cost of a delay belongs to the strategy, not to the plan.
      if (child.kind === 'delay') continue;
      const board = Board.movable(instance, instance.placed);
      applyState(board, [child]);
      const plan = new Plan(instance, board.placement);
      expect(deltaOf(child, work.base.instance.conflictCost), `seed ${seed}`).toBe(plan.cost - before);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});
