import type { TagRecord, TagInput } from '../entities/tag.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { tagRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeTag } from './editTag.ts';

export const createTag = async (deps: Ports, scope: Scope, input: TagInput): Promise<TagRecord> => {
  const planning = await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => {
    const uuid = edits.newId('tag', input.uuid, 'uuid');
    edits.put('tag', uuid, mergeTag(edits, uuid, null, input));
    return uuid;
  });
  return tagRecord(state, state.get('tag', result)!);
};
