import { ALL_ROWS } from '../../schedule/records/page.ts';
import type { Scope } from '../../schedule/types.ts';
import type { VirtualState } from '../../api/contract/resolution.ts';
import type { AgentSchedule } from '../agentSchedule.ts';
import { Directory } from './directory.ts';

/** Reads everything in a planning that has a name, as the scope sees it, under a virtual state. */
export const readDirectory = async (
  schedule: AgentSchedule,
  scope: Scope,
  id: string,
  virtualState: VirtualState,
): Promise<Directory> => {
  const planning = await schedule.getPlanning(scope, id);
  const window = { start: null, end: null };
  const [operations, resources, locations, assignments, tags, workspaces] = await Promise.all([
    schedule.listOperations(scope, id, { ...window, ...ALL_ROWS, rangeField: null, version: null }),
    schedule.listResources(scope, id, ALL_ROWS),
    schedule.listLocations(scope, id, ALL_ROWS),
    schedule.listAssignments(scope, id, { ...window, ...ALL_ROWS, active: true, operation: null }),
    schedule.listTags(scope, id, ALL_ROWS),
    schedule.listWorkspaces(scope, id, ALL_ROWS),
  ]);
  return Directory.of({
    planning,
    operations: operations.items,
    resources: resources.items,
    locations: locations.items,
    assignments: assignments.items,
    tags: tags.items,
    workspaces: workspaces.items,
    virtualState,
  });
};
