import type { Solution } from '../../engine/objective/score.ts';
import { isInexactDay, type Relaxation } from '../model/relaxation.ts';
import type { PieceStart } from '../decomposition/pieces.ts';
import type { Run, SolveResult } from '../solver.ts';
import { clusterSearch } from './clusterSearch.ts';
import { diveIfPoor, laterDives } from './dives.ts';
import { divesNearPlan } from './divesNearPlan.ts';
import { EarnedTurns } from './earnedTurns.ts';
import { hourWindows } from './hourWindows.ts';
import { leftOutCount } from './leftOutCount.ts';
import { neighborhoods } from './neighborhoods.ts';
import { open } from './opening.ts';
import { pairTightening } from './pairTightening.ts';
import { pairWindows } from './pairWindows.ts';
import type { SearchComponent, Round } from './searchComponent.ts';
import { proofs } from './proofs.ts';
import { roundInTime } from './roundInTime.ts';
import { SearchState } from './state.ts';
import { wholeProof } from './wholeProof.ts';

/** The components of a round, in the order in which they run. */
export const COMPONENTS: readonly SearchComponent[] = [
  clusterSearch,
  pairTightening,
  leftOutCount,
  laterDives,
  divesNearPlan,
  proofs,
  wholeProof,
  roundInTime,
  hourWindows,
  pairWindows,
  neighborhoods(),
];

/** The most turns that a component takes at once while each one gains something. */
const MOST_TURNS = 6;

interface Turn {
  readonly component: SearchComponent;
  readonly take: (round: Round) => void;
  readonly earned: EarnedTurns;
}

/**
 * One run: bound and first dive, then dives, proofs and neighborhood searches in rounds, until the gap is closed or the run stops. Over
 * a day the first thread does everything and the others only search, with its prices, or with their own where rules concern pairs of operations; over a long
 * horizon the second thread makes the proofs.
 */
export class LagrangianSearch {
  private readonly state: SearchState;
  private readonly turns: readonly Turn[];
  private rounds = 0;
  private idle = 0;

  /** `joint`: prices that the threads of the run have found together, by part of the instance. */
  constructor(relaxation: Relaxation, run: Run, components = COMPONENTS, joint: Float64Array | null = null) {
    this.state = new SearchState(relaxation, run, joint);
    if (!this.state.isFollower && !this.state.othersWait) this.state.letOthersBegin();
    this.turns = components.map((component) => ({
      component,
      take: component.start(this.state),
      earned: new EarnedTurns(),
    }));
  }

  /** Runs until the gap is closed or the run stops. */
  solve(): SolveResult {
    this.begin();
    while (!this.isDone()) this.round();
    return this.result();
  }

  begin(): void {
    open(this.state);
  }

  /** Use instead of `begin` to improve a part of a plan from given prices. */
  beginFrom({ prices, mayDive }: PieceStart): void {
    this.state.isSlice = true;
    this.state.beginFrom(prices);
    if (mayDive) diveIfPoor(this.state);
  }

  round(): void {
    const { state } = this;
    if (state.relaxation.model.partCount === 0) return;
    const before = state.best.cost;
    const round: Round = { number: this.rounds++, idle: this.idle };
    state.join();
    for (const { component, take, earned } of this.turns) {
      if (!earned.isDue()) continue;
      const mark = state.mark();
      this.takeTurn(component, take, round);
      if (state.isDone()) return;
      // Where the model is exact, the components depend on one another's outcomes, and each knows when it is its turn.
      if (state.relaxation.exact || component.mayPause?.(round) === false) continue;
      earned.record(state.hasGained(mark) || component.isUnderWay?.(state) === true);
    }
    this.idle = state.best.cost < before ? 0 : this.idle + 1;
  }

  /** Over a day, a component that may goes on as long as each turn gains something. */
  private takeTurn({ mayRepeat = false, isUnderWay }: SearchComponent, take: Turn['take'], round: Round): void {
    const { state } = this;
    const most = mayRepeat && isInexactDay(state.relaxation) ? MOST_TURNS : 1;
    for (let turn = 0; turn < most && !state.isDone(); turn++) {
      const mark = state.mark();
      take(round);
      if (!state.hasGained(mark) && isUnderWay?.(state) !== true) return;
    }
  }

  /** Takes over a plan from another method when it is better. */
  offer(solution: Solution): void {
    this.state.offer(solution);
  }

  get hasClusters(): boolean {
    return this.state.clusters.length > 0;
  }

  /** Whether the first dive makes a better plan than local search does in the time that it takes. */
  get divesWell(): boolean {
    return this.state.divesKnowPairs;
  }

  /** Whether the bound by paths over several days still rises. */
  get isAscending(): boolean {
    return this.state.groupAscent?.isFine === false;
  }

  get incumbent(): Solution {
    return this.state.best;
  }

  isDone(): boolean {
    return this.state.isDone();
  }

  result(): SolveResult {
    return this.state.result();
  }
}
