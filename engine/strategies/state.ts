import type { Board } from '../board/board.ts';
import type { Interruption } from './interruption.ts';
import type { Profiles } from './profiles.ts';
import type { ResolveOptions } from './strategy.ts';

/** The plan after some moves, described by exact differences to the plan before them. Costs are in hundredths. */
export interface State {
  readonly parent: State | null;
  readonly depth: number;
  readonly part: number;
  readonly kind: 'reassign' | 'delay' | 'unassign';
  readonly to: number;
  readonly seconds: number;
  /** The change of the number of conflicts of the whole plan. */
  readonly conflicts: number;
  readonly alone: number;
  readonly delay: number;
  readonly soft: number;
  /** The soft cost of the touched parts before the moves: the most by which `soft` can have fallen. */
  readonly softBefore: number;
  /** Pairs of parts in conflict, [a, b, a, b, …], at least one of each being the target or touched. */
  readonly open: readonly number[];
  /** A lower bound on the delta of all descendants. */
  bound: number;
}

/** The state before any step: the target is in conflict with each of the partners. */
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
  open: partners.flatMap((other) => [target, other]),
  bound: Number.NEGATIVE_INFINITY,
});

/** The steps to the state in order, without the root. */
export const pathOf = (state: State): State[] => {
  const path: State[] = [];
  for (let at = state; at.parent !== null; at = at.parent) path.push(at);
  return path.reverse();
};

/** Takes the steps on the board, in order. */
export const applyState = (board: Board, path: readonly State[]): void => {
  for (const { kind, part, to, seconds } of path) {
    if (kind === 'delay') board.shift(part, seconds);
    else board.move(part, to);
  }
};

/** Takes back on the board what `applyState` did; `base` has the places before the first step. */
export const revertState = (board: Board, base: Board, path: readonly State[]): void => {
  for (let i = path.length - 1; i >= 0; i--) {
    const { kind, part, seconds } = path[i];
    if (kind === 'delay') board.shift(part, -seconds);
    else board.move(part, base.placement[part]);
  }
};

/** The data of one search. `board` is changed and restored; `base` stays unchanged. */
export interface Scratchpad {
  readonly board: Board;
  readonly base: Board;
  readonly profiles: Profiles;
  readonly options: ResolveOptions;
  readonly target: number;
  readonly interruption: Interruption;
  /** Whether the part may be touched at all. */
  readonly mayMove: (part: number) => boolean;
}

export const isUnassigned = (part: number, path: readonly State[]): boolean => {
  for (let i = 0; i < path.length; i++) if (path[i].part === part && path[i].kind === 'unassign') return true;
  return false;
};

export const isDelayed = (part: number, path: readonly State[]): boolean => {
  for (let i = 0; i < path.length; i++) if (path[i].part === part && path[i].kind === 'delay') return true;
  return false;
};

export const isTouched = (part: number, path: readonly State[]): boolean => {
  for (let i = 0; i < path.length; i++) if (path[i].part === part) return true;
  return false;
};

/** The parts of the open conflicts that may move, each once. */
export const participantsOf = (open: readonly number[], { mayMove }: Scratchpad): number[] => {
  const parts: number[] = [];
  for (let i = 0; i < open.length; i++) if (!parts.includes(open[i]) && mayMove(open[i])) parts.push(open[i]);
  return parts;
};

/** Whether parts x and y, in either order, are a pair of the list of open conflicts. */
export const isOpen = (open: readonly number[], x: number, y: number): boolean => {
  for (let i = 0; i < open.length; i += 2) {
    if ((open[i] === x && open[i + 1] === y) || (open[i] === y && open[i + 1] === x)) return true;
  }
  return false;
};

/** The exact change of the plan's cost, in hundredths. */
export const deltaOf = (state: State, conflictCost: number): number =>
  conflictCost * state.conflicts + state.alone + state.delay + state.soft;
