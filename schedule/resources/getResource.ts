import type { ResourceRecord } from '../entities/resource.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { resourceRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';

export const getResource = async (deps: Ports, scope: Scope, id: string): Promise<ResourceRecord> => {
  const { state, version } = await readEntity(deps, scope, 'resource', id);
  return resourceRecord(state, version);
};
