import type { LocationRecord, LocationInput } from '../entities/location.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { locationRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeLocation } from './editLocation.ts';

export const createLocation = async (deps: Ports, scope: Scope, input: LocationInput): Promise<LocationRecord> => {
  const planning = await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => {
    const id = edits.newId('location', input.id, 'id');
    edits.put('location', id, mergeLocation(edits, id, null, input));
    return id;
  });
  return locationRecord(state, state.get('location', result)!);
};
