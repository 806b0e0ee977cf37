import type { TagRecord } from '../entities/tag.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { tagRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';

export const getTag = async (deps: Ports, scope: Scope, id: string): Promise<TagRecord> => {
  const { state, version } = await readEntity(deps, scope, 'tag', id);
  return tagRecord(state, version);
};
