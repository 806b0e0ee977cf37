import { type CostRecord, costsByRule } from '../explain/planCosts.ts';
import { countConflicts, MOST_CONFLICTS } from '../conflicts/conflictPage.ts';
import { findConflicts } from '../conflicts/findConflicts.ts';
import { toAssignments } from '../instance/assignments.ts';
import { type Instance, resourceIdOf } from '../instance/instance.ts';
import type { CostLevels, Placement } from '../objective/score.ts';
import { tally } from '../objective/tally.ts';

/**
 * The report on a plan that a search found. Large members are JSON text, because transferring that many small objects between threads
 * takes as long as computing them.
 */
export interface PlanOutcome {
  /** The cost of the document's plan. */
  readonly before: CostLevels;
  /** The cost of the plan that was found. */
  readonly after: CostLevels;
  readonly terms: readonly CostRecord[];
  /** The ids of its conflicts; null when there are more than 10,000. */
  readonly conflicts: readonly string[] | null;
  /** The whole plan as JSON: the assignments of a document. */
  readonly assignments: string;
  /** The moves from the document's plan as JSON. */
  readonly moves: string;
}

/** Reports on the plan, compared with the one that the instance was compiled with (`placed`). Costs are in hundredths, those of `terms` in weight units. */
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
  const moves: object[] = [];
  for (let part = 0; part < partCount; part++) {
    if (placement[part] === placed[part]) continue;
    moves.push({
      kind: placement[part] < 0 ? 'unassign' : 'reassign',
      operation: names.operations[operation[part]],
      part: names.parts[part],
      fromResource: resourceIdOf(names, placed[part]),
      toResource: resourceIdOf(names, placement[part]),
      startAt: null,
      endAt: null,
      delaySeconds: 0,
    });
  }
  return moves;
};
