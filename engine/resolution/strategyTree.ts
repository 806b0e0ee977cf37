import type { Board } from './board.ts';
import { delayCandidates } from './delays.ts';
import type { Profiles } from './profiles.ts';
import type { ResolveOptions } from './strategy.ts';

/** Two parts in conflict, at least one of them the target or touched. */
export interface OpenPair {
  readonly a: number;
  readonly b: number;
}

/** The plan after some moves, by its exact differences to the plan before them. Costs in hundredths. */
export interface State {
  readonly parent: State | null;
  readonly depth: number;
  readonly part: number;
  readonly kind: 'reassign' | 'delay' | 'unassign';
  readonly to: number;
  readonly seconds: number;
  /** Number of conflicts, of the whole plan. */
  readonly conflicts: number;
  readonly alone: number;
  readonly delay: number;
  readonly soft: number;
  /** The most soft cost that was there on the touched parts: what `soft` may have fallen by at most. */
  readonly softBefore: number;
  readonly open: readonly OpenPair[];
  /** No descendant is cheaper. */
  bound: number;
  /** How good the bound is: 0 from its parent's, 1 from its own open conflicts, 2 the best there is. */
  boundLevel: 0 | 1 | 2;
}

export const rootState = (target: number, partners: readonly number[]): State => ({
  parent: null,
  depth: 0,
  part: target,
  kind: 'reassign',
  to: -1,
  seconds: 0,
  conflicts: 0,
  alone: 0,
  delay: 0,
  soft: 0,
  softBefore: 0,
  open: partners.map((b) => ({ a: target, b })),
  bound: Number.NEGATIVE_INFINITY,
  boundLevel: 2,
});

export const pathOf = (state: State): readonly State[] => {
  const path: State[] = [];
  for (let at = state; at.parent !== null; at = at.parent) path.push(at);
  return path.reverse();
};

export const applyState = (board: Board, path: readonly State[]): void => {
  for (const { kind, part, to, seconds } of path) {
    if (kind === 'delay') board.shift(part, seconds);
    else board.move(part, to);
  }
};

export const revertState = (board: Board, base: Board, path: readonly State[]): void => {
  for (const { kind, part, seconds } of path.toReversed()) {
    if (kind === 'delay') board.shift(part, -seconds);
    else board.move(part, base.place[part]);
  }
};

/** What a search works with. `board` is changed and put back; `base` stays. */
export interface Workspace {
  readonly board: Board;
  readonly base: Board;
  readonly profiles: Profiles;
  readonly options: ResolveOptions;
  readonly target: number;
  /** The part may be touched at all. */
  readonly mayMove: (part: number) => boolean;
}

/** How a part stands after the moves of a path. */
interface Standing {
  readonly isTouched: boolean;
  readonly isDelayed: boolean;
  readonly isUnassigned: boolean;
}

const standingOf = (part: number, path: readonly State[]): Standing => {
  const own = path.filter((state) => state.part === part);
  return {
    isTouched: own.length > 0,
    isDelayed: own.some(({ kind }) => kind === 'delay'),
    isUnassigned: own.some(({ kind }) => kind === 'unassign'),
  };
};

const participantsOf = (open: readonly OpenPair[], { mayMove }: Workspace): readonly number[] => {
  const parts: number[] = [];
  for (let i = 0; i < open.length; i++) {
    const { a, b } = open[i];
    if (!parts.includes(a) && mayMove(a)) parts.push(a);
    if (!parts.includes(b) && mayMove(b)) parts.push(b);
  }
  return parts.length < 2 ? parts : parts.sort((x, y) => x - y);
};

/**
 * Every state one move further, exact: a part of an open conflict is reassigned or unassigned (when untouched), or delayed
 * (once, after any reassignment). `isHopeless(bound)`: no state of at least this delta is of interest; such are left out (null: all are).
 */
