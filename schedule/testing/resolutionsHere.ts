import { explainPlan } from '../../engine/explain/explainPlan.ts';
import { planReasons } from '../../engine/explain/planReasons.ts';
import { analyse } from '../../engine/metrics/analysis.ts';
import { resolveConflicts } from '../../engine/strategies/resolveConflicts.ts';
import { conflictsOf } from '../../engine/conflicts/boardConflicts.ts';
import { Board } from '../../engine/board/board.ts';
import { stress } from '../../engine/stress/stress.ts';
import type { Resolutions } from '../ports.ts';

/** Small plans on this thread, without a limit of time. */
export const resolutionsHere: Resolutions = {
  async resolve({ instance, placement, part, options, signal, onConflicts, onStrategy }) {
    onConflicts?.(conflictsOf(Board.movable(instance, placement), part));
    return resolveConflicts(instance, placement, part, options, {
      stop: () => signal?.aborted === true,
      report: (strategy, best) => onStrategy?.(strategy, best),
    });
  },
  async stress({ instance, placement, samples, seed }) {
    return stress(instance, placement, { samples, seed });
  },
  async analyse({ instance, placement, question }) {
    return analyse(instance, placement, question);
  },
  async explain({ instance, placement, timezone = 'UTC', optimal = false }) {
    return explainPlan(instance, placement, { timezone, optimal });
  },
  async reasons({ instance, placement, timezone = 'UTC', part }) {
    return planReasons(instance, placement, { timezone, part });
  },
};
