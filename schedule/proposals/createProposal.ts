import { toJson } from '../storedAs.ts';
import type { Proposal } from '../../db/runs/runs.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';
import { judgeMoves, type Judgment } from '../plans/judgeMoves.ts';
import type { WhatIfInput } from './whatIf.ts';

/** How long a proposal can be applied. */
export const PROPOSAL_LIFETIME_MS = 86_400_000;

export interface ProposalInput extends Pick<WhatIfInput, 'virtualState' | 'moves'> {
  readonly explanation: string;
}

export interface ProposalRecord extends Pick<Judgment, 'moves' | 'score' | 'opened' | 'closed'> {
  readonly id: string;
  readonly explanation: string;
}

/** Stores moves that the engine judged, to be applied by a later request. Throws 400 if a move is not allowed. */
export const createProposal = async (
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'proposals' | 'instances' | 'resolutions'>,
  scope: Scope,
  planning: string,
  { virtualState, moves, explanation }: ProposalInput,
): Promise<ProposalRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const state = await readState(deps, scope, ref);
  const judgment = await judgeMoves(deps, state, virtualState, moves);
  const [obstacle] = judgment.obstacles;
  if (obstacle !== undefined) throw new ScheduleError(CODE[obstacle.reason], obstacle.message);
  if (judgment.moves.length === 0) throw new ScheduleError('no_plan', 'A proposal needs at least one move.');
  const { id, explanation: kept }: Proposal = await deps.proposals.create({
    id: deps.ids(),
    planning: ref,
    workspace: scope.workspace,
    change: state.change,
    moves: toJson(judgment.moves),
    score: toJson(judgment.score),
    explanation,
    createdBy: scope.actor.user,
  });
  const { score, opened, closed } = judgment;
  return { id, moves: judgment.moves, score, opened, closed, explanation: kept };
};

const CODE = {
  fixed: 'operation_fixed',
  started: 'operation_fixed',
  blocker: 'operation_blocker',
  ineligible: 'missing_required_tags',
} as const;
