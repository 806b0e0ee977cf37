import type { Solution } from '../../engine/objective/score.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Run, SolveResult } from '../solver.ts';
import { laterDives } from './dives.ts';
import { hourWindows } from './hours.ts';
import { neighborhoods } from './neighborhoods.ts';
import { open } from './opening.ts';
import { pairTightening } from './pairTightening.ts';
import type { SearchComponent, Round } from './searchComponent.ts';
import { proofs } from './proofs.ts';
import { SearchState } from './state.ts';

/** The components of a round, in the order in which they run. */
export const COMPONENTS: readonly SearchComponent[] = [
  pairTightening,
  laterDives,
  proofs,
  hourWindows,
  neighborhoods(),
];

/**
 * One run: bound and first dive, then dives, proofs and neighborhood searches in rounds, until the gap is closed or the run stops. Over
 * a day the first thread does everything and the others only search, with its prices; over a long horizon the second thread makes the
 * proofs.
 */
export class LagrangianSearch {
  private readonly state: SearchState;
  private readonly turns: readonly ((round: Round) => void)[];
  private rounds = 0;
  private idle = 0;

  constructor(relaxation: Relaxation, run: Run, components = COMPONENTS) {
    this.state = new SearchState(relaxation, run);
    this.turns = components.map((component) => component.start(this.state));
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

  /** Use instead of `begin` to continue from given prices. */
  beginFrom(prices: Float64Array): void {
    this.state.beginFrom(prices);
  }

  round(): void {
    const { state } = this;
    if (state.relaxation.model.partCount === 0) return;
    const before = state.best.cost;
    const round: Round = { number: this.rounds++, idle: this.idle };
    state.join();
    for (const turn of this.turns) {
      turn(round);
      if (state.isDone()) return;
    }
    this.idle = state.best.cost < before ? 0 : this.idle + 1;
  }

  /** Takes over a plan from another method when it is better. */
  offer(solution: Solution): void {
    this.state.offer(solution);
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
