import { type CostRecord, costsByRule } from '../explain/planCosts.ts';
import { countConflicts, MOST_CONFLICTS } from '../conflicts/conflictPage.ts';
import { findConflicts } from '../conflicts/findConflicts.ts';
import { toAssignments } from '../instance/assignments.ts';
import type { Instance } from '../instance/instance.ts';
import type { CostLevels, Placement } from '../objective/score.ts';
import { tally } from '../objective/tally.ts';

/** What is told of a plan that was found. What takes megabytes is JSON text: as many small objects it takes as long to bring from thread to thread as to make. */
export interface PlanOutcome {
  /** What the plan costs that stands. */
  readonly before: CostLevels;
  /** What the plan found costs. */
  readonly after: CostLevels;
  readonly terms: readonly CostRecord[];
  /** Ids of its conflicts; null where there are more than 10 000. */
  readonly conflicts: readonly string[] | null;
  /** The whole plan, as assignments of a document. */
  readonly assignments: string;
  /** What it changes. */
  readonly moves: string;
}

export const planOutcome = (instance: Instance, placement: Placement): PlanOutcome => ({
  before: tally(instance, instance.placed),
  after: tally(instance, placement),
  terms: costsByRule(instance, placement),
  conflicts:
    countConflicts(instance, placement) > MOST_CONFLICTS
      ? null
      : findConflicts(instance, placement).map(({ id }) => id),
  assignments: JSON.stringify(toAssignments(instance, placement)),
  moves: JSON.stringify(toMoves(instance, placement)),
});

const toMoves = ({ names, partCount, placed, operation }: Instance, placement: Placement): readonly object[] => {
  const nameOf = (resource: number): string | null => (resource < 0 ? null : names.resources[resource]);
  const moves: object[] = [];
  for (let part = 0; part < partCount; part++) {
    if (placement[part] === placed[part]) continue;
    moves.push({
      kind: placement[part] < 0 ? 'unassign' : 'reassign',
      operation: names.operations[operation[part]],
      part: names.parts[part],
      fromResource: nameOf(placed[part]),
      toResource: nameOf(placement[part]),
      startAt: null,
      endAt: null,
      delaySeconds: 0,
    });
  }
  return moves;
};
