import type { ResourceRecord, ResourceInput } from '../entities/resource.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { resourceRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeResource } from './editResource.ts';

/** Its planning is its location's; a planning in the body must be that one. */
export const createResource = async (deps: Ports, scope: Scope, input: ResourceInput): Promise<ResourceRecord> => {
  const planning =
    input.planning === undefined
      ? await locateInBody(deps, scope, 'location', input.location, 'location')
      : await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => {
    const id = edits.newId('resource', input.id, 'id');
    edits.put('resource', id, mergeResource(edits, id, null, input));
    return id;
  });
  return resourceRecord(state, state.get('resource', result)!);
};
