import type { Board } from './board.ts';
import { isPairOf, type OpenPair, participantsOf, pathOf, standingOf, type State, type Workspace } from './state.ts';

/**
 * What the part's new conflicts (`board.partners`) cost at least, in the dearest of them: somebody moves, waits, or the
 * conflict stays. Participants are left out, since what they do is counted already.
 */
export const clearingCost = (
  part: number,
  path: readonly State[],
  participants: readonly number[],
  { board, profiles, options, base, mayMove }: Workspace,
): number => {
  const left = options.maxMoves - path.length - 1;
  const canDelay = options.allowDelay && profiles.of(part).canDelay;
  let moved: readonly number[] | null = null;
  let dearest = 0;
  for (let i = 0; i < board.partnerCount; i++) {
    const other = board.partners[i];
    if (participants.includes(other)) continue;
    let cost = base.view.conflictCost;
    if (canDelay) cost = Math.min(cost, profiles.delayCost(board.end[other] - board.start[part]));
    if (cost > dearest && mayMove(other)) {
      moved ??= [part, ...path.map((move) => move.part)];
      cost = Math.min(cost, profiles.pushedCost(other, left, board.end[part] - board.start[other], moved));
    }
    dearest = Math.max(dearest, cost);
  }
  return dearest;
};

/** No state below this one that touches the part costs less than this plus what the part's own move costs. */
export const restBound = (state: State, part: number, path: readonly State[], work: Workspace): number =>
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
  const pairs = open.map(({ a, b }) => bitOf(parts.indexOf(a)) | bitOf(parts.indexOf(b)));
  const quick = new Float64Array(2 * parts.length * (left + 1)).fill(Number.NaN);
  const quickCost = (i: number, isAided: boolean, moves: number): number => {
    const at = (moves * parts.length + i) * 2 + (isAided ? 1 : 0);
    if (Number.isNaN(quick[at])) quick[at] = costOf(parts[i], isAided, moves, null);
    return quick[at];
  };
  const needed = given < 0 ? 0 : bitOf(parts.indexOf(given));
  let best = Number.POSITIVE_INFINITY;
  for (let subset = 1; subset < 1 << parts.length; subset++) {
    const size = countBits(subset);
    if (size > left || (subset & needed) !== needed) continue;
    // Each of the touched takes a move at least, so that the others have fewer.
    const moves = left - size + 1;
    let cost = 0;
    for (let k = 0; k < pairs.length; k++) if ((pairs[k] & subset) !== 0) cost -= conflictCost;
    for (let i = 0; i < parts.length; i++) {
      if ((subset & bitOf(i)) !== 0) cost += quickCost(i, (subset & opposite[i]) !== 0, moves) - ends[i];
    }
    if (cost >= best) continue;
    if (isTight && moves <= 2 && size <= 2) {
      const members = parts.map((_, i) => i).filter((i) => (subset & bitOf(i)) !== 0);
      const touched = [...moved, ...members.map((i) => parts[i])];
      const rises = members.map((i) => {
        const isAided = (subset & opposite[i]) !== 0;
        return costOf(parts[i], isAided, moves, touched) - quickCost(i, isAided, moves);
      });
      // With one move each there is nothing below that both could share.
      cost += moves === 1 ? rises.reduce((sum, rise) => sum + rise, 0) : Math.max(...rises);
    }
    best = Math.min(best, cost);
  }
  return best;
};

/** Nothing for −1. */
const bitOf = (i: number): number => (i < 0 ? 0 : 1 << i);

/** Those among the parts that the part is in an open conflict with, as a bit set. */
const oppositesOf = (part: number, parts: readonly number[], open: readonly OpenPair[]): number => {
  let bits = 0;
  for (const { a, b } of open) {
    const i = a === part ? parts.indexOf(b) : b === part ? parts.indexOf(a) : -1;
    bits |= bitOf(i);
  }
  return bits;
};

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
