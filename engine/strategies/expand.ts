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
  type Scratchpad,
} from './state.ts';
import type { StateBounds } from './stateBounds.ts';

/** The most children that a state may have; those of moves of the target come first. */
export const MOST_CHILDREN = 10_000;

export interface Expansion {
  readonly children: readonly State[];
  /** False when the search was interrupted, or there were more than MOST_CHILDREN. */
  readonly complete: boolean;
}

/**
 * Lists the states that are one move further, with exact costs. The move reassigns or unassigns an untouched part of an open conflict,
 * or delays such a part (once, after any reassignment). `excludes(bound, moves)` says that no state with at least this delta and number
 * of moves is of interest. States are omitted when neither they nor any descendant can be of interest; a state whose descendants cannot
 * has an infinite bound.
 */
export const expand = (state: State, work: Scratchpad, bounds: StateBounds, excludes: Excludes): Expansion => {
  const { board, base, interruption, target } = work;
  const participants = participantsOf(state.open, work).sort(
    (x, y) => Number(y === target) - Number(x === target) || x - y,
  );
  const expander = new Expander(state, work, bounds, excludes, participants);
  applyState(board, expander.path);
  let complete = true;
  try {
    for (const part of participants) {
      expander.touch(part);
      interruption.arm();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    complete = false;
  }
  revertState(board, base, expander.path);
  return { children: expander.children, complete };
};

type Excludes = (bound: number, moves: number) => boolean;

/** The part to move, in its state on the board before the move. */
interface Mover {
  readonly part: number;
  readonly here: number;
  readonly isTouched: boolean;
  /** The number of its conflicts, and the soft cost that it shares with other parts. */
  readonly conflicts: number;
  readonly soft: number;
  /** Pairs of parts of the open conflicts that do not involve it. */
  readonly others: readonly number[];
}

/** One move of the part; costs are in hundredths. */
interface Step {
  readonly kind: State['kind'];
  readonly to: number;
  readonly seconds: number;
  readonly alone: number;
  readonly delay: number;
  /** A lower bound on all states below. */
  readonly bound: number;
}

/** Makes the children of one state, which the board shows. */
class Expander {
  readonly path: State[];
  readonly children: State[] = [];
  private readonly state: State;
  private readonly work: Scratchpad;
  private readonly bounds: StateBounds;
  private readonly excludes: Excludes;
  private readonly participants: readonly number[];
  private readonly isHopeless: (bound: number) => boolean;
  /** The depth of a child, and the number of moves that it may still make. */
  private readonly depth: number;
  private readonly left: number;
  private readonly isCrowded: boolean;
  private tried = 0;

  constructor(
    state: State,
    work: Scratchpad,
    bounds: StateBounds,
    excludes: Excludes,
    participants: readonly number[],
  ) {
    this.state = state;
    this.work = work;
    this.bounds = bounds;
    this.excludes = excludes;
    this.participants = participants;
    this.path = pathOf(state);
    this.depth = state.depth + 1;
    this.left = work.options.maxMoves - this.depth;
    this.isHopeless = (bound) => excludes(bound, this.depth + 1);
    this.isCrowded = bounds.isCrowded(state);
  }

  /** Tries every move of the part. */
  touch(part: number): void {
    const { board, options, profiles } = this.work;
    if (isUnassigned(part, this.path)) return;
    const mover = this.moverOf(part);
    if (!mover.isTouched) {
      this.reassign(mover);
      if (options.allowUnassign) {
        const alone = board.aloneCost(part, -1) - board.aloneCost(part, mover.here);
        this.add(mover, { kind: 'unassign', to: -1, seconds: 0, alone, delay: 0, bound: this.state.bound });
      }
    }
    if (options.allowDelay && profiles.of(part).canDelay && !isDelayed(part, this.path)) this.delay(mover);
  }

  private moverOf(part: number): Mover {
    const { board } = this.work;
    const { open } = this.state;
    const here = board.placement[part];
    board.findPartners(part, here);
    const others: number[] = [];
    for (let i = 0; i < open.length; i += 2) {
      if (open[i] !== part && open[i + 1] !== part) others.push(open[i], open[i + 1]);
    }
    return {
      part,
      here,
      isTouched: isTouched(part, this.path),
      conflicts: board.partnerCount,
      soft: board.softCost,
      others,
    };
  }

  private reassign(mover: Mover): void {
    const { state, path, bounds, isCrowded, left } = this;
    const { board, profiles } = this.work;
    const { part } = mover;
    const { to, delta, soft } = profiles.of(part);
    const rests = isCrowded ? [] : bounds.rests(state, path, part);
    const rest = Math.min(...rests);
    for (let i = 0; i < to.length; i++) {
      let { bound } = state;
      if (!isCrowded) {
        bound = Math.max(bound, rest + delta[i] - soft + profiles.pushGain(part, i, left));
        if (this.excludes(bound, this.depth)) continue;
      }
      board.findPartners(part, to[i]);
      if (!isCrowded) bound = Math.max(bound, delta[i] - soft + bounds.answered(part, i, this.participants, rests));
      this.add(mover, { kind: 'reassign', to: to[i], seconds: 0, alone: delta[i], delay: 0, bound });
    }
  }

  private delay(mover: Mover): void {
    const { board, options, profiles } = this.work;
    const { part, here } = mover;
    for (const seconds of delayCandidates(board, part, options.maxDelaySeconds)) {
      board.shift(part, seconds);
      board.findPartners(part, here);
      const delay = profiles.delayCost(seconds);
      try {
        this.add(mover, { kind: 'delay', to: here, seconds, alone: 0, delay, bound: this.state.bound });
      } finally {
        board.shift(part, -seconds);
      }
    }
  }

  /**
   * Adds the child unless neither it nor any state below can be of interest. `board.findPartners` must have been called for the part at
   * its new place.
   */
  private add(mover: Mover, step: Step): void {
    const { state, path, work, depth, left } = this;
    const { board, profiles, base, interruption } = work;
    const { part } = mover;
    interruption.check();
    if (++this.tried > MOST_CHILDREN) throw new Interrupted();
    const isPlaced = step.kind !== 'unassign';
    const count = isPlaced ? board.partnerCount : 0;
    const conflicts = state.conflicts - mover.conflicts + count;
    const soft = state.soft - mover.soft + (isPlaced ? board.softCost : 0);
    const alone = state.alone + step.alone;
    const delay = state.delay + step.delay;
    const total = base.instance.conflictCost * conflicts + alone + delay + soft;
    const isFound = conflicts < 0 && !this.excludes(total, depth);
    if (!isFound && (left === 0 || this.isHopeless(step.bound))) return;
    if (pushesConflicts(part, count, state, path, work)) return;
    const open = mover.others.slice();
    for (let i = 0; i < count; i++) open.push(part, board.partners[i]);
    const { kind, to, seconds } = step;
    const softBefore = state.softBefore + (mover.isTouched ? 0 : profiles.of(part).soft);
    const bound = Number.POSITIVE_INFINITY;
    const made: State = {
      parent: state,
      depth,
      part,
      kind,
      to,
      seconds,
      conflicts,
      alone,
      delay,
      soft,
      softBefore,
      open,
      bound,
    };
    if (left > 0 && open.length > 0) {
      const below = Math.max(step.bound, this.boundOf(made));
      if (!this.isHopeless(below)) made.bound = below;
    }
    if (isFound || made.bound < Number.POSITIVE_INFINITY) this.children.push(made);
  }

  /** The bound of a child. The path ends with the state again also if the search is interrupted here, since the board is restored by it. */
  private boundOf(made: State): number {
    const { path, bounds } = this;
    path.push(made);
    try {
      return bounds.of(made, path, this.isHopeless);
    } finally {
      path.pop();
    }
  }
}

/** Whether the move opens a conflict with a part that is already in another conflict of which neither part was touched. */
const pushesConflicts = (
  part: number,
  count: number,
  state: State,
  path: readonly State[],
  { board, profiles, options, target }: Scratchpad,
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
