import type { Move } from '../planning/planEdit.ts';
import type { ConflictMark } from '../timeline/model/scene.ts';

/** A plan that may be looked at: a strategy, a proposal, what an optimization found. */
export interface Plan {
  /** Tells it from other plans. */
  readonly key: string;
  /** What it is: "Strategy 1 for DL 417". */
  readonly label: string;
  readonly moves: readonly Move[];
}

/** A plan as it is looked at. Nothing of it is written. */
export interface Preview {
  readonly plan: Plan;
  /** It stays, whatever panel is looked at, until it is ended. */
  readonly isPinned: boolean;
  /** Conflicts as they would be, by the engine in this browser; null: not known yet. */
  readonly conflicts: readonly ConflictMark[] | null;
  /** Ids of those of now that would be gone. */
  readonly ends: ReadonlySet<string>;
  /** Those that are not there now. */
  readonly begins: readonly ConflictMark[];
}
