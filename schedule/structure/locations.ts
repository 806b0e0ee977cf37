import { present } from '../../engine/present.ts';
import type { LocationFields } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { listEntities } from '../access/listEntities.ts';
import { checkParent } from '../changes/checkParent.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { keep, mergeFields } from '../entities/field.ts';
import { LOCATION, type LocationInput, type LocationWithResources } from '../entities/location.ts';
import type { ResourceRecord } from '../entities/resource.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { locationRecord, resourceRecord } from '../records/entityRecords.ts';
import { inOrder } from '../records/page.ts';
import type { Listed, Scope, StatePageRequest } from '../types.ts';

const mergeLocation = (
  edits: Edits,
  id: string,
  stored: LocationFields | null,
  input: LocationInput,
): LocationFields => {
  const parent = keep(input.parent, stored?.parent, null);
  checkParent(edits, 'location', id, parent, stored?.parent ?? null);
  return {
    parent,
    ...mergeFields(LOCATION, stored, input, (name) => edits.problems.required(name)),
  };
};

/** Refuses to delete a location that contains resources. Its child locations are kept, without a parent. */
const settle = (edits: Edits, id: string): void => {
  const inside = [...edits.state.all('resource')].filter((resource) => resource.fields.location === id);
  if (inside.length > 0) {
    throw new ScheduleError(
      'in_use',
      `Location ${id} contains ${inside.length} resources, such as ${present(inside[0]).id}; move or delete them first.`,
    );
  }
  for (const child of edits.state.all('location')) {
    if (child.fields.parent === id) edits.put('location', child.id, { ...child.fields, parent: null });
  }
};

export const {
  create: createLocation,
  get: getLocation,
  patch: patchLocation,
  delete: deleteLocation,
} = entityVerbs({ kind: 'location', idMember: 'id', merge: mergeLocation, record: locationRecord, settle });

/** Lists locations, each with its resources by `ordering`; resources without one come last, in order of creation. */
export const listLocations = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  page: StatePageRequest,
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
