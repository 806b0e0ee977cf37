import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import type { Scope, VirtualState } from '../types.ts';
import { type Judgment, judgeMoves } from '../plans/judgeMoves.ts';
import type { PlannedMove } from '../plans/moves.ts';

export interface WhatIfInput {
  readonly virtualState: VirtualState;
  readonly moves: readonly PlannedMove[];
  /** Hypothetical times: what if they became true? */
  readonly news?: VirtualState['operations'];
}

/** Judges what moves would do. Writes nothing. */
export const whatIf = async (
  deps: Pick<Deps, 'store' | 'clock' | 'instances' | 'resolutions'>,
  scope: Scope,
  planning: string,
  { virtualState, moves, news }: WhatIfInput,
): Promise<Judgment> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const state = await readState(deps, scope, ref);
  return judgeMoves(deps, state, virtualState, moves, news);
};
