import { randomUUID } from 'node:crypto';
import type { Database } from '../connection/database.ts';
import type { NewRun } from '../runs/runs.ts';
import type {
  AssignmentFields,
  Fields,
  LocationFields,
  OperationFields,
  TaskFields,
  TaskRole,
} from '../versions/entities.ts';
import type { PlanningRef } from '../versions/planningState.ts';
import type { Store, WriteTarget } from '../versions/store.ts';

/** Complete records for tests; a test overrides the fields that matter to it. */
export const planningFields = (fields: Partial<Fields['planning']> = {}): Fields['planning'] => ({
  name: 'Planning',
  description: null,
  timezone: 'UTC',
  weights: {},
  minimumStaySeconds: 1800,
  metadata: null,
  repairPolicy: null,
  ...fields,
});

export const locationFields = (fields: Partial<LocationFields> = {}): LocationFields => ({
  name: 'Location',
  externalId: null,
  ordering: null,
  parent: null,
  metadata: null,
  ...fields,
});

export const resourceFields = (fields: Partial<Fields['resource']> = {}): Fields['resource'] => ({
  name: 'Resource',
  externalId: null,
  location: 'l',
  parent: null,
  adjacent: [],
  ordering: null,
  tags: [],
  metadata: null,
  ...fields,
});

export const operationFields = (fields: Partial<OperationFields> = {}): OperationFields => ({
  externalId: null,
  description: null,
  metadata: null,
  isBlocker: false,
  isFixedToResource: false,
  group: null,
  tags: [],
  ...fields,
});

export const taskFields = (
  operation: string | null,
  role: TaskRole | null,
  time: number,
  fields: Partial<TaskFields> = {},
): TaskFields => ({
  operation,
  role,
  externalId: null,
  taskName: 'Task',
  scheduledTime: time,
  expectedTime: time,
  expectedTimeP05: null,
  expectedTimeP10: null,
  expectedTimeP90: null,
  expectedTimeP95: null,
  expectedTimesSource: 'manual',
  actualTime: null,
  sigma: null,
  skewFactor: null,
  distributionMean: null,
  imposedDelayInSeconds: 0,
  tags: [],
  isMock: false,
  metadata: null,
  ...fields,
});

export const assignmentFields = (operation: string, resource: string | null): AssignmentFields => ({
  operation,
  parts: [{ id: 'part', startAt: null, endAt: null, resource, isFixed: false, override: false, metadata: null }],
  metadata: null,
  assignedAt: 0,
  assignedBy: null,
});

export const workspaceFields = (fields: Partial<Fields['workspace']> = {}): Fields['workspace'] => ({
  name: 'Workspace',
  description: null,
  state: 'DRAFT',
  baseChange: 0,
  publishedChange: null,
  createdBy: null,
  ...fields,
});

export async function addOrganization(database: Database): Promise<string> {
  const id = randomUUID();
  await database.sql`insert into organizations (id, name, created_at) values (${id}, 'Organization', 0)`;
  return id;
}

export async function addPlanning(store: Store, organization: string): Promise<PlanningRef> {
  const { result } = await store.createPlanning({
    id: randomUUID(),
    organization,
    author: null,
    fields: planningFields(),
  });
  return result;
}

export const target = (planning: PlanningRef, workspace: string | null = null): WriteTarget => ({
  planning,
  workspace,
  source: 'api',
  author: null,
  message: null,
});

export const newRun = (planning: PlanningRef): NewRun => ({
  id: randomUUID(),
  planning,
  workspace: null,
  name: null,
  status: 'STARTING',
  solver: 'auto',
  parameters: { seed: 1 },
  dryRun: false,
  snapshotChange: null,
  createdBy: null,
  startedAt: null,
  webhookSecret: null,
});
