import type {
  AssignmentRecord,
  ChangesetDetailRecord,
  ChangesetRecord,
  OperationRecord,
  PlanningRecord,
  ResourceRecord,
  RunRecord,
  TagRecord,
  WorkspaceRecord,
} from '../../schedule/records/records.ts';
import type {
  AssignmentQuery,
  Listed,
  MetricsQuery,
  OperationQuery,
  OptimizeInput,
  PageRequest,
  Scope,
} from '../../schedule/types.ts';
import type { ConflictRecord, Metrics } from '../contract/conflict.ts';

type Reader<Args extends readonly unknown[], T> = (scope: Scope, ...args: Args) => Promise<T>;

/** The verbs that the assistant's tools use: what it cannot do is not in here. */
export interface AgentSchedule {
  readonly getPlanning: Reader<[planning: string], PlanningRecord>;
  readonly listOperations: Reader<[planning: string, query: OperationQuery & PageRequest], Listed<OperationRecord>>;
  readonly listResources: Reader<[planning: string, page: PageRequest], Listed<ResourceRecord>>;
  readonly listTags: Reader<[planning: string, page: PageRequest], Listed<TagRecord>>;
  readonly listAssignments: Reader<[planning: string, query: AssignmentQuery & PageRequest], Listed<AssignmentRecord>>;
}