export const expand = (
  state: State,
  work: Workspace,
  isHopeless: ((bound: number) => boolean) | null,
): readonly State[] => {
  const { board, profiles, options, base } = work;
  const path = pathOf(state);
  const { conflictCost } = base.view;
  const children: State[] = [];
  const left = options.maxMoves - state.depth - 1;
  applyState(board, path);
  const participants = participantsOf(state.open, work);
  for (const part of participants) {
    const standing = standingOf(part, path);
    if (standing.isUnassigned) continue;
    const here = board.place[part];
    board.meet(part, here);
    const met = board.partnerCount;
    const softHere = board.softCost;
    const others = state.open.filter(({ a, b }) => a !== part && b !== part);
    const child = (
      kind: State['kind'],
      to: number,
      seconds: number,
      alone: number,
      delay: number,
      bound = Number.NEGATIVE_INFINITY,
    ): void => {
      const partners = kind === 'unassign' ? [] : Array.from(board.partners.subarray(0, board.partnerCount));
      if (pushesConflicts(part, partners, state, path, work)) return;
      children.push({
        parent: state,
        depth: state.depth + 1,
        part,
        kind,
        to,
        seconds,
        conflicts: state.conflicts - met + partners.length,
        alone: state.alone + alone,
        delay: state.delay + delay,
        soft: state.soft - softHere + (kind === 'unassign' ? 0 : board.softCost),
        softBefore: state.softBefore + (standing.isTouched ? 0 : profiles.of(part).soft),
        open: [...others, ...partners.map((b) => ({ a: part, b }))],
        bound,
        boundLevel: 0,
      });
    };
    if (!standing.isTouched) {
      const { to, delta, soft } = profiles.of(part);
      const rest = isHopeless === null ? 0 : restBound(state, part, path, work);
      for (let i = 0; i < to.length; i++) {
        let bound = Number.NEGATIVE_INFINITY;
        if (isHopeless !== null) {
          bound = rest + delta[i] - soft + profiles.pushGain(part, i, left);
          if (isHopeless(bound)) continue;
        }
        board.meet(part, to[i]);
        if (isHopeless !== null) {
          if (left === 0) {
            const conflicts = state.conflicts - met + board.partnerCount;
            bound = deltaOf(state, 0) + conflictCost * conflicts + delta[i] - softHere + board.softCost;
          } else bound += clearingCost(part, path, participants, work);
          if (isHopeless(bound)) continue;
        }
        child('reassign', to[i], 0, delta[i], 0, bound);
      }
      if (options.allowUnassign) {
        child('unassign', -1, 0, board.aloneCost(part, -1) - board.aloneCost(part, here), 0);
      }
    }
    if (!standing.isDelayed && options.allowDelay && profiles.of(part).canDelay) {
      for (const seconds of delayCandidates(board, part, options.maxDelaySeconds)) {
        board.shift(part, seconds);
        board.meet(part, here);
        child('delay', here, seconds, 0, profiles.delayCost(seconds));
        board.shift(part, -seconds);
      }
    }
  }
  revertState(board, base, path);
  return children;
};

/**
 * What the part's new conflicts (`board.partners`) cost at least, in the dearest of them: somebody moves, waits, or the
 * conflict stays. Participants are left out, since what they do is counted already.
 */
const clearingCost = (
  part: number,
  path: readonly State[],
  participants: readonly number[],
  { board, profiles, options, base, mayMove }: Workspace,
): number => {
  const left = options.maxMoves - path.length - 1;
  const canDelay = options.allowDelay && profiles.of(part).canDelay;
  let dearest = 0;
  for (let i = 0; i < board.partnerCount; i++) {
    const other = board.partners[i];
    if (participants.includes(other)) continue;
    let cost = base.view.conflictCost;
    if (canDelay) cost = Math.min(cost, profiles.delayCost(board.end[other] - board.start[part]));
    if (cost > dearest && mayMove(other)) {
      const isTouched = path.some((move) => move.part === other);
      cost = Math.min(cost, profiles.pushedCost(other, left, board.end[part] - board.start[other], isTouched));
    }
    dearest = Math.max(dearest, cost);
  }
  return dearest;
};

/** The move opens a conflict with something that is in a conflict with something else already, neither of them touched. */
const pushesConflicts = (
  part: number,
  partners: readonly number[],
  state: State,
  path: readonly State[],
  { profiles, options, target }: Workspace,
): boolean => {
  if (options.throughConflicts) return false;
  const isTouched = (other: number): boolean =>
    other === part || other === target || path.some((move) => move.part === other);
  return partners.some(
    (other) =>
      !isTouched(other) &&
      !state.open.some(({ a, b }) => isPairOf(a, b, part, other)) &&
      profiles.of(other).partners.some((third) => !isTouched(third)),
  );
};

