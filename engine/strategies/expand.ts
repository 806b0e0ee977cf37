import { delayCandidates } from './delays.ts';
import { Interrupted } from './interruption.ts';
import {
  applyState,
  isDelayed,
  isOpen,
  isTouched,
  isUnassigned,
  participantsOf,
  pathOf,
  revertState,
  type State,
  type Workspace,
} from './state.ts';
import type { StateBounds } from './stateBounds.ts';

/** A state has at most so many children; those of the target come first. */
export const MOST_CHILDREN = 10_000;

export interface Expansion {
  readonly children: readonly State[];
  /** False when the search was interrupted, or there were more than MOST_CHILDREN. */
  readonly complete: boolean;
}

/**
 * The states one move further, exact: a part of an open conflict is reassigned or unassigned (when untouched), or delayed
 * (once, after any reassignment). `excludes(bound, moves)`: nothing of at least this delta and so many moves is of interest. Left out are states that are not
 * of interest themselves and have nothing below them that is; those with nothing below have an infinite bound.
 */
export const expand = (
  state: State,
  work: Workspace,
  bounds: StateBounds,
  excludes: (bound: number, moves: number) => boolean,
): Expansion => {
  const { board, profiles, options, base, interruption, target } = work;
  const path = pathOf(state);
  const { conflictCost } = base.instance;
  const children: State[] = [];
  const depth = state.depth + 1;
  const left = options.maxMoves - depth;
  const isHopeless = (bound: number): boolean => excludes(bound, depth + 1);
  const participants = participantsOf(state.open, work).sort(
    (x, y) => Number(y === target) - Number(x === target) || x - y,
  );
  let tried = 0;
  const isCrowded = bounds.isCrowded(state);
  applyState(board, path);
  const touch = (part: number): void => {
    if (isUnassigned(part, path)) return;
    const touched = isTouched(part, path);
    const here = board.placement[part];
    board.meet(part, here);
    const met = board.partnerCount;
    const softHere = board.softCost;
    const others: number[] = [];
    for (let i = 0; i < state.open.length; i += 2) {
      if (state.open[i] !== part && state.open[i + 1] !== part) others.push(state.open[i], state.open[i + 1]);
    }
    const child = (
      kind: State['kind'],
      to: number,
      seconds: number,
      alone: number,
      delay: number,
      known = state.bound,
    ): void => {
      interruption.check();
      if (++tried > MOST_CHILDREN) throw new Interrupted();
      const count = kind === 'unassign' ? 0 : board.partnerCount;
      const conflicts = state.conflicts - met + count;
      const soft = state.soft - softHere + (kind === 'unassign' ? 0 : board.softCost);
      const total = conflictCost * conflicts + state.alone + alone + state.delay + delay + soft;
      const isFound = conflicts < 0 && !excludes(total, depth);
      if (!isFound && (left === 0 || isHopeless(known))) return;
      if (pushesConflicts(part, count, state, path, work)) return;
      const open = others.slice();
      for (let i = 0; i < count; i++) open.push(part, board.partners[i]);
      const made: State = {
        parent: state,
        depth,
        part,
        kind,
        to,
        seconds,
        conflicts,
        alone: state.alone + alone,
        delay: state.delay + delay,
        soft,
        softBefore: state.softBefore + (touched ? 0 : profiles.of(part).soft),
        open,
        bound: Number.POSITIVE_INFINITY,
      };
      if (left > 0 && open.length > 0) {
        path.push(made);
        const bound = Math.max(known, bounds.of(made, path, isHopeless));
        path.pop();
        if (!isHopeless(bound)) made.bound = bound;
      }
      if (isFound || made.bound < Number.POSITIVE_INFINITY) children.push(made);
    };
    if (!touched) {
      const { to, delta, soft } = profiles.of(part);
      const rests = isCrowded ? [] : bounds.rests(state, path, part);
      const rest = Math.min(...rests);
      for (let i = 0; i < to.length; i++) {
        if (isCrowded) {
          board.meet(part, to[i]);
          child('reassign', to[i], 0, delta[i], 0);
          continue;
        }
        const bound = Math.max(state.bound, rest + delta[i] - soft + profiles.pushGain(part, i, left));
        if (excludes(bound, depth)) continue;
        board.meet(part, to[i]);
        const answered = delta[i] - soft + bounds.answered(part, i, participants, rests);
        child('reassign', to[i], 0, delta[i], 0, Math.max(bound, answered));
      }
      if (options.allowUnassign) {
        child('unassign', -1, 0, board.aloneCost(part, -1) - board.aloneCost(part, here), 0);
      }
    }
    if (options.allowDelay && profiles.of(part).canDelay && !isDelayed(part, path)) {
      for (const seconds of delayCandidates(board, part, options.maxDelaySeconds)) {
        board.shift(part, seconds);
        board.meet(part, here);
        try {
          child('delay', here, seconds, 0, profiles.delayCost(seconds));
        } finally {
          board.shift(part, -seconds);
        }
      }
    }
  };
  let complete = true;
  try {
    for (const part of participants) {
      touch(part);
      interruption.arm();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    complete = false;
  }
  revertState(board, base, path);
  return { children, complete };
};

/** The move opens a conflict with something that is in a conflict with something else already, neither of them touched. */
const pushesConflicts = (
  part: number,
  count: number,
  state: State,
  path: readonly State[],
  { board, profiles, options, target }: Workspace,
): boolean => {
  if (options.throughConflicts) return false;
  for (let i = 0; i < count; i++) {
    const other = board.partners[i];
    const { partners } = profiles.of(other);
    if (partners.length === 0 || other === target || isTouched(other, path) || isOpen(state.open, part, other))
      continue;
    for (let k = 0; k < partners.length; k++) {
      const third = partners[k];
      if (third !== part && third !== target && !isTouched(third, path)) return true;
    }
  }
  return false;
};
