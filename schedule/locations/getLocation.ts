import type { LocationRecord } from '../entities/location.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { locationRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';

export const getLocation = async (deps: Ports, scope: Scope, id: string): Promise<LocationRecord> => {
  const { state, version } = await readEntity(deps, scope, 'location', id);
  return locationRecord(state, version);
};
