import { explainPlan } from '../../engine/explain/explainPlan.ts';
import { planReasons } from '../../engine/explain/planReasons.ts';
import { analyze } from '../../engine/metrics/analysis.ts';
import { resolveConflicts } from '../../engine/strategies/resolveConflicts.ts';
import { conflictsOf } from '../../engine/conflicts/boardConflicts.ts';
import { Board } from '../../engine/board/board.ts';
import { stress } from '../../engine/stress/stress.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { PlanPieces } from '../../engine/instance/planPieces.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Resolutions, UncompiledPlan } from '../ports.ts';

type Plan = { readonly instance: Instance; readonly placement: Placement };

const compiled = async (request: Plan | UncompiledPlan): Promise<Plan> => {
  if ('instance' in request) return request;
  const pieces = new PlanPieces();
  for await (const piece of request.pieces()) pieces.add(piece);
  const instance = pieces.compile(request.options);
  return { instance, placement: placementOf(instance) };
};

/** Runs analyses of small plans on this thread, without a time limit. */
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
  async analyze({ question, ...request }) {
    const { instance, placement } = await compiled(request);
    return analyze(instance, placement, question);
  },
  async explain({ timezone = 'UTC', optimal = false, ...request }) {
    const { instance, placement } = await compiled(request);
    return explainPlan(instance, placement, { timezone, optimal });
  },
  async reasons({ timezone = 'UTC', part, ...request }) {
    const { instance, placement } = await compiled(request);
    return planReasons(instance, placement, { timezone, part });
  },
};
