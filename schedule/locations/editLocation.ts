import type { LocationFields } from '../../db/versions/entities.ts';
import { checkParent } from '../changes/checkParent.ts';
import type { Edits } from '../changes/edits.ts';
import { mergeFields } from '../entities/field.ts';
import { LOCATION } from '../entities/fields.ts';
import { keep } from '../tasks/mergeTask.ts';
import type { LocationInput } from '../types.ts';

export const mergeLocation = (
  edits: Edits,
  id: string,
  stored: LocationFields | null,
  input: LocationInput,
): LocationFields => {
  if (stored === null && input.name === undefined) edits.problems.required('name');
  const parent = keep(input.parent, stored?.parent, null);
  checkParent(edits, 'location', id, parent, stored?.parent ?? null);
  return {
    name: input.name ?? stored?.name ?? '',
    parent,
    ...mergeFields(LOCATION, stored, input),
  };
};
