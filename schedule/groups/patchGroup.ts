import type { GroupRecord, GroupInput } from '../entities/group.ts';
import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import { groupRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeGroup } from './editGroup.ts';

export const patchGroup = async (deps: Ports, scope: Scope, id: string, input: GroupInput): Promise<GroupRecord> => {
  const { state, version } = await patchEntity(deps, scope, 'group', id, input.planning, (_edits, stored) =>
    mergeGroup(stored, input),
  );
  return groupRecord(state, version);
};
