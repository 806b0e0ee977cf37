import { delayCandidates } from './delays.ts';
import {
  applyState,
  deltaOf,
  isPairOf,
  participantsOf,
  pathOf,
  revertState,
  standingOf,
  type State,
  type Workspace,
} from './state.ts';
import { clearingCost, restBound } from './stateBounds.ts';

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
