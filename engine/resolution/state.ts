import type { Board } from './board.ts';
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
export interface Standing {
  readonly isTouched: boolean;
  readonly isDelayed: boolean;
  readonly isUnassigned: boolean;
}

export const standingOf = (part: number, path: readonly State[]): Standing => {
  const own = path.filter((state) => state.part === part);
  return {
    isTouched: own.length > 0,
    isDelayed: own.some(({ kind }) => kind === 'delay'),
    isUnassigned: own.some(({ kind }) => kind === 'unassign'),
  };
};

export const participantsOf = (open: readonly OpenPair[], { mayMove }: Workspace): readonly number[] => {
  const parts: number[] = [];
  for (let i = 0; i < open.length; i++) {
    const { a, b } = open[i];
    if (!parts.includes(a) && mayMove(a)) parts.push(a);
    if (!parts.includes(b) && mayMove(b)) parts.push(b);
  }
  return parts.length < 2 ? parts : parts.sort((x, y) => x - y);
};

export const isPairOf = (a: number, b: number, x: number, y: number): boolean =>
  (a === x && b === y) || (a === y && b === x);

/** Exact delta of the state's cost. */
export const deltaOf = (state: State, conflictCost: number): number =>
  conflictCost * state.conflicts + state.alone + state.delay + state.soft;
