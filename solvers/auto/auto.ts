import type { Instance } from '../../engine/instance/instance.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { type BlockSizes, divide, floorOfPlans, reasonToStayWhole } from '../decomposition/blocks.ts';
import {
  type JointOpening,
  mayOpenJointly,
  openJointly,
  type OpeningBlocks,
  openingBlocksOf,
} from '../decomposition/jointOpening.ts';
import { DividedSearch } from '../decomposition/dividedSearch.ts';
import type { SearchSlice } from '../decomposition/piece.ts';
import { Blackboard, type Exchange } from '../exchange/exchange.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { isInexactDay, relax, type Relaxation, wholeExtent } from '../model/relaxation.ts';
import type { SearchComponent } from '../lagrangian/searchComponent.ts';
import { initialSolution } from '../initialSolution.ts';
import { awaitFirst } from '../lagrangian/awaitFirst.ts';
import { mayBound } from '../lagrangian/proofs.ts';
import { EarnedTurns } from '../lagrangian/earnedTurns.ts';
import { LagrangianSearch, COMPONENTS } from '../lagrangian/search.ts';
import { teamsRecur } from '../../engine/moves/teams.ts';
import type { Elsewhere, Run, SolveResult, Solver } from '../solver.ts';
import { AnnealingTurns } from './annealingTurns.ts';
import { openingPlan } from './openingPlan.ts';

/** Iterations of local search before the first bound is computed, for instances whose rules concern pairs of operations. */
const OPENING = 200_000;
/** Iterations of each later turn of local search, which takes about as long as a round of the Lagrangian search or longer. */
const TURN = 800_000;
/** With risk, a move of local search looks at every part within hours instead of minutes and takes about this many times as long. */
const SLOWER_BY_RISK = 10;
/** With groups that recur, most moves change places of dozens of parts and take four times as long; a turn may take twice as long, as the ascent's turns do. */
const SLOWER_BY_GROUPS = 2;
/** The most rounds in a row without a turn of local search, over a day: a turn takes as long as several rounds. */
const LONGEST_PAUSE = 15;
/** Iterations between two checks for a better plan from another thread. */
const EXCHANGE = 200_000;

/** Milliseconds between two looks for the first plan of another thread. */
const FIRST_PLAN_MS = 10;

/** The methods that the portfolio consists of. */
export interface Composition {
  /** The components of each round of the Lagrangian search. */
  readonly components: readonly SearchComponent[];
  /** Creates the moves of local search. */
  readonly moves: typeof createMoves;
}

export const WHOLE: Composition = { components: COMPONENTS, moves: createMoves };

/**
 * Source: the idea of a portfolio, Huberman, Lukose, Hogg, "An economics approach to hard computational problems", Science
 * 275 (1997); the methods cite theirs.
 */
export const createAuto = (sizes: BlockSizes, composition = WHOLE): Solver => ({
  id: 'auto',
  name: 'Automatic',
  description:
    'The portfolio: a greedy plan at once, then the Lagrangian method, which proves a bound, in turns with local search when rules concern pairs of operations.',
  provesBound: true,
  usesThreads: true,
  parameters: {},
  prepare: prepareHighs,
  supports: () => null,
  repeatsOnThreads: (instance) => reasonToStayWhole(instance, sizes) === null || mayOpenJointly(instance),
  pieces: {
    divides: (instance) => reasonToStayWhole(instance, sizes) === null,
    search: (...piece) => sliceSearch(composition)(...piece),
  },
  solve: (instance, run) => solveAuto(instance, run, sizes, composition),
});

/** The size from which a long horizon is divided, and the size of its blocks. */
export const LONG_HORIZONS: BlockSizes = { fewestParts: 10_000, fewestArcsWithPairs: 1_000_000, wantedParts: 1400 };

export const auto = createAuto(LONG_HORIZONS);

const solveAuto = (instance: Instance, run: Run, sizes: BlockSizes, composition: Composition): SolveResult => {
  run.report({ kind: 'incumbent', solution: run.initial });
  if (isCourier(run)) return passPiecesOn(instance, run, sizes, sliceSearch(composition));
  if (reasonToStayWhole(instance, sizes) !== null) return solveWhole(instance, run, composition);
  const plan = startingPlan(instance, run);
  const first = openingPlan(plan, run);
  const division = divide(instance, sizes);
  if (division.blocks.length < 2)
    return searchWhole(instance, run, composition, plan, { solution: first, prices: null });
  return new DividedSearch(instance, division, run, plan, first, sliceSearch(composition)).solve();
};

