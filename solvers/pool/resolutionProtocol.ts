import type { MessagePort } from 'node:worker_threads';
import type { Learned, LearningTask } from '../../engine/advice/learningTask.ts';
import type { Conflict } from '../../engine/conflicts/findConflicts.ts';
import type { PlanExplanation } from '../../engine/explain/explainPlan.ts';
import type { PlanReasons, ReasonOptions } from '../../engine/explain/planReasons.ts';
import type { Question, AnswerTo } from '../../engine/metrics/analysis.ts';
import type { CompileOptions } from '../../engine/instance/compile.ts';
import type { Problem } from '../../engine/instance/compileError.ts';
import type { PlanPiece } from '../../engine/instance/planPieces.ts';
import type { KeptSource, PlanEdit } from '../../engine/instance/keptPlan.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Resolution, ResolveOptions, Strategy } from '../../engine/strategies/strategy.ts';
import type { StressReport } from '../../engine/stress/stress.ts';

/** A plan that threads keep under a key. Typed arrays on SharedArrayBuffers are posted without being copied. */
export interface Snapshot {
  readonly instance: Instance;
  readonly placement: Placement;
}

/** A plan that the thread compiles itself, so that neither parsing nor compiling it blocks the calling thread. */
export interface Uncompiled {
  /** Called when a thread needs the plan; each piece is requested once the one before it has been sent. */
  readonly pieces: () => AsyncIterable<PlanPiece>;
  readonly options: Omit<CompileOptions, 'baseline'>;
  /** The same plan as one that threads keep and bring forward by edits; null or absent: it is compiled for this request. */
  readonly kept?: KeptSource | null;
}

/** Reply to `need`: the snapshot, or pieces and then the options to compile them with; `none` when the pieces could not be made. */
export type SnapshotMessage =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | ({ readonly kind: 'piece' } & PlanPiece)
  | { readonly kind: 'compile'; readonly options: Uncompiled['options'] }
  /** The plan without the overlay is complete: compile and keep it. */
  | { readonly kind: 'keep'; readonly referenceTime: string; readonly overlay: readonly PlanEdit[] }
  /** The thread's plan becomes the wanted version by `since`. */
  | {
      readonly kind: 'edits';
      readonly referenceTime: string;
      readonly since: readonly PlanEdit[];
      readonly overlay: readonly PlanEdit[];
    }
  | { readonly kind: 'none' };

/** What a thread asks for: the plan itself, or one to keep, of which it has this version or none. */
export type Need = { readonly of: 'plan' } | { readonly of: 'kept'; readonly have: number | null };

export type ResolutionTask =
  | {
      readonly kind: 'resolve';
      readonly part: number;
      readonly options: Partial<ResolveOptions>;
      readonly timeLimitMs: number;
    }
  | { readonly kind: 'stress'; readonly samples: number; readonly seed: number; readonly timeLimitMs: number }
  | { readonly kind: 'learn'; readonly learning: LearningTask; readonly timeLimitMs: number }
  | { readonly kind: 'analyze'; readonly question: Question; readonly timeLimitMs: number }
  | ExplainTask<'explain'>
  | ExplainTask<'reasons'>;

/** Explains the whole plan, or returns its reasons alone. */
interface ExplainTask<K extends string> {
  readonly kind: K;
  readonly options: Omit<ReasonOptions, 'stop'>;
  readonly timeLimitMs: number;
}

export interface ResolutionJob {
  /** Key under which the thread keeps the snapshot; null: it does not keep it. */
  readonly key: string | null;
  /** The plan as one that the thread keeps under a key of its own and brings to this version. */
  readonly kept: Pick<KeptSource, 'key' | 'version'> | null;
  /** The bytes of the plans that the thread may keep besides the one in use. */
  readonly keptBytes: number;
  readonly task: ResolutionTask;
  /** [0] is set to end the job early. */
  readonly flag: Int32Array;
  readonly port: MessagePort;
}

/** The messages of a job's thread: `need` when it does not have the snapshot, then strategies, then one of the other kinds. */
export type ResolutionMessage =
  | { readonly kind: 'need'; readonly need: Need }
  | { readonly kind: 'unsound'; readonly problems: readonly Problem[] }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'strategy'; readonly strategy: Strategy; readonly best: boolean }
  | { readonly kind: 'resolved'; readonly resolution: Resolution }
  | { readonly kind: 'stressed'; readonly report: StressReport }
  | { readonly kind: 'analyzed'; readonly answer: AnswerTo<Question> }
  | { readonly kind: 'learned'; readonly learned: Learned }
  | { readonly kind: 'explained'; readonly explanation: PlanExplanation }
  | { readonly kind: 'reasoned'; readonly reasons: PlanReasons };
