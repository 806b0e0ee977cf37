import type { ResourceFields } from '../../db/versions/entities.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { checkParent } from '../changes/checkParent.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { keep, mergeFields } from '../entities/field.ts';
import { RESOURCE, type ResourceInput } from '../entities/resource.ts';
import { item } from '../problems.ts';
import { resourceRecord } from '../records/entityRecords.ts';

const mergeResource = (
  edits: Edits,
  id: string,
  stored: ResourceFields | null,
  input: ResourceInput,
): ResourceFields => {
  if (stored === null && input.location === undefined) edits.problems.required('location');
  const location = input.location ?? stored?.location ?? '';
  if (input.location !== undefined && location !== stored?.location) edits.reference('location', location, 'location');
  const parent = keep(input.parent, stored?.parent, null);
  checkParent(edits, 'resource', id, parent, stored?.parent ?? null);
  return {
    adjacent: mergeAdjacent(edits, id, stored?.adjacent ?? [], input.adjacent),
    tags: mergeTags(edits, stored?.tags ?? [], input.tags, 'tags'),
    location,
    parent,
    ...mergeFields(RESOURCE, stored, input, (name) => edits.problems.required(name)),
  };
};

const mergeAdjacent = (
  edits: Edits,
  id: string,
  stored: readonly string[],
  written: readonly string[] | undefined,
): readonly string[] => {
  if (written === undefined) return stored;
  const known = new Set(stored);
  for (const [i, neighbor] of written.entries()) {
    const path = item('adjacent', i);
    if (neighbor === id) edits.problems.add(path, 'cycle', `Resource ${id} cannot be adjacent to itself.`);
    else if (!known.has(neighbor)) edits.reference('resource', neighbor, path);
  }
  const live = stored.filter((neighbor) => edits.has('resource', neighbor));
  const isSame = written.length === live.length && written.every((neighbor, i) => neighbor === live[i]);
  return isSame ? stored : [...new Set(written)];
};

export const {
  create: createResource,
  get: getResource,
  list: listResources,
  patch: patchResource,
  delete: deleteResource,
} = entityVerbs({
  kind: 'resource',
  idMember: 'id',
  /** The planning of its location. If the body names a planning, the location must be in that one. */
  home: (deps, scope, input) =>
    input.planning === undefined
      ? locateInBody(deps, scope, 'location', input.location, 'location')
      : locateInBody(deps, scope, 'planning', input.planning, 'planning'),
  merge: mergeResource,
  record: resourceRecord,
  /** Deactivates the assignments that use the resource, and removes it as a parent. Neighbors' lists filter it out when they are read. */
  settle: (edits, id) => {
    for (const assignment of edits.state.assignmentsOn(id)) edits.delete('assignment', assignment.id);
    for (const child of edits.state.all('resource')) {
      if (child.fields.parent === id) edits.put('resource', child.id, { ...child.fields, parent: null });
    }
  },
});
