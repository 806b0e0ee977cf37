import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { ReasonRecord } from '../../engine/explain/planReasons.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import type { Candidate } from '../../engine/metrics/candidates.ts';
import type { Verdicts } from './judge.ts';
import type { EntryUpdate, RowsQuestion } from './planningJudge.ts';

/** Messages to the worker. A response has the id of its request. */
export type JudgeRequest =
  | { readonly type: 'load'; readonly document: PlanningDocument | string; readonly referenceTime: string }
  | { readonly type: 'update'; readonly entries: readonly EntryUpdate[] }
  | { readonly type: 'rows'; readonly id: number; readonly question: RowsQuestion }
  | {
      readonly type: 'candidates';
      readonly id: number;
      readonly operation: string;
      readonly part: number;
      readonly under: readonly EntryUpdate[];
    }
  /** Asks why the operation has no place, if operations were placed so. */
  | { readonly type: 'reason'; readonly id: number; readonly operation: string; readonly under: readonly EntryUpdate[] }
  /** Asks for the conflicts if operations were placed so. */
  | { readonly type: 'preview'; readonly id: number; readonly under: readonly EntryUpdate[] }
  | { readonly type: 'costs'; readonly id: number };

/** Messages from the worker. */
export type JudgeAnswer =
  | { readonly type: 'conflicts'; readonly conflicts: readonly ConflictRecord[] }
  | { readonly type: 'rows'; readonly id: number; readonly verdicts: Verdicts | null }
  | { readonly type: 'candidates'; readonly id: number; readonly candidates: readonly Candidate[] | null }
  | { readonly type: 'reason'; readonly id: number; readonly reason: ReasonRecord | null }
  | { readonly type: 'preview'; readonly id: number; readonly conflicts: readonly ConflictRecord[] | null }
  | { readonly type: 'costs'; readonly id: number; readonly costs: ReadonlyMap<string, number> | null }
  /** The plan was compiled again: results for the older plan may be outdated. */
  | { readonly type: 'refreshed' }
  | { readonly type: 'failed'; readonly message: string };
