import type { Move } from '../../engine/moves/move.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Run } from '../solver.ts';
import { teamsRecur } from '../../engine/moves/teams.ts';
import type { Acceptor } from './annealing.ts';

/** Moves that are drawn before the search reports, and before it looks whether the run stops: a move of a large group takes milliseconds. */
const BATCH = 512;
const BETWEEN_STOPS = 64;

/** State of a search that runs in turns: its steps so far, and its current plan. */
export interface SearchProgress {
  steps: number;
  /** Null: the search starts from the plan passed to it. */
  current: Placement | null;
}

/**
 * Draws moves and applies those that the acceptor accepts until the run stops. Leaves the best plan seen, including the initial one, in
 * `plan`. Each kind of move is drawn as often as its share says; simple moves are cheap and frequent.
 */
export const search = (
  plan: Plan,
  moves: readonly Move[],
  accept: Acceptor,
  run: Run,
  progress: SearchProgress = { steps: 0, current: null },
): void => {
  const { random } = run;
  const known = teamsRecur(plan.instance) ? GROUP_SHARES : SHARES;
  const shares = moves.map(({ id }) => known[id] ?? 1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const drawn = moves.flatMap((move, m) => Array.from({ length: Math.round((64 * shares[m]) / total) }, () => move));
  const best = plan.placement.slice();
  let bestCost = plan.cost;
  let reported = bestCost;
  let { steps } = progress;
  if (progress.current !== null) plan.load(progress.current);
  while (!run.stop()) {
    const until = steps + BATCH;
    for (let b = 1; steps < until; b++, steps++) {
      if (b % BETWEEN_STOPS === 0 && run.stop()) break;
      const move = drawn[random.below(drawn.length)];
      const delta = move.evaluate(plan, random);
      if (delta === Number.POSITIVE_INFINITY) continue;
      if (!accept(delta, steps, random.next())) move.revert(plan);
      else {
        move.apply(plan);
        if (plan.cost < bestCost) {
          best.set(plan.placement);
          bestCost = plan.cost;
        }
      }
    }
    run.step(BATCH - (until - steps));
    if (bestCost < reported) {
      reported = bestCost;
      const now = plan.placement.slice();
      plan.load(best);
      run.report({ kind: 'incumbent', solution: plan.snapshot() });
      plan.load(now);
    }
    run.report({ kind: 'progress', phase: 'local search' });
    if (drawn.length === 0) break;
  }
  progress.steps = steps;
  progress.current = plan.placement.slice();
  plan.load(best);
};

/** Moves that count as one iteration of the run; one of them is that much cheaper than an iteration of other methods. */
const CHEAPER = 100;

/** Like `search`, for at most `limit` moves, in accordingly fewer iterations of the run. */
export const searchBriefly = (
  limit: number,
  plan: Plan,
  moves: readonly Move[],
  accept: Acceptor,
  run: Run,
  progress?: SearchProgress,
): void => {
  let spent = 0;
  const brief: Run = {
    ...run,
    stop: () => spent >= limit || run.stop(),
    step: (n) => {
      spent += n;
      run.step(n / CHEAPER);
    },
  };
  search(plan, moves, accept, brief, progress);
};

const SHARES: Readonly<Record<string, number>> = {
  relocate: 40,
  swap: 16,
  'kempe-chain': 7,
  'ejection-chain': 1,
  'ruin-recreate': 4,
  'group-move': 2,
  'group-chain': 2,
};

/** Where groups recur on several days: what one of their parts gains elsewhere is rarely worth leaving the others, and chains of groups also move single parts. */
const GROUP_SHARES: Readonly<Record<string, number>> = {
  relocate: 8,
  swap: 2,
  'kempe-chain': 2,
  'ejection-chain': 1,
  'ruin-recreate': 1,
  'group-move': 1,
  'group-chain': 48,
};
