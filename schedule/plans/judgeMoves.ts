import type { PlanningState } from '../../db/versions/planningState.ts';
import { FIRST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { ineligibility } from '../../engine/explain/ineligibility.ts';
import { type CostLevels, type Score, toScore } from '../../engine/objective/score.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { analyzed } from '../conflicts/analyzed.ts';
import type { Deps } from '../deps.ts';
import { below, item, Problems } from '../problems.ts';
import type { VirtualState } from '../types.ts';
import { foldMoves, refuseContradictory, refuseRepeatedPlaces, virtualParts } from './foldMoves.ts';
import { type Move, partIndexOf, partsOf, type PlannedMove } from './moves.ts';
import { imposedDelayCost, withDelay } from './imposedDelay.ts';
import { overlaidAside, type OverlayDeps, readOverlay } from './overlaid.ts';
import { plannedMoves, type PlannedMoves } from './plannedMoves.ts';
import { immovable } from './recheck.ts';

/** A hypothetical plan: its cost and its conflicts. */
export interface Judged {
  readonly instance: Instance;
  readonly levels: CostLevels;
  readonly conflicts: readonly ConflictRecord[];
}

export interface ScoreChange {
  readonly before: Score;
  readonly after: Score;
  readonly delta: number;
}

/** What moves would do to a virtual state. */
export interface Judgment {
  readonly moves: readonly Move[];
  /** The effect of applying the moves: from the stored plan, under the virtual state's times, to the virtual state with the moves. */
  readonly score: ScoreChange;
  readonly opened: readonly ConflictRecord[];
  readonly closed: readonly ConflictRecord[];
  /** The conflicts with the moves, at most the first 10,000; only those are compared. */
  readonly conflicts: readonly ConflictRecord[];
  /** Why moves are not allowed: operations that are fixed, started or blockers, and resources that are not eligible. */
  readonly obstacles: readonly Obstacle[];
}

export interface Obstacle {
  readonly operation: string;
  readonly reason: 'fixed' | 'started' | 'blocker' | 'ineligible';
  readonly message: string;
}

/** Scores a virtual state. Reassignments count against the stored plan. Throws 400 for ids that the planning does not contain. */
const judge = async (
  deps: OverlayDeps & Pick<Deps, 'resolutions'>,
  state: PlanningState,
  virtualState: VirtualState,
): Promise<Judged> => {
  const instance = await overlaidAside(deps, state, virtualState);
  const levels = await analyzed(deps, state, instance, { of: 'score' });
  const { conflicts } = await analyzed(deps, state, instance, { of: 'conflicts', page: FIRST_CONFLICTS });
  return { instance, levels, conflicts };
};

/**
 * Judges moves, including those of the virtual state, against the stored plan. `news` are times that apply only to the plan after the moves, for
 * questions of the form "what if this became true?". Throws 400 for ids that the planning does not contain.
 */
export const judgeMoves = async (
  deps: OverlayDeps & Pick<Deps, 'resolutions'>,
  state: PlanningState,
  virtualState: VirtualState,
  added: readonly PlannedMove[],
  news: VirtualState['operations'] = [],
): Promise<Judgment> => {
  const times: VirtualState = { operations: virtualState.operations };
  await readOverlay(deps, state, virtualState);
  const virtual = virtualMoves(state, virtualState).filter((move) => !added.some((one) => supersedes(one, move)));
  const moves = [...virtual, ...added];
  requireValid(state, virtualState, { virtual, added });
  const folded = foldMoves(state, withoutOverrides(virtualState), added);
  const before = await judge(deps, state, times);
  const after = await judge(deps, state, { ...folded, operations: [...(folded.operations ?? []), ...news] });
  const { delayCost } = before.instance;
  const costBefore = withDelay(before.levels, imposedDelayCost(state, times, delayCost));
  const costAfter = withDelay(after.levels, imposedDelayCost(state, folded, delayCost));
  const known = new Set(before.conflicts.map(({ id }) => id));
  const left = new Set(after.conflicts.map(({ id }) => id));
  return {
    moves: describe(state, moves),
    score: {
      before: toScore(costBefore),
      after: toScore(costAfter),
      delta: (costAfter.total - costBefore.total) / 100,
    },
    opened: after.conflicts.filter(({ id }) => !known.has(id)),
    closed: before.conflicts.filter(({ id }) => !left.has(id)),
    conflicts: after.conflicts,
    obstacles: obstaclesOf(before.instance, after.instance, plannedMoves(state, virtualState, moves).planned),
  };
};

/** Applying a proposal writes its moves alone, and so no place in spite of required tags. */
const withoutOverrides = ({ assignments, ...rest }: VirtualState): VirtualState => ({
  ...rest,
  assignments: assignments?.map(({ override: _override, ...assignment }) => assignment),
});

/** Whether a move decides the place that an earlier one gave to the same operation or part. */
const supersedes = (later: PlannedMove, { operation, part }: PlannedMove): boolean =>
  later.kind !== 'delay' &&
  later.operation === operation &&
  (later.part == null || part == null || later.part === part);

/**
 * The places of a virtual state as moves, because applying a proposal also applies the places that it is based on. Where the virtual state divides an
 * operation into other parts, they are those of its parts.
 */
const virtualMoves = (state: PlanningState, virtualState: VirtualState): PlannedMove[] =>
  (virtualState.assignments ?? []).flatMap(({ operation, resource, parts }) => {
    const now = partsOf(state.assignmentOf(operation));
    const then = parts ?? now.map(() => ({ resource: resource ?? null }));
    return then.flatMap((part, index): PlannedMove[] => {
      const toResource = part.resource ?? null;
      const fromResource = now[Math.min(index, now.length - 1)]?.resource ?? null;
      if (toResource === fromResource) return [];
      const kind = toResource === null ? 'unassign' : 'reassign';
      return [{ kind, operation, part: then.length > 1 ? String(index) : null, fromResource, toResource }];
    });
  });

/** Throws InvalidInput for moves of what the planning does not contain, and for added moves that contradict themselves or repeat each other. */
const requireValid = (
  state: PlanningState,
  virtualState: VirtualState,
  { virtual, added }: { readonly virtual: readonly PlannedMove[]; readonly added: readonly PlannedMove[] },
): void => {
  const problems = new Problems();
  for (const [i, { kind, operation, part, toResource }] of [...virtual, ...added].entries()) {
    const path = i < virtual.length ? 'virtualState.assignments' : item('moves', i - virtual.length);
    if (!state.has('operation', operation)) {
      problems.missingReference(below(path, 'operation'), 'operation', operation);
      continue;
    }
    if (kind !== 'delay' && toResource != null && !state.has('resource', toResource))
      problems.missingReference(below(path, 'toResource'), 'resource', toResource);
    if (part != null && partIndexOf(virtualParts(state, virtualState, operation), part) === undefined)
      problems.add(below(path, 'part'), 'unknown_reference', `names no part of operation ${operation}: ${part}`);
  }
  refuseContradictory(problems, state, virtualState, added);
  refuseRepeatedPlaces(problems, state, virtualState, added);
  problems.check();
};

const describe = (state: PlanningState, moves: readonly PlannedMove[]): Move[] =>
  moves.map(({ kind, operation, part = null, toResource = null, startAt = null, endAt = null, delaySeconds }) => {
    const parts = partsOf(state.assignmentOf(operation));
    const from = parts[partIndexOf(parts, part) ?? 0]?.resource ?? null;
    const isDelay = kind === 'delay';
    return {
      kind,
      operation,
      part,
      fromResource: from,
      toResource: isDelay ? from : kind === 'unassign' ? null : toResource,
      startAt,
      endAt,
      delaySeconds: isDelay ? (delaySeconds ?? 0) : 0,
    };
  });

/** Collects the obstacles. Whether an operation may be moved is checked on the plan before the moves; where it may go, on the plan after them. */
const obstaclesOf = (before: Instance, after: Instance, moves: PlannedMoves): Obstacle[] => {
  const obstacles: Obstacle[] = [];
  const found = new Set<string>();
  const add = (obstacle: Obstacle): void => {
    const key = `${obstacle.operation} ${obstacle.reason}`;
    if (!found.has(key)) obstacles.push(obstacle);
    found.add(key);
  };
  for (let part = 0; part < before.partCount; part++) {
    const operation = before.names.operations[before.operation[part]];
    const places = moves.get(operation)?.places;
    const reason = places === undefined ? null : immovable(before, part, !places.has(before.partIndex[part]));
    if (reason !== null) add({ operation, reason, message: WHY[reason](labelOf(before, part)) });
  }
  for (let part = 0; part < after.partCount; part++) {
    const operation = after.names.operations[after.operation[part]];
    const resource = after.placed[part];
    if (moves.get(operation)?.places.has(after.partIndex[part]) !== true) continue;
    if (resource < 0 || resource === after.current[part]) continue;
    if (findArc(after, part, resource) >= 0 && after.pinned[part] === NOT_PINNED) continue;
    const forbidding = ineligibility(after, part, resource);
    if (forbidding.length === 0) continue;
    const reasons = forbidding.map(({ message }) => message).join(' ');
    const message = `${labelOf(after, part)} may not use ${after.names.resourceLabels[resource]}: ${reasons}`;
    add({ operation, reason: 'ineligible', message });
  }
  return obstacles;
};

const WHY = {
  fixed: (label: string) => `${label} is fixed to its resource; release it first.`,
  started: (label: string) => `${label} has already arrived and can no longer be moved.`,
  blocker: (label: string) => `${label} is a blocker and is never moved.`,
};

const labelOf = ({ names, operation }: Instance, part: number): string => names.operationLabels[operation[part]];