export const isPairOf = (a: number, b: number, x: number, y: number): boolean =>
  (a === x && b === y) || (a === y && b === x);

/** Exact delta of the state's cost. */
export const deltaOf = (state: State, conflictCost: number): number =>
  conflictCost * state.conflicts + state.alone + state.delay + state.soft;

/** No state below this one that touches the part costs less than this plus what the part's own move costs. */
const restBound = (state: State, part: number, path: readonly State[], work: Workspace): number =>
  floorOf(state, work) + bestAnswer(state, path, work, part, false) + laterDelays(state, path, work);

/** Makes the state's bound better by one level. */
export const improveBound = (state: State, work: Workspace): void => {
  const path = pathOf(state);
  const isTight = state.boundLevel === 1;
  const bound = floorOf(state, work) + bestAnswer(state, path, work, -1, isTight) + laterDelays(state, path, work);
  state.bound = Math.max(state.bound, bound);
  state.boundLevel = isTight || work.options.maxMoves - state.depth > 2 ? 2 : 1;
};

/** The state's cost when everything soft that it made goes away again. */
const floorOf = (state: State, { base }: Workspace): number =>
  base.view.conflictCost * state.conflicts + state.alone + state.delay - state.softBefore;

/** Touched parts may be delayed later, when another comes; then they may push something that gains. */
const laterDelays = (state: State, path: readonly State[], { profiles, options }: Workspace): number => {
  const moves = options.maxMoves - state.depth - 2;
  if (!options.allowDelay || moves <= 0) return 0;
  let gain = 0;
  for (const { part, kind, to } of path) {
    if (kind === 'reassign' && profiles.of(part).canDelay) gain += profiles.delayGain(part, to, moves);
  }
  return gain;
};

const MOST_PARTICIPANTS = 8;

/**
 * The cheapest way to answer the open conflicts in what moves are left: some participants are touched (all that they are
 * in ends), the others' conflicts stay. With `given` ≥ 0, that part is among the touched and its own move is not counted.
 */
const bestAnswer = (state: State, path: readonly State[], work: Workspace, given: number, isTight: boolean): number => {
  const { conflictCost } = work.base.view;
  const { open } = state;
  const left = work.options.maxMoves - state.depth;
  const parts = participantsOf(open, work);
  if (parts.length === 0 || left <= 0) return Number.POSITIVE_INFINITY;
  const moved = [...new Set(path.map(({ part }) => part))];
  const ends = parts.map((part) => conflictCost * furtherConflicts(part, open, moved, work));
  const costOf = (part: number, isAided: boolean, moves: number, others: readonly number[] | null): number =>
    part === given ? 0 : answerCost(state, part, path, work, { isAided, moves, moved: others });
  if (parts.length > MOST_PARTICIPANTS) {
    const gains = parts.map((part, i) => Math.min(0, costOf(part, true, left, null) - ends[i])).sort((x, y) => x - y);
    return gains.slice(0, left).reduce((sum, gain) => sum + gain, -conflictCost * open.length);
  }
  const opposite = parts.map((part) => oppositesOf(part, parts, open));
  const quick = new Map<number, number>();
  const quickCost = (i: number, isAided: boolean, moves: number): number => {
    const key = (moves * 2 + (isAided ? 1 : 0)) * MOST_PARTICIPANTS + i;
    let cost = quick.get(key);
    if (cost === undefined) quick.set(key, (cost = costOf(parts[i], isAided, moves, null)));
    return cost;
  };
  let best = Number.POSITIVE_INFINITY;
  for (let subset = 1; subset < 1 << parts.length; subset++) {
    if (given >= 0 && !isIn(subset, parts.indexOf(given))) continue;
    const size = countBits(subset);
    if (size > left) continue;
    // Each of the touched takes a move at least, so that the others have fewer.
    const moves = left - size + 1;
    const members = parts.map((_, i) => i).filter((i) => isIn(subset, i));
    const isAided = (i: number): boolean => (subset & opposite[i]) !== 0;
    const ended = open.filter(({ a, b }) => isIn(subset, parts.indexOf(a)) || isIn(subset, parts.indexOf(b))).length;
    let cost = -conflictCost * ended;
    for (const i of members) cost += quickCost(i, isAided(i), moves) - ends[i];
    if (cost >= best) continue;
    if (isTight && moves <= 2 && size <= 2) {
      const touched = [...moved, ...members.map((i) => parts[i])];
      const rises = members.map((i) => costOf(parts[i], isAided(i), moves, touched) - quickCost(i, isAided(i), moves));
      // With one move each there is nothing below that both could share.
      cost += moves === 1 ? rises.reduce((sum, rise) => sum + rise, 0) : Math.max(...rises);
    }
    best = Math.min(best, cost);
  }
  return best;
};

