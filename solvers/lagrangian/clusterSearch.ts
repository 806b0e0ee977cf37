import { Plan } from '../../engine/board/plan.ts';
import { pinnedPlacement } from '../../engine/instance/instance.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import { type Acceptor, temperatures } from '../moveSearch/annealing.ts';
import { searchBriefly } from '../moveSearch/search.ts';
import { ClusterAscent } from '../prices/clusterAscent.ts';
import { diveInClusters } from '../prices/clusterDive.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** Iterations of a turn. The first turn goes on until the steps are fine, for at most this share of the run's time. */
const ITERATIONS = 40;
const FIRST_SHARE = 0.25;
/** Iterations of local search that complete a plan. */
const COMPLETING = 300_000;

/**
 * Where hard adjacency makes clusters of equal resources: a bound by prices on whole clusters, and plans by dives from these prices, which
 * local search completes.
 */
export const clusterSearch: SearchComponent = {
  id: 'cluster-search',
  start: (state) => {
    let ascent: ClusterAscent | null | undefined;
    return () => {
      if (state.isSlice || state.isFollower || state.relaxation.exact) return;
      if (ascent === undefined) ascent = ascentOf(state);
      if (ascent === null) return;
      raise(state, ascent);
      if (!state.isDone()) diveOnce(state, ascent);
    };
  },
};

const ascentOf = (state: SearchState): ClusterAscent | null => {
  const { clusters, relaxation, ascent, run } = state;
  return clusters.length === 0 ? null : new ClusterAscent(relaxation, clusters, ascent.prices, run.random.split());
};

const raise = (state: SearchState, ascent: ClusterAscent): void => {
  const { run } = state;
  const { stepLimit, timeLimitSeconds } = run.parameters;
  // Under a step limit, the clock decides nothing, so that the run can be repeated.
  const until = stepLimit === null ? run.elapsedSeconds() + FIRST_SHARE * timeLimitSeconds : Number.POSITIVE_INFINITY;
  const isLate = (): boolean => run.elapsedSeconds() >= until;
  const inTime = { ...run, stop: () => run.stop() || isLate() };
  do {
    ascent.advance(ITERATIONS, inTime);
    state.raiseBound(ascent.bound);
  } while (!ascent.isFine && !isLate() && !state.isDone());
};

const diveOnce = (state: SearchState, ascent: ClusterAscent): void => {
  const { run, relaxation } = state;
  const { instance, partOf } = relaxation;
  const resources = diveInClusters(relaxation, ascent, run);
  if (resources === null) return;
  const placement = pinnedPlacement(instance);
  resources.forEach((resource, i) => (placement[partOf[i]] = resource));
  const plan = new Plan(instance, placement);
  const { cold } = temperatures(instance);
  const accept: Acceptor = (delta, _, u) => delta <= 0 || u < Math.exp(-delta / cold);
  searchBriefly(COMPLETING, plan, createMoves(plan), accept, { ...run, report: () => {} });
  state.offerPlacement(plan.placement);
};
