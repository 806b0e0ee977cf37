import type { PlanningState } from '../db/versions/planningState.ts';
import { compiledPatiently } from './conflicts/analyzed.ts';
import { createApiKey } from './organizations/apiKeys.ts';
import { addMember, listMembers, patchMember, removeMember } from './organizations/members.ts';
import { createOrganization, listOrganizations } from './organizations/organizations.ts';
import {
  createUploadMapping,
  deleteUploadMapping,
  getUploadMapping,
  listUploadMappings,
  mappingForUpload,
  putUploadMapping,
} from './organizations/uploadMappings.ts';
import { createGroup, deleteGroup, groupOperations, listGroups, patchGroup } from './structure/groups.ts';
import { createLocation, deleteLocation, getLocation, listLocations, patchLocation } from './structure/locations.ts';
import { createResource, deleteResource, getResource, listResources, patchResource } from './structure/resources.ts';
import { createRule, deleteRule, getRule, listRules, patchRule } from './structure/rules.ts';
import { createTag, deleteTag, getTag, listTags, patchTag } from './structure/tags.ts';
import { createTask, deleteTask, getTask, listTasks, patchTask } from './tasks/tasks.ts';
import { getPreferences, putPreferences } from './users/preferences.ts';
import { applyRun } from './runs/applyRun.ts';
import { bulkAssign } from './assignments/bulkAssign.ts';
import { bulkCreateOperations } from './operations/bulkCreateOperations.ts';
import { bulkPatchOperations } from './operations/bulkPatchOperations.ts';
import { bulkUpdateTasks } from './operations/bulkUpdateTasks.ts';
import { bulkUpload, previewUpload } from './operations/bulkUpload.ts';
import { cancelRun } from './runs/cancelRun.ts';
import { markConflict } from './conflicts/markConflict.ts';
import { candidates } from './conflicts/candidates.ts';
import { createAssignment } from './assignments/createAssignment.ts';
import { createOperation } from './operations/createOperation.ts';
import { createPlanning } from './plannings/createPlanning.ts';
import { authorNames } from './users/authorNames.ts';
import { createUserNames } from './users/userNames.ts';
import { currentUser } from './users/currentUser.ts';
import { deactivateAssignment } from './assignments/deactivateAssignment.ts';
import { deleteOperation } from './operations/deleteOperation.ts';
import { deletePlanning } from './plannings/deletePlanning.ts';
import { deleteRun } from './runs/deleteRun.ts';
import { editPlan } from './edits/editPlan.ts';
import { exportPlanning, readExport } from './documents/exportPlanning.ts';
import { planCsv } from './documents/planCsv.ts';
import { resourceCalendar } from './documents/resourceCalendar.ts';
import { followRun } from './runs/followRun.ts';
import { getAssignment } from './assignments/getAssignment.ts';
import { getOperation } from './operations/getOperation.ts';
import { getPlanning } from './plannings/getPlanning.ts';
import { getRun } from './runs/getRun.ts';
import { importPlanning, previewImport } from './documents/importPlanning.ts';
import { listAssignments } from './assignments/listAssignments.ts';
import { listConflicts } from './conflicts/listConflicts.ts';
import { listOperations } from './operations/listOperations.ts';
import { listPlannings } from './plannings/listPlannings.ts';
import { listRuns } from './runs/listRuns.ts';
import { mayEnter } from './access/mayEnter.ts';
import { meta } from './plannings/meta.ts';
import { metrics } from './conflicts/metrics.ts';
import { metricsHistory } from './conflicts/metricsHistory.ts';
import { operationAssignment } from './operations/operationAssignment.ts';
import { operationTasks } from './operations/operationTasks.ts';
import { patchOperation } from './operations/patchOperation.ts';
import { patchPlanning } from './plannings/patchPlanning.ts';
import { patchRun } from './runs/patchRun.ts';
import { runData } from './runs/runData.ts';
import { runResult } from './runs/runResult.ts';
import { applyProposal } from './proposals/applyProposal.ts';
import { clearResources } from './proposals/clearResources.ts';
import { createProposal } from './proposals/createProposal.ts';
import { placesFor } from './proposals/placesFor.ts';
import { strategiesFor } from './proposals/strategiesFor.ts';
import { whatIf } from './proposals/whatIf.ts';
import { advise } from './advice/advise.ts';
import { applyRepair, refuseRepair } from './repairs/decideRepair.ts';
import { listRepairs } from './repairs/listRepairs.ts';
import { getRepairPolicy, putRepairPolicy } from './repairs/policy.ts';
import { repairBalance } from './repairs/repairBalance.ts';
import { applyStrategy } from './resolution/applyStrategy.ts';
import { resolveConflict } from './resolution/resolveConflict.ts';
import { resolveConflictStream } from './resolution/resolveConflictStream.ts';
import { slotsFor } from './resolution/slotsFor.ts';
import { stress } from './resolution/stress.ts';
import { score } from './conflicts/score.ts';
import { searchOperations } from './operations/searchOperations.ts';
import { startOptimization } from './runs/startOptimization.ts';
import { submitResult, webhookSecret } from './runs/externalResult.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  replayWebhook,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks/webhookVerbs.ts';
import { archiveWorkspace } from './workspaces/archiveWorkspace.ts';
import { restoreWorkspace } from './workspaces/restoreWorkspace.ts';
import { createWorkspace } from './workspaces/createWorkspace.ts';
import { getWorkspace } from './workspaces/getWorkspace.ts';
import { listWorkspaces } from './workspaces/listWorkspaces.ts';
import { patchWorkspace } from './workspaces/patchWorkspace.ts';
import { previewPublish, publishWorkspace } from './workspaces/publishWorkspace.ts';
import { previewRebase, rebaseWorkspace } from './workspaces/rebaseWorkspace.ts';
import { workspaceDiff } from './workspaces/workspaceDiff.ts';
import { getChangeset } from './changesets/getChangeset.ts';
import { listChangesets } from './changesets/listChangesets.ts';
import { revertChangeset } from './changesets/revertChangeset.ts';
import { type BoundVerbs, bindVerbs } from './bindVerbs.ts';
import { createLiveConflicts } from './conflicts/liveConflicts.ts';
import type { Deps } from './deps.ts';
import { createInstances } from './instances/instances.ts';
import type { Ports } from './ports.ts';
import { Budget, Lru } from '../db/versions/lru.ts';

