import type { PlanningState } from '../../db/versions/planningState.ts';
import type { PlanPiece } from '../../engine/instance/planPieces.ts';
import type { CompileOptions } from '../../engine/instance/compile.ts';
import type { VirtualState } from '../../engine/instance/virtualState.ts';
import { documentPieces } from '../documents/documentOf.ts';
import type { Clock, UncompiledPlan } from '../ports.ts';
import { instant } from '../records/instants.ts';
import { slicedly } from '../turns.ts';

/** A state, what its reassignments are counted from (itself when absent), and what is laid over it. */
export interface StatePlan {
  readonly state: PlanningState;
  readonly baseline?: PlanningState;
  readonly virtualState?: VirtualState;
  /** Of a run; with the moment that lead times are counted from. */
  readonly run?: Pick<CompileOptions, 'parameters' | 'referenceTime'>;
}

/** The plan of a state for a thread to compile: its document is made piece by piece, between other requests. */
export const uncompiledPlan = ({ state, baseline, virtualState, run }: StatePlan, clock: Clock): UncompiledPlan => ({
  options: { referenceTime: instant(clock()), ...(virtualState === undefined ? {} : { virtualState }), ...run },
  async *pieces(): AsyncGenerator<PlanPiece> {
    for await (const piece of slicedly(documentPieces(state))) yield { of: 'document', piece };
    if (baseline === undefined) return;
    for await (const piece of slicedly(documentPieces(baseline, ['assignments']))) yield { of: 'baseline', piece };
  },
});
