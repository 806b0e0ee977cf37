import type { LocationRecord, LocationInput } from '../entities/location.ts';
import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import { locationRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeLocation } from './editLocation.ts';

export const patchLocation = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: LocationInput,
): Promise<LocationRecord> => {
  const { state, version } = await patchEntity(deps, scope, 'location', id, input.planning, (edits, stored) =>
    mergeLocation(edits, id, stored, input),
  );
  return locationRecord(state, version);
};
