import type { Route } from '../routing/route.ts';
import { agentRoutes } from './agent.ts';
import { analysisRoutes } from './analysis.ts';
import { apiKeyRoutes } from './apiKeys.ts';
import { assignmentRoutes } from './assignments.ts';
import { authenticationRoutes } from './authentication.ts';
import { changesetRoutes } from './changesets.ts';
import { editRoutes } from './edits.ts';
import { groupRoutes } from './groups.ts';
import { localUserRoutes } from './localUsers.ts';
import { locationRoutes } from './locations.ts';
import { operationRoutes } from './operations.ts';
import { optimizationRoutes } from './optimization.ts';
import { organizationRoutes } from './organizations.ts';
import { planningRoutes } from './plannings.ts';
import { adviceRoutes } from './advice.ts';
import { repairRoutes } from './repairs.ts';
import { resolutionRoutes } from './resolution.ts';
import { resourceRoutes } from './resources.ts';
import { ruleRoutes } from './rules.ts';
import { tagRoutes } from './tags.ts';
import { taskRoutes } from './tasks.ts';
import { uploadMappingRoutes } from './uploadMappings.ts';
import { webhookRoutes } from './webhooks.ts';
import { workspaceRoutes } from './workspaces.ts';

/** All routes that are mounted and documented, in the order of the OpenAPI document. */
export const ROUTES: readonly Route[] = [
  ...operationRoutes,
  ...resourceRoutes,
  ...assignmentRoutes,
  ...editRoutes,
  ...taskRoutes,
  ...locationRoutes,
  ...tagRoutes,
  ...ruleRoutes,
  ...groupRoutes,
  ...planningRoutes,
  ...workspaceRoutes,
  ...changesetRoutes,
  ...analysisRoutes,
  ...resolutionRoutes,
  ...repairRoutes,
  ...adviceRoutes,
  ...optimizationRoutes,
  ...webhookRoutes,
  ...agentRoutes,
  ...organizationRoutes,
  ...uploadMappingRoutes,
  ...apiKeyRoutes,
  ...authenticationRoutes,
  ...localUserRoutes,
];
