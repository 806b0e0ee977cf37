import type { TagRecord, TagInput } from '../entities/tag.ts';
import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import { tagRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeTag } from './editTag.ts';

export const patchTag = async (deps: Ports, scope: Scope, uuid: string, input: TagInput): Promise<TagRecord> => {
  const { state, version } = await patchEntity(deps, scope, 'tag', uuid, input.planning, (edits, stored) =>
    mergeTag(edits, uuid, stored, input),
  );
  return tagRecord(state, version);
};
