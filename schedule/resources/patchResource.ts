import type { ResourceRecord, ResourceInput } from '../entities/resource.ts';
import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import { resourceRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeResource } from './editResource.ts';

export const patchResource = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: ResourceInput,
): Promise<ResourceRecord> => {
  const { state, version } = await patchEntity(deps, scope, 'resource', id, input.planning, (edits, stored) =>
    mergeResource(edits, id, stored, input),
  );
  return resourceRecord(state, version);
};
