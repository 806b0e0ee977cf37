import type { PlanningState } from '../../db/versions/planningState.ts';
import type { PlanPiece } from '../../engine/instance/planPieces.ts';
import type { CompileOptions } from '../../engine/instance/compile.ts';
import type { VirtualState } from '../../engine/instance/virtualState.ts';
import { documentPieces } from '../documents/documentOf.ts';
import type { Clock, UncompiledPlan } from '../ports.ts';
import { instant } from '../records/instants.ts';
import { slicedly } from '../turns.ts';

/** A state; the baseline that reassignments are counted against (by default, the state itself); and a virtual state laid over it. */
export interface StatePlan {
  readonly state: PlanningState;
  readonly baseline?: PlanningState;
  readonly virtualState?: VirtualState;
  /** The parameters of a run, and the time that lead times count from. */
  readonly run?: Pick<CompileOptions, 'parameters' | 'referenceTime'>;
}

/** A state's plan, for a worker thread to compile. Its document is built in pieces that yield to the event loop. */
export const uncompiledPlan = ({ state, baseline, virtualState, run }: StatePlan, clock: Clock): UncompiledPlan => ({
  options: { referenceTime: instant(clock()), ...(virtualState === undefined ? {} : { virtualState }), ...run },
  async *pieces(): AsyncGenerator<PlanPiece> {
    for await (const piece of slicedly(documentPieces(state))) yield { of: 'document', piece };
    if (baseline === undefined) return;
    for await (const piece of slicedly(documentPieces(baseline, ['assignments']))) yield { of: 'baseline', piece };
  },
});
