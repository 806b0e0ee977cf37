import type { AssignmentRecord } from '../schedule/entities/assignment.ts';
import type { LocationRecord } from '../schedule/entities/location.ts';
import type { OperationRecord } from '../schedule/entities/operation.ts';
import type { PlanningRecord } from '../schedule/entities/planning.ts';
import type { ResourceRecord } from '../schedule/entities/resource.ts';
import type { TagRecord } from '../schedule/entities/tag.ts';
import type { StrategyLimits } from '../schedule/proposals/strategiesFor.ts';
import type { Clearing, ClearInput } from '../schedule/proposals/clearResources.ts';
import type { ProposalInput, ProposalRecord } from '../schedule/proposals/createProposal.ts';
import type { Judgment } from '../schedule/plans/judgeMoves.ts';
import type { WhatIfInput } from '../schedule/proposals/whatIf.ts';
import type { AdviceQuery, AdviceRecord } from '../schedule/advice/advise.ts';
import type { RepairsRequest } from '../schedule/repairs/listRepairs.ts';
import type { RepairBalance } from '../schedule/repairs/repairBalance.ts';
import type { RepairRecord } from '../schedule/repairs/repairRecord.ts';
import type { Strategies } from '../schedule/resolution/strategyRecord.ts';
import type {
  ChangesetDetailRecord,
  ChangesetRecord,
  RunRecord,
  WorkspaceRecord,
} from '../schedule/records/records.ts';
import type {
  AssignmentQuery,
  Listed,
  MetricsQuery,
  ChangesetQuery,
  OperationQuery,
  OptimizeInput,
  PageRequest,
  Scope,
  VirtualState,
  WindowQuery,
} from '../schedule/types.ts';
import type { Candidate, ConflictRecord, Metrics } from '../api/contract/conflict.ts';
import type { JsonText } from '../schedule/storedAs.ts';
import type { Score } from '../api/contract/score.ts';
import type { Diff } from '../api/contract/workspace.ts';

export type { Judgment } from '../schedule/plans/judgeMoves.ts';
export type { PlannedMove } from '../schedule/plans/moves.ts';
export type { ProposalRecord } from '../schedule/proposals/createProposal.ts';

type Verb<Args extends readonly unknown[], T> = (scope: Scope, ...args: Args) => Promise<T>;
type List<Query, T> = Verb<[planning: string, query: Query & PageRequest], Listed<T>>;
/** Makes a record deeply readonly. */
type Deep<T> = T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;

/** The verbs that the assistant's tools use. What is not listed here, the assistant cannot do. */
export interface AgentSchedule {
  readonly getPlanning: Verb<[planning: string], PlanningRecord>;
  readonly listOperations: List<OperationQuery, OperationRecord>;
  readonly listResources: List<unknown, ResourceRecord>;
  readonly listLocations: List<unknown, LocationRecord>;
  readonly listTags: List<unknown, TagRecord>;
  readonly listAssignments: List<AssignmentQuery, AssignmentRecord>;
  readonly listWorkspaces: List<unknown, WorkspaceRecord>;
  readonly workspaceDiff: Verb<
    [workspace: string],
    {
      readonly diffs: readonly Deep<Diff>[];
      readonly score: { readonly mainline: Score; readonly workspace: Score; readonly delta: number };
    }
  >;
  readonly listChangesets: List<ChangesetQuery, ChangesetRecord>;
  readonly authorNames: Verb<[ids: readonly string[]], ReadonlyMap<string, string | null>>;
  readonly getChangeset: Verb<[planning: string, id: string], ChangesetDetailRecord>;
  readonly advise: Verb<[planning: string, query: AdviceQuery], AdviceRecord>;
  readonly repairBalance: Verb<[planning: string, since: string | null], RepairBalance>;
  readonly listRepairs: Verb<[planning: string, request: RepairsRequest], Listed<RepairRecord>>;
  readonly listConflicts: List<WindowQuery, Deep<ConflictRecord>>;
  readonly metrics: Verb<[planning: string, query: MetricsQuery], Deep<Metrics>>;
  readonly placesFor: Verb<
    [planning: string, operation: string, virtualState: VirtualState],
    readonly Deep<Candidate>[]
  >;
  readonly strategiesFor: Verb<
    [planning: string, operation: string, virtualState: VirtualState, limits: StrategyLimits],
    Strategies
  >;
  readonly startOptimization: Verb<[planning: string, input: OptimizeInput], RunRecord>;
  readonly listRuns: List<unknown, RunRecord>;
  readonly getRun: Verb<[planning: string, run: string], RunRecord>;
  readonly runResult: Verb<[planning: string, run: string], { readonly moves: JsonText }>;
  /** Scores a virtual state. Throws what a virtual state refuses. */
  readonly score: Verb<[planning: string, virtualState: VirtualState], unknown>;
  readonly whatIf: Verb<[planning: string, input: WhatIfInput], Judgment>;
  readonly clearResources: Verb<[planning: string, input: ClearInput], Clearing>;
  readonly createProposal: Verb<[planning: string, input: ProposalInput], ProposalRecord>;
}
