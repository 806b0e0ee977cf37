import { toJson, fromJson } from '../storedAs.ts';
import { SKIP_REASONS } from '../../engine/skipReasons.ts';
import { plural } from '../../engine/wording.ts';
import { FIRST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import type { Proposal } from '../../db/runs/runs.ts';
import type { Changeset } from '../../db/versions/store.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace, requireDraft } from '../access/readState.ts';
import { makeEdits } from '../changes/change.ts';
import { analyzed } from '../conflicts/analyzed.ts';
import type { Deps } from '../deps.ts';
import { foldMoves } from '../plans/foldMoves.ts';
import type { Move } from '../plans/moves.ts';
import { overlaidAside, type OverlayDeps } from '../plans/overlaid.ts';
import { judgedNow } from '../plans/judgedNow.ts';
import { nothingLeft, type Planned, type Skipped } from '../plans/recheck.ts';
import { recheckMoves } from '../plans/recheckMoves.ts';
import { writeMoves } from '../plans/writeMoves.ts';
import { spokenName } from '../records/operationRecord.ts';
import { instant } from '../records/instants.ts';
import type { ChangesetRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { PROPOSAL_LIFETIME_MS } from './createProposal.ts';

export interface AppliedProposal extends ChangesetRecord {
  /** Moves that could no longer be made. */
  readonly skipped: readonly Skipped[];
}

/**
 * Applies a proposal to the workspace or mainline on which it was made. Applying it again returns the same changeset. Moves that later changes made
 * impossible are skipped. Throws 404 if the proposal is unknown, older than a day, or not of the draft that the caller selected, and 400 `no_plan` if
 * no move is left.
 */
export const applyProposal = async (
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'proposals' | 'instances' | 'resolutions'>,
  scope: Scope,
  planning: string,
  id: string,
): Promise<AppliedProposal> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const proposal = await deps.proposals.get(ref, id);
  const { workspace: selected } = scope;
  if (selected !== null) await readWorkspace(deps, ref, selected);
  if (proposal === undefined || (selected !== null && proposal.workspace !== selected)) throw notFound('proposal', id);
  if (proposal.changeset !== null) return answer(deps, proposal, proposal.changeset);
  if (deps.clock() - proposal.createdAt > PROPOSAL_LIFETIME_MS) throw notFound('proposal', id);
  const { workspace } = proposal;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const then = await deps.store.state({ planning: ref, workspace, change: proposal.change });
  const moves = fromJson<readonly Move[]>(proposal.moves);
  const { delta } = fromJson<{ readonly delta: number }>(proposal.score);
  const agreed = {
    madeOn: then,
    conflicts: await plannedConflicts(deps, then, moves),
    allowance: Math.max(0, Math.round(100 * delta)),
  };
  const judge = (state: PlanningState) => recheckMoves(deps, state, {}, moves, agreed);
  const read = () => deps.store.state({ planning: ref, workspace });
  const { state: now, judged: early } = await judgedNow(read, judge);
  const target = {
    planning: ref,
    workspace,
    source: 'agent' as const,
    author: scope.actor.user,
    message: proposal.explanation,
  };
  const { result, changeset } = await deps.store.write(target, async (state, context) => {
    const locked = await deps.proposals.lock(context.sql, id);
    if (locked === undefined) throw notFound('proposal', id);
    if (locked.changeset !== null) return { writes: [], result: locked.changeset };
    if (workspace !== null) requireDraft(state, workspace);
    const { moves: left, skipped } = state.change === now.change ? early : await judge(state);
    if (left.size === 0) throw nothingLeft('the proposal', skipped);
    const { edits } = await makeEdits(deps.ids, state, context, null, (made) =>
      writeMoves(made, {}, left, scope.actor.user),
    );
    await deps.proposals.markApplied(context.sql, id, context.changeset);
    const details = { proposal: id, skipped: toJson(skipped) };
    return { writes: edits.writes, result: null, message: whatWasMade(then, proposal.explanation, skipped), details };
  });
  if (changeset === null) return answer(deps, proposal, result ?? '');
  return toAnswer(changeset);
};

const MOST_NAMED = 5;

/** What the history says of the change: the proposal, and which of its moves were not made. */
const whatWasMade = (then: PlanningState, explanation: string, skipped: readonly Skipped[]): string => {
  if (skipped.length === 0) return explanation;
  const named = skipped.slice(0, MOST_NAMED);
  const why = named.map(({ operation, reason }) => `${spokenName(then, operation)} ${SKIP_REASONS[reason]}`);
  const more = skipped.length > why.length ? [plural(skipped.length - why.length, 'more operation')] : [];
  return `${explanation} Not made: ${[...why, ...more].join('; ')}.`;
};

/** The conflicts that the proposal itself had, as far as the stored history of that state reaches. */
const plannedConflicts = async (
  deps: OverlayDeps & Pick<Deps, 'resolutions'>,
  then: PlanningState,
  moves: readonly Move[],
): Promise<Planned['conflicts']> => {
  const known = moves.filter(
    ({ operation, toResource }) =>
      then.has('operation', operation) && (toResource === null || then.has('resource', toResource)),
  );
  const instance = await overlaidAside(deps, then, foldMoves(then, {}, known));
  const { conflicts, total } = await analyzed(deps, then, instance, { of: 'conflicts', page: FIRST_CONFLICTS });
  return total === null || total > conflicts.length ? 'too many' : new Set(conflicts.map(({ id }) => id));
};

const answer = async (
  { store }: Pick<Deps, 'store'>,
  { planning, id }: Proposal,
  changeset: string,
): Promise<AppliedProposal> => {
  const applied = await store.changeset(planning, changeset);
  if (applied === undefined) throw notFound('proposal', id);
  return toAnswer(applied);
};

const toAnswer = (changeset: Changeset): AppliedProposal => ({
  id: changeset.id,
  planning: changeset.planning.id,
  workspace: changeset.workspace,
  timestamp: instant(changeset.at),
  status: changeset.workspace === null ? 'committed' : 'draft',
  source: changeset.source,
  author: changeset.author,
  message: changeset.message,
  counts: changeset.counts,
  skipped: fromJson<readonly Skipped[]>(changeset.details['skipped'] ?? []),
});
