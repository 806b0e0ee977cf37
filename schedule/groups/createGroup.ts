import type { GroupRecord, GroupInput } from '../entities/group.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { groupRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeGroup } from './editGroup.ts';

export const createGroup = async (deps: Ports, scope: Scope, input: GroupInput): Promise<GroupRecord> => {
  const planning = await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => {
    const id = edits.newId('group', input.id, 'id');
    edits.put('group', id, mergeGroup(null, input));
    return id;
  });
  return groupRecord(state, state.get('group', result)!);
};