const solveWhole = (instance: Instance, run: Run, composition: Composition): SolveResult => {
  const blocks = openingBlocksOf(instance, run);
  const unneeded = blocks === null ? awaitFirst(instance, run) : null;
  if (unneeded !== null) return unneeded;
  if (blocks !== null && isFurther(run)) return openFurther(instance, run, composition, blocks);
  const plan = startingPlan(instance, run);
  const first = openingPlan(plan, run, blocks !== null);
  if (blocks === null) return searchWhole(instance, run, composition, plan, { solution: first, prices: null });
  const bound = floorOfPlans(blocks.extent);
  run.report({ kind: 'bound', bound });
  const { prices, solution, mayContinue } = openJointly(blocks, run, plan, first);
  if (!mayContinue) return { solution, bound, status: 'feasible' };
  return searchWhole(instance, run, composition, plan, { solution, prices });
};

/** On a further thread: the first plan and bound of the thread whose result counts are enough. */
const openFurther = (instance: Instance, run: Run, composition: Composition, blocks: OpeningBlocks): SolveResult => {
  const plan = new Plan(instance, run.initial.placement);
  const { prices, solution, mayContinue } = openJointly(blocks, run, plan, run.initial);
  if (!mayContinue) return { solution, bound: null, status: 'feasible' };
  return searchWhole(instance, run, composition, plan, { solution, prices });
};

/** A run on a further thread. */
type FurtherRun = Run & { readonly exchange: Exchange };

const isFurther = (run: Run): run is FurtherRun => run.exchange !== null && run.exchange.role > 0;

/**
 * Searches in one model of the whole horizon, from the solution that is loaded in `plan`, and from prices if there are any. Under a step limit, one thread
 * searches as if it were alone, so that the result is that of one.
 */
const searchWhole = (
  instance: Instance,
  given: Run,
  { components, moves }: Composition,
  plan: Plan,
  { solution, prices }: Pick<JointOpening, 'solution' | 'prices'>,
): SolveResult => {
  const isRepeatable = given.parameters.stepLimit !== null;
  if (isRepeatable && isFurther(given)) return { solution, bound: null, status: 'feasible' };
  const run = isRepeatable ? { ...given, exchange: null } : given;
  const { first, relaxation, turns, hasSearched } = modelNear(
    instance,
    solution,
    () => new AnnealingTurns(plan, run, moves),
  );
  const lagrangian = new LagrangianSearch(relaxation, run, components, prices);
  const order = orderOf(relaxation, run, lagrangian, hasSearched);
  if (turns !== null && isFurther(run) && !order.mayRound) return searchAlone(instance, run, turns, first);
  lagrangian.offer(first);
  return searchInTurns(instance, lagrangian, turns, order);
};

/** Whose turn it is when. Over a day, the prices of the first thread are sooner there if a further one begins with local search. */
const orderOf = (
  relaxation: Relaxation,
  run: Run,
  { divesWell, hasClusters }: LagrangianSearch,
  hasSearched: boolean,
): TurnOrder => {
  const isAlone = (run.exchange?.threads ?? 1) === 1;
  const prefersRounds = isInexactDay(relaxation) || divesWell;
  const mayRound = prefersRounds && !hasClusters;
  return {
    mayRound,
    roundsFirst: prefersRounds || hasClusters,
    isAlone,
    beginsLocally: !hasSearched && (isFurther(run) || (!divesWell && (isAlone || !mayRound))),
    pauses: mayRound && mayBound({ relaxation }),
  };
};

/** How many times as long a move of local search takes as elsewhere. */
const slownessOf = (instance: Instance): number =>
  (instance.terms.risk === null ? 1 : SLOWER_BY_RISK) * (teamsRecur(instance) ? SLOWER_BY_GROUPS : 1);

/** The model, which counts what balance and groups cost near a plan, and local search where it leaves terms out; for balance, local search makes that plan a good one first. */
const modelNear = (instance: Instance, solution: Solution, local: () => AnnealingTurns) => {
  if (instance.terms.balances.length === 0) {
    const relaxation = relax(instance, wholeExtent(instance, solution.placement));
    return { first: solution, relaxation, turns: relaxation.exact ? null : local(), hasSearched: false };
  }
  const turns = local();
  let first = solution;
  turns.turn(solution, OPENING / slownessOf(instance), (better) => (first = better));
  return { first, relaxation: relax(instance, wholeExtent(instance, first.placement)), turns, hasSearched: true };
};

type CourierRun = Run & { readonly exchange: Exchange & { readonly elsewhere: Elsewhere } };

const isCourier = (run: Run): run is CourierRun => Boolean(run.exchange?.elsewhere);