const verbs = {
  mayEnter,
  // operations
  bulkCreateOperations,
  bulkPatchOperations,
  bulkUpdateTasks,
  bulkUpload,
  previewUpload,
  createOperation,
  deleteOperation,
  getOperation,
  listOperations,
  operationAssignment,
  operationTasks,
  patchOperation,
  searchOperations,
  // resources
  createResource,
  deleteResource,
  getResource,
  listResources,
  patchResource,
  // locations
  createLocation,
  deleteLocation,
  getLocation,
  listLocations,
  patchLocation,
  // assignments
  bulkAssign,
  createAssignment,
  deactivateAssignment,
  getAssignment,
  listAssignments,
  // repairs
  advise,
  applyRepair,
  getRepairPolicy,
  listRepairs,
  putRepairPolicy,
  refuseRepair,
  repairBalance,
  // edits
  editPlan,
  // tasks
  createTask,
  deleteTask,
  getTask,
  listTasks,
  patchTask,
  // tags
  createTag,
  deleteTag,
  getTag,
  listTags,
  patchTag,
  // rules
  createRule,
  deleteRule,
  getRule,
  listRules,
  patchRule,
  // groups
  createGroup,
  deleteGroup,
  groupOperations,
  listGroups,
  patchGroup,
  // plannings
  createPlanning,
  deletePlanning,
  getPlanning,
  listPlannings,
  meta,
  patchPlanning,
  // documents
  exportPlanning,
  planCsv,
  resourceCalendar,
  importPlanning,
  previewImport,
  readExport,
  // organizations
  addMember,
  createApiKey,
  createOrganization,
  listMembers,
  listOrganizations,
  patchMember,
  removeMember,
  createUploadMapping,
  deleteUploadMapping,
  getUploadMapping,
  listUploadMappings,
  mappingForUpload,
  putUploadMapping,
  // users
  authorNames,
  currentUser,
  getPreferences,
  putPreferences,
  // conflicts
  listConflicts,
  markConflict,
  candidates,
  score,
  metrics,
  metricsHistory,
  // resolution
  resolveConflict,
  resolveConflictStream,
  applyStrategy,
  slotsFor,
  stress,
  // workspaces
  archiveWorkspace,
  restoreWorkspace,
  createWorkspace,
  getWorkspace,
  listWorkspaces,
  patchWorkspace,
  previewPublish,
  previewRebase,
  publishWorkspace,
  rebaseWorkspace,
  workspaceDiff,
  // changesets
  getChangeset,
  listChangesets,
  revertChangeset,
  // runs
  startOptimization,
  listRuns,
  getRun,
  patchRun,
  deleteRun,
  runData,
  runResult,
  cancelRun,
  applyRun,
  followRun,
  webhookSecret,
  submitResult,
  // webhooks
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  replayWebhook,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
  // proposals
  whatIf,
  placesFor,
  strategiesFor,
  clearResources,
  createProposal,
  applyProposal,
};

/** Everything that can be done to a schedule. Every writer uses these verbs. */
export type Schedule = BoundVerbs<typeof verbs>;

/** Caches of values derived from states, shared by the schedule and its events. */
export type Caches = Pick<Deps, 'instances' | 'conflicts' | 'explanations' | 'figures'>;

const EXPLANATIONS_KEPT = 32;
/** Maximum number of cached points of metrics histories; each takes about 1 kB. */
const FIGURES_KEPT = 10_000;

const DEFAULT_BYTES = 256 << 20;

/** `memory` limits the bytes of all caches together; the store's cached states count, too, if they share the same budget. */
export const createCaches = (
  ports: Pick<Ports, 'clock' | 'resolutions'>,
  memory = new Budget(DEFAULT_BYTES),
): Caches => {
  const instances = createInstances(ports.clock, memory);
  const frameOf = (state: PlanningState) => compiledPatiently(ports, { state }, 'frame');
  return {
    instances,
    conflicts: createLiveConflicts(instances, { memory, frameOf }),
    explanations: new Lru(EXPLANATIONS_KEPT),
    figures: new Lru(FIGURES_KEPT),
  };
};

export const createSchedule = (ports: Ports, caches = createCaches(ports)): Schedule =>
  bindVerbs({ ...ports, ...caches, names: createUserNames(ports.accounts, ports.clock) }, verbs);
