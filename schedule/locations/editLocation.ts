import { LOCATION, type LocationInput } from '../entities/location.ts';
import type { LocationFields } from '../../db/versions/entities.ts';
import { checkParent } from '../changes/checkParent.ts';
import type { Edits } from '../changes/edits.ts';
import { mergeFields } from '../entities/field.ts';
import { keep } from '../tasks/mergeTask.ts';

export const mergeLocation = (
  edits: Edits,
  id: string,
  stored: LocationFields | null,
  input: LocationInput,
): LocationFields => {
  const parent = keep(input.parent, stored?.parent, null);
  checkParent(edits, 'location', id, parent, stored?.parent ?? null);
  return {
    parent,
    ...mergeFields(LOCATION, stored, input, (name) => edits.problems.required(name)),
  };
};