/** The part of the thread that passes pieces on: it begins with the first plan of the thread whose result counts. */
const passPiecesOn = (instance: Instance, run: CourierRun, sizes: BlockSizes, search: SearchSlice): SolveResult => {
  const { elsewhere } = run.exchange;
  const placement = Int32Array.from(run.initial.placement);
  const board = new Blackboard(run.exchange, instance);
  while (board.planVersion === 0 && !run.stop()) elsewhere.receive(FIRST_PLAN_MS);
  const nothing = { solution: run.initial, bound: null, status: 'feasible' } as const;
  if (run.stop()) return nothing;
  board.takePlan(Number.POSITIVE_INFINITY, placement);
  const division = divide(instance, sizes);
  if (division.blocks.length < 2) return nothing;
  const plan = new Plan(instance, placement);
  return new DividedSearch(instance, division, run, plan, plan.snapshot(), search).solve();
};

interface TurnOrder {
  /** Whether further threads make rounds of the Lagrangian search, too. */
  readonly mayRound: boolean;
  readonly roundsFirst: boolean;
  readonly isAlone: boolean;
  readonly beginsLocally: boolean;
  /** Whether local search pauses after turns without a gain, because exact windows gain more. */
  readonly pauses: boolean;
}

/**
 * Runs rounds of the Lagrangian search in turns with local search, which counts the terms that the Lagrangian model leaves out. Over a day with rules
 * about pairs, where dives know such rules, and where resources form clusters, the rounds come first: exact windows and dives find more there than local
 * search does in that time.
 */
const searchInTurns = (
  instance: Instance,
  lagrangian: LagrangianSearch,
  turns: AnnealingTurns | null,
  { roundsFirst, isAlone, beginsLocally, pauses }: TurnOrder,
): SolveResult => {
  const offer = (solution: Solution): void => lagrangian.offer(solution);
  const slower = slownessOf(instance);
  const earned = new EarnedTurns(LONGEST_PAUSE);
  const searchLocally = (iterations: number): void => {
    if (lagrangian.isDone() || !earned.isDue()) return;
    const { cost } = lagrangian.incumbent;
    turns?.turn(lagrangian.incumbent, iterations / slower, offer);
    if (pauses) earned.record(lagrangian.incumbent.cost < cost);
  };
  if (beginsLocally) searchLocally(OPENING);
  lagrangian.begin();
  while (!lagrangian.isDone()) {
    if (roundsFirst) lagrangian.round();
    // Where a further thread searches locally anyway, paths over several days come first.
    if (isAlone || !lagrangian.isAscending) searchLocally(TURN);
    if (!roundsFirst && !lagrangian.isDone()) lagrangian.round();
  }
  return lagrangian.result();
};

/** The run's initial plan, or the one that an earlier search left, where that costs less now. */
const startingPlan = (instance: Instance, { initial, kept = null }: Run): Plan => {
  const plan = new Plan(instance, initial.placement);
  if (kept === null) return plan;
  const other = initialSolution(instance, kept.placement);
  if (other.cost < plan.cost) plan.load(other.placement);
  return plan;
};

/** Searches one slice by a round of the Lagrangian search, after a turn of local search when the Lagrangian model leaves terms out. */
const sliceSearch =
  ({ components, moves }: Composition): SearchSlice =>
  (instance, run, from) => {
    run.report({ kind: 'incumbent', solution: run.initial });
    const relaxation = { ...relax(instance), priceUnit: from.priceUnit };
    const lagrangian = new LagrangianSearch(relaxation, run, components);
    if (!relaxation.exact) {
      const turns = new AnnealingTurns(new Plan(instance, run.initial.placement), run, moves);
      turns.turn(lagrangian.incumbent, OPENING, (solution) => lagrangian.offer(solution));
    }
    lagrangian.beginFrom(from);
    if (!lagrangian.isDone()) lagrangian.round();
    return lagrangian.incumbent;
  };

/**
 * Runs local search alone, on a further thread of an instance whose model is not exact, unless it is a day without clusters; takes over better plans of
 * other threads.
 */
const searchAlone = (instance: Instance, run: FurtherRun, turns: AnnealingTurns, first: Solution): SolveResult => {
  const board = new Blackboard(run.exchange, instance);
  let best = first;
  const offer = (solution: Solution): void => {
    if (solution.cost >= best.cost) return;
    best = solution;
    run.report({ kind: 'incumbent', solution });
    board.publishPlan(solution.placement, solution.cost);
  };
  const placement = new Int32Array(instance.partCount);
  while (!run.stop()) {
    if (board.takePlan(best.cost, placement) < best.cost) best = new Plan(instance, placement).snapshot();
    turns.turn(best, EXCHANGE, offer);
  }
  return { solution: best, bound: null, status: 'feasible' };
};