/** Those among the parts that the part is in an open conflict with, as a bit set. */
const oppositesOf = (part: number, parts: readonly number[], open: readonly OpenPair[]): number => {
  let bits = 0;
  for (const { a, b } of open) {
    const i = a === part ? parts.indexOf(b) : b === part ? parts.indexOf(a) : -1;
    if (i >= 0 && i < MOST_PARTICIPANTS) bits |= 1 << i;
  }
  return bits;
};

const isIn = (subset: number, i: number): boolean => i >= 0 && (subset & (1 << i)) !== 0;

const countBits = (subset: number): number => {
  let count = 0;
  for (let rest = subset; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** Conflicts of the part that end when it is touched and are not among the open ones. */
const furtherConflicts = (
  part: number,
  open: readonly OpenPair[],
  moved: readonly number[],
  { profiles }: Workspace,
): number => {
  if (moved.includes(part)) return 0;
  let count = 0;
  for (const other of profiles.of(part).partners) {
    if (moved.includes(other)) continue;
    if (!open.some(({ a, b }) => isPairOf(a, b, part, other))) count++;
  }
  return count;
};

/** What is known of how a participant is answered. */
interface Answering {
  /** Something that it is in an open conflict with is touched too. */
  readonly isAided: boolean;
  /** Moves for it and whatever it pushes. */
  readonly moves: number;
  /** All that is touched, but for what it pushes; null: anything may be. */
  readonly moved: readonly number[] | null;
}

/** What touching a participant costs at least. */
const answerCost = (
  state: State,
  part: number,
  path: readonly State[],
  { profiles, options, base }: Workspace,
  { isAided, moves, moved }: Answering,
): number => {
  const standing = standingOf(part, path);
  if (standing.isUnassigned) return Number.POSITIVE_INFINITY;
  const profile = profiles.of(part);
  const soft = standing.isTouched ? 0 : profile.soft;
  let best = Number.POSITIVE_INFINITY;
  if (!standing.isTouched) {
    if (moved === null || moves > 2) best = profiles.weak(part, moves);
    else best = moves === 1 ? profiles.last(part, moved) : profiles.lastButOne(part, moved);
    if (options.allowUnassign) {
      best = Math.min(best, base.aloneCost(part, -1) - base.aloneCost(part, base.place[part]) - soft);
    }
  }
  if (!standing.isDelayed && options.allowDelay && profile.canDelay) {
    const to = standing.isTouched ? path.find((move) => move.part === part)!.to : base.place[part];
    let seconds = Number.POSITIVE_INFINITY;
    let count = 0;
    for (const { a, b } of state.open) {
      if (a !== part && b !== part) continue;
      count++;
      const other = a === part ? b : a;
      seconds = Math.min(seconds, endIn(other, path, base) - base.start[part]);
    }
    // A shorter delay may be worth it for other conflicts of the part; then these stay, unless the others see to them.
    const shorter = profiles.delayCost(60) + (isAided ? 0 : count * base.view.conflictCost);
    const cost = Math.min(profiles.delayCost(seconds), shorter);
    best = Math.min(best, cost - soft + profiles.delayGain(part, to, moves - 1));
  }
  return best;
};

const endIn = (part: number, path: readonly State[], base: Board): number => {
  let end = base.end[part];
  for (const state of path) if (state.part === part && state.kind === 'delay') end += state.seconds;
  return end;
};
