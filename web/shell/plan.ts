import type { Move } from '../planning/planEdit.ts';
import type { ConflictMark } from '../timeline/model/scene.ts';

/** A plan that can be previewed: a strategy, a proposal, or the result of an optimization. */
export interface Plan {
  /** Identifies the plan. */
  readonly key: string;
  /** The name of the plan, such as "Strategy 1 for DL 417". */
  readonly label: string;
  readonly moves: readonly Move[];
}

/** The preview of a plan, of which nothing is written. */
export interface Preview {
  readonly plan: Plan;
  /** Whether the preview stays until it is ended, whichever panel is shown. */
  readonly isPinned: boolean;
  /** The conflicts of the plan, computed by the engine in this browser; null until they are known. */
  readonly conflicts: readonly ConflictMark[] | null;
  /** The ids of present conflicts that the plan resolves. */
  readonly ends: ReadonlySet<string>;
  /** The conflicts that the plan creates. */
  readonly begins: readonly ConflictMark[];
}
