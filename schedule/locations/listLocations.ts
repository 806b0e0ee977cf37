import type { LocationWithResources } from '../entities/location.ts';
import type { ResourceRecord } from '../entities/resource.ts';
import { listEntities } from '../access/listEntities.ts';
import type { Ports } from '../ports.ts';
import { locationRecord, resourceRecord } from '../records/entityRecords.ts';
import { inOrder } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';

/** Each location with its resources in their `ordering`; those without one come last, in order of appearance. */
export const listLocations = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  page: PageRequest,
): Promise<Listed<LocationWithResources>> => {
  const resources = new WeakMap<PlanningState, Map<string, ResourceRecord[]>>();
  return listEntities(deps, scope, 'location', planning, page, (state, version) => {
    let byLocation = resources.get(state);
    if (byLocation === undefined) resources.set(state, (byLocation = resourcesByLocation(state)));
    return { ...locationRecord(state, version), resources: byLocation.get(version.id) ?? [] };
  });
};

const resourcesByLocation = (state: PlanningState): Map<string, ResourceRecord[]> => {
  const byLocation = new Map<string, ResourceRecord[]>();
  for (const version of inOrder([...state.all('resource')])) {
    const { location } = version.fields;
    const list = byLocation.get(location);
    if (list === undefined) byLocation.set(location, [resourceRecord(state, version)]);
    else list.push(resourceRecord(state, version));
  }
  const rank = ({ ordering }: ResourceRecord): number => ordering ?? Number.POSITIVE_INFINITY;
  for (const list of byLocation.values()) list.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return byLocation;
};
