import { toJson } from '../storedAs.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Proposal } from '../../db/runs/runs.ts';
import { locate } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { unixMs } from '../../engine/instance/instant.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import { type Parts, partsOf } from '../plans/moves.ts';
import { below, item, Problems } from '../problems.ts';
import type { Scope, VirtualState } from '../types.ts';
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
  refuseDivisions(state, virtualState);
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

/** Throws 400 for parts that differ from the stored ones in their number or their times: moves, of which a proposal consists, only place parts. */
const refuseDivisions = (state: PlanningState, { assignments = [] }: VirtualState): void => {
  const problems = new Problems();
  const timesOf = (parts: Parts): string =>
    JSON.stringify(parts.map(({ startAt, endAt }) => [startAt, endAt].map((at) => (at == null ? null : unixMs(at)))));
  for (const [i, { operation, parts }] of assignments.entries()) {
    if (parts === undefined || timesOf(parts) === timesOf(partsOf(state.assignmentOf(operation)))) continue;
    const path = below(item('virtualState.assignments', i), 'parts');
    problems.add(path, 'invalid_value', 'a proposal cannot divide an operation; save the division first');
  }
  problems.check();
};

const CODE = {
  fixed: 'operation_fixed',
  started: 'operation_fixed',
  blocker: 'operation_blocker',
  ineligible: 'missing_required_tags',
} as const;
