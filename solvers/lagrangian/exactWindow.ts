import { Plan } from '../../engine/board/plan.ts';
import { integerData } from '../integer/coreProgram.ts';
import { buildFlow } from '../integer/flowProgram.ts';
import { loadedHighs } from '../integer/loadHighs.ts';
import { programLimits } from '../integer/programLimits.ts';
import { solveInteger } from '../integer/solveInteger.ts';
import { pairTermsOf } from '../model/pairTerms.ts';
import { extentAmong, relax, type Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';

/** A window with more positions is not searched. */
const MOST_POSITIONS = 3_000;
/** Limit on branch-and-bound nodes of a run under a step limit. */
const MOST_NODES = 20;
/** Steps of the run for which a window counts. */
export const WINDOW_STEPS = 50;

export interface Window {
  /** The plan in which all other parts stay where they are. */
  readonly placement: ArrayLike<number>;
  /** The parts to place anew, as parts of the relaxation. */
  readonly parts: Int32Array;
  /** They choose among positions whose min-marginal is at most `width`, and their present ones. */
  readonly marginals: Float64Array;
  readonly width: number;
  readonly mostSeconds: number;
}

/** `solved`: no better places for the parts exist among the positions, as far as the program knows the rules. `tooLarge`: nothing was searched. */
export type WindowOutcome = 'solved' | 'limited' | 'tooLarge';

/**
 * Searches the places of some parts exactly, while all others stay where the plan has them. What a part costs together with those is included in its
 * own cost, whatever the rule; short gaps, related resources and groups of the window's parts are in the program. `onPlan` receives the whole
 * placement of each better solution of the program. Solutions that cost no less than the plan are not searched for.
 */
export const searchWindow = (
  relaxation: Relaxation,
  run: Pick<Run, 'parameters' | 'elapsedSeconds' | 'stop'>,
  window: Window,
  onPlan: (placement: Int32Array) => void,
): WindowOutcome => {
  const highs = loadedHighs();
  if (highs === null) return 'tooLarge';
  const sub = windowOf(relaxation, window);
  const all = (): boolean => true;
  const program = sub.model.part.length > MOST_POSITIONS ? null : buildFlow(sub.model, all, all, pairTermsOf(sub));
  if (program === null) return 'tooLarge';
  const { solved } = solveInteger(
    highs,
    integerData(program),
    {
      grain: relaxation.grain / 100,
      ...programLimits(run, window.mostSeconds, MOST_NODES),
      below: (new Plan(relaxation.instance, Int32Array.from(window.placement)).cost - sub.constant) / 100,
      stop: () => run.stop(),
    },
    (values) => {
      const placement = Int32Array.from(window.placement);
      for (const part of sub.partOf) placement[part] = -1;
      for (let j = 0; j < program.columnCount; j++) {
        if (program.position[j] >= 0 && values[j] > 0.5) placement[sub.partOf[program.part[j]]] = program.classOf[j];
      }
      onPlan(placement);
    },
  );
  return solved ? 'solved' : 'limited';
};

/** Relaxes the parts (of the model) beside all others, on the positions within `width` and those of the plan. */
const windowOf = (
  { instance, extent, partOf, arcOf, columns }: Relaxation,
  { placement, parts, marginals, width }: Window,
): Relaxation => {
  const { columnStart, column, row } = columns;
  const arcs = new Uint8Array(instance.arcResource.length);
  for (const i of parts) {
    for (let a = columnStart[i]; a < columnStart[i + 1]; a++) {
      const k = column[a];
      if (marginals[k] <= width || row[k] === placement[partOf[i]]) arcs[arcOf[k]] = 1;
    }
  }
  const free = parts.map((i) => partOf[i]);
  return relax(instance, { ...extentAmong(extent, free, placement), arcs });
};
