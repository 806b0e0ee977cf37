import type { Proposal } from '../../db/store/runs.ts';
import type { Changeset, WriteContext } from '../../db/store/store.ts';
import type { Json } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readWorkspace, requireDraft } from '../access/readState.ts';
import { assignIn } from '../assignments/editAssignment.ts';
import { Edits } from '../changes/edits.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import { writeTasks } from '../operations/editOperation.ts';
import { Problems } from '../problems.ts';
import { instant } from '../records/instants.ts';
import type { ChangesetRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';
import { PROPOSAL_LIFETIME_MS } from './createProposal.ts';
import { delayedTasks, type Move, movedParts, partsOf } from './moves.ts';
import { recheckMoves, type SkippedMove } from './recheckMoves.ts';

export interface AppliedProposal extends ChangesetRecord {
  /** Moves that could not be made any more. */
  readonly skipped: readonly SkippedMove[];
}

/**
 * Applies a proposal once, to the workspace or mainline that it was made on: again, it answers the same changeset. Moves that the schedule
 * has overtaken are left out. Throws 404 for a proposal that is unknown or a day old, 400 `no_plan` when nothing of it is left.
 */
export const applyProposal = async (
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'proposals'>,
  scope: Scope,
  planning: string,
  id: string,
): Promise<AppliedProposal> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const proposal = await deps.proposals.get(ref, id);
  if (proposal === undefined) throw notFound('proposal', id);
  if (proposal.changeset !== null) return answer(deps, proposal, proposal.changeset);
  if (deps.clock() - proposal.createdAt > PROPOSAL_LIFETIME_MS) throw notFound('proposal', id);
  const { workspace } = proposal;
  if (workspace !== null) await readWorkspace(deps, ref, workspace);
  const then = await deps.store.state({ planning: ref, workspace, change: proposal.change });
  const now = await deps.store.state({ planning: ref, workspace });
  const recheck = (state: PlanningState) => {
    const { delta } = proposal.score as unknown as { readonly delta: number };
    return recheckMoves(state, then, proposal.moves as unknown as readonly Move[], delta, instant(deps.clock()));
  };
  const early = recheck(now);
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
    const { moves, skipped } = state.change === now.change ? early : recheck(state);
    if (moves.length === 0) throw nothingLeft(skipped);
    const edits = writeMoves(deps, scope, state, context, moves);
    await deps.proposals.markApplied(context.sql, id, context.changeset);
    const details = { proposal: id, skipped: skipped as unknown as Json };
    return { writes: edits.writes, result: null, message: proposal.explanation, details };
  });
  if (changeset === null) return answer(deps, proposal, result ?? '');
  return toAnswer(changeset);
};

const writeMoves = (
  { ids }: Pick<Deps, 'ids'>,
  scope: Scope,
  state: PlanningState,
  context: WriteContext,
  moves: readonly Move[],
): Edits => {
  const edits = new Edits(state, context, ids, null, new Problems());
  const places = new Map<string, ReturnType<typeof partsOf>>();
  for (const move of moves) {
    const { operation } = move;
    if (move.kind === 'delay')
      writeTasks(edits, operation, delayedTasks(state, operation, move.delaySeconds), operation);
    else places.set(operation, movedParts(places.get(operation) ?? partsOf(state.assignmentOf(operation)), move));
  }
  for (const [operation, parts] of places) {
    const current = state.assignmentOf(operation);
    if (parts.every(({ resource }) => resource == null)) {
      if (current !== undefined) edits.delete('assignment', current.id);
      continue;
    }
    const override = current?.fields.parts.some((part) => part.override) ?? false;
    const fresh = parts.map((part) => ({ ...part, id: undefined }));
    const metadata = current?.fields.metadata ?? null;
    assignIn(edits, edits.nextId(), { operation, parts: fresh, metadata, override }, scope.actor.user, operation);
  }
  edits.problems.check();
  return edits;
};

const REASON: Readonly<Record<SkippedMove['reason'], string>> = {
  deleted: 'is gone',
  fixed: 'is fixed now',
  started: 'has arrived',
  blocker: 'only blocks',
  reassigned: 'was moved by somebody else',
  ineligible: 'may not go there any more',
  conflict: 'would be in conflict there now',
  score: 'would cost more than was proposed',
};

const nothingLeft = (skipped: readonly SkippedMove[]): ScheduleError => {
  const why = skipped.slice(0, 5).map(({ operation, reason }) => `operation ${operation} ${REASON[reason]}`);
  return new ScheduleError(
    'no_plan',
    `The schedule has moved on, nothing of the proposal is left: ${why.join('; ')}. Ask again.`,
  );
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
  skipped: (changeset.details['skipped'] ?? []) as unknown as readonly SkippedMove[],
});
