import type { TagFields } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { keep } from '../tasks/mergeTask.ts';
import type { TagInput } from '../types.ts';

export const mergeTag = (edits: Edits, uuid: string, stored: TagFields | null, input: TagInput): TagFields => {
  if (stored === null && input.category === undefined) edits.problems.required('category');
  if (stored === null && input.value === undefined) edits.problems.required('value');
  const fields: TagFields = {
    category: input.category ?? stored?.category ?? '',
    value: input.value ?? stored?.value ?? '',
    required: input.required ?? stored?.required ?? false,
    color: keep(input.color, stored?.color, null),
  };
  for (const other of edits.state.all('tag')) {
    if (other.id === uuid || other.fields.category !== fields.category || other.fields.value !== fields.value) continue;
    const message = `Tag ${other.id} already has category ${fields.category} and value ${fields.value}.`;
    edits.problems.add('value', 'tag_not_unique', message);
  }
  return fields;
};
