import { adviseRules } from './advice.ts';
import { explainPlacement } from './explainPlacement.ts';
import { findOperations } from './findOperations.ts';
import { findResources } from './findResources.ts';
import { compareWorkspace, explainChange, listChanges } from './history.ts';
import { listConflicts } from './listConflicts.ts';
import { followOptimization, startOptimization } from './optimization.ts';
import { operationFigures } from './operationFigures.ts';
import { planningMetrics } from './planningMetrics.ts';
import { clearResource, proposeChanges, proposeStrategy } from './proposeChanges.ts';
import { rankGroups } from './rankGroups.ts';
import { listRepairs } from './repairs.ts';
import { resolveConflict } from './resolveConflict.ts';
import { resourceUse } from './resourceUse.ts';
import type { Tool } from './tool.ts';
import { whatIf } from './whatIf.ts';

const forAny = <I, R>(tool: Tool<I, R>): Tool => tool;

/** All tools of the assistant. */
export const TOOLS: readonly Tool[] = [
  forAny(findOperations),
  forAny(findResources),
  forAny(listConflicts),
  forAny(planningMetrics),
  forAny(operationFigures),
  forAny(resourceUse),
  forAny(rankGroups),
  forAny(explainPlacement),
  forAny(resolveConflict),
  forAny(whatIf),
  forAny(proposeChanges),
  forAny(proposeStrategy),
  forAny(clearResource),
  forAny(startOptimization),
  forAny(followOptimization),
  forAny(compareWorkspace),
  forAny(listChanges),
  forAny(explainChange),
  forAny(listRepairs),
  forAny(adviseRules),
];

export const findTool = (name: string): Tool | undefined => TOOLS.find((tool) => tool.name === name);
