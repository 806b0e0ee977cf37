import type { TagFields } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeFields } from '../entities/field.ts';
import { TAG, type TagInput } from '../entities/tag.ts';
import { tagRecord } from '../records/entityRecords.ts';

const mergeTag = (edits: Edits, uuid: string, stored: TagFields | null, input: TagInput): TagFields => {
  const fields = mergeFields(TAG, stored, input, (name) => edits.problems.required(name));
  for (const other of edits.state.all('tag')) {
    if (other.id === uuid || other.fields.category !== fields.category || other.fields.value !== fields.value) continue;
    const message = `Tag ${other.id} already has category ${fields.category} and value ${fields.value}.`;
    edits.problems.add('value', 'tag_not_unique', message);
  }
  return fields;
};

/**
 * Deleting a tag leaves its uuid in the stored lists of the records that had it. Reads and compilation filter it out, so a list of a rule that lost
 * its tags matches nothing: no operation, or no resource (all of which then lack the tags of a `mismatch`).
 */
export const {
  create: createTag,
  get: getTag,
  list: listTags,
  patch: patchTag,
  delete: deleteTag,
} = entityVerbs({ kind: 'tag', idMember: 'uuid', merge: mergeTag, record: tagRecord });
