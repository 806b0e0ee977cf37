import type { PlanningRef, PlanningState } from '../../db/store/planningState.ts';
import { locate, notFound, visibleOrganizations } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { assignIn } from '../assignments/editAssignment.ts';
import { change } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { changesetRecord } from '../changesets/changesetRecords.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import { writeTasks } from '../operations/editOperation.ts';
import { below, InvalidInput, item, Problems } from '../problems.ts';
import { delayedTasks, movedParts, type Parts, partsOf, type PlannedMove } from '../proposals/moves.ts';
import type { SkippedMove } from '../proposals/recheckMoves.ts';
import type { ChangesetRecord } from '../records/records.ts';
import type { Scope, VirtualState } from '../types.ts';
import { virtualParts } from './foldMoves.ts';
import { recheckStrategy, type RecheckedStrategy } from './recheckStrategy.ts';

export interface StrategyInput {
  readonly moves: readonly PlannedMove[];
  /** What the strategy was made over: its assignments are written with the moves, its times only judge them. */
  readonly virtualState?: VirtualState | undefined;
}

export interface AppliedStrategy extends ChangesetRecord {
  /** Moves that could not be made any more. */
  readonly skipped: readonly SkippedMove[];
}

/**
 * The moves of a strategy as one changeset, on the mainline or in the selected workspace: rechecked before the lock, verified under it. Throws
 * 400 for what no planning of the caller holds, and `no_plan` when nothing is left to do.
 */
export const applyStrategy = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  input: StrategyInput,
): Promise<AppliedStrategy> => {
  const { virtualState = {} } = input;
  const moves = input.moves.map((move) => (move.kind === 'unassign' ? { ...move, toResource: null } : move));
  const ref = await locate(deps, scope, 'operation', operation, 'planner');
  const now = await readState(deps, scope, ref);
  if (!now.has('operation', operation)) throw notFound('operation', operation);
  await requireKnown(deps, scope, ref, now, moves);
  const recheck = (state: PlanningState): RecheckedStrategy => recheckStrategy(deps, state, virtualState, moves);
  const early = recheck(now);
  const message = scope.message ?? `Resolve the conflicts of operation ${operation}`;
  const { result } = await change(
    deps,
    { ...scope, message },
    ref,
    (edits, context) => {
      const { moves: left, skipped } = edits.state.change === now.change ? early : recheck(edits.state);
      if (left.length === 0) throw nothingLeft(skipped);
      writeStrategy(edits, virtualState, left, scope.actor.user);
      return { changeset: context.changeset, skipped };
    },
    { source: 'resolution' },
  );
  const written = await deps.store.changeset(ref, result.changeset);
  if (written === undefined) throw new ScheduleError('no_plan', 'Everything is where the moves put it already.');
  return { ...changesetRecord(await deps.store.state({ planning: ref }), written), skipped: result.skipped };
};

/** 400 for moves that say too little, and for ids that were never in this planning; what was deleted is dropped later. */
const requireKnown = async (
  { store }: Pick<Deps, 'store'>,
  scope: Scope,
  planning: PlanningRef,
  state: PlanningState,
  moves: readonly PlannedMove[],
): Promise<void> => {
  const problems = new Problems();
  const known = new Map<string, boolean>();
  const isKnown = async (kind: 'operation' | 'resource', id: string): Promise<boolean> => {
    if (state.has(kind, id)) return true;
    const key = `${kind} ${id}`;
    if (!known.has(key) && known.size < LOOKED_UP) {
      const located = await store.locate(visibleOrganizations(scope), kind, id);
      known.set(key, located.found === 'one' && located.planning.key === planning.key);
    }
    return known.get(key) ?? false;
  };
  for (const [i, { kind, operation, toResource, delaySeconds }] of moves.entries()) {
    const path = item('moves', i);
    if (!(await isKnown('operation', operation))) {
      problems.missingReference(below(path, 'operation'), 'operation', operation);
    }
    if (kind === 'delay') {
      if ((delaySeconds ?? 0) <= 0) problems.required(below(path, 'delaySeconds'));
    } else if (kind !== 'unassign') {
      if (toResource == null) problems.required(below(path, 'toResource'));
      else if (!(await isKnown('resource', toResource))) {
        problems.missingReference(below(path, 'toResource'), 'resource', toResource);
      }
    }
  }
  if (problems.any) throw new InvalidInput(problems);
};

/** Moves with thousands of bad references do not cost thousands of queries. */
const LOOKED_UP = 20;

const writeStrategy = (
  edits: Edits,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
  assignedBy: string,
): void => {
  const { state } = edits;
  const places = new Map<string, Parts>();
  for (const { operation } of virtualState.assignments ?? []) {
    places.set(operation, virtualParts(state, virtualState, operation));
  }
  const delays = new Map<string, number>();
  for (const move of moves) {
    const { operation, kind, delaySeconds } = move;
    if (kind === 'delay') delays.set(operation, (delays.get(operation) ?? 0) + (delaySeconds ?? 0));
    else places.set(operation, movedParts(places.get(operation) ?? partsOf(state.assignmentOf(operation)), move));
  }
  for (const [operation, seconds] of delays) {
    writeTasks(edits, operation, delayedTasks(state, operation, seconds), operation);
  }
  for (const [operation, parts] of places) writeParts(edits, operation, parts, assignedBy);
};

/** Times, flags and metadata stay; without any place there is no assignment. */
const writeParts = (edits: Edits, operation: string, parts: Parts, assignedBy: string): void => {
  const current = edits.assignmentOf(operation);
  if (parts.every(({ resource }) => resource == null)) {
    if (current !== undefined) edits.delete('assignment', current.id);
    return;
  }
  if (placesOf(parts) === placesOf(partsOf(edits.state.assignmentOf(operation)))) return;
  const override = current?.fields.parts.some((part) => part.override) ?? false;
  const fresh = parts.map((part) => ({ ...part, id: undefined }));
  const metadata = current?.fields.metadata ?? null;
  assignIn(edits, edits.nextId(), { operation, parts: fresh, metadata, override }, assignedBy, operation);
};

/** What tells two plans of an operation apart. */
const placesOf = (parts: Parts): string =>
  JSON.stringify(parts.map(({ startAt, endAt, resource }) => [startAt ?? null, endAt ?? null, resource ?? null]));

const WHY: Readonly<Record<SkippedMove['reason'], string>> = {
  deleted: 'is gone',
  fixed: 'is fixed',
  started: 'has arrived',
  blocker: 'only blocks',
  reassigned: 'is not where the strategy found it',
  ineligible: 'may not go there',
  conflict: 'would be in conflict there',
  score: 'would cost more than it saves',
};

const nothingLeft = (skipped: readonly SkippedMove[]): ScheduleError => {
  const why = skipped.slice(0, 5).map(({ operation, reason }) => `operation ${operation} ${WHY[reason]}`);
  return new ScheduleError('no_plan', `Nothing of the strategy can be done: ${why.join('; ')}. Ask for new ones.`);
};
