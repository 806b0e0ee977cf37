import type { PlanningState } from '../../db/versions/planningState.ts';
import type { ResourceSet } from '../../engine/advice/learningTask.ts';

/** A set of resources with its name in sentences. */
export interface NamedSet extends ResourceSet {
  readonly label: string;
}

/** The resources that rules could speak of: those with a tag, those of a location, and single ones. Sets of equal members are listed once. */
export const resourceSets = (state: PlanningState): readonly NamedSet[] => {
  const resources = [...state.all('resource')].sort((a, b) => (a.id < b.id ? -1 : 1));
  const found = new Map<string, NamedSet>();
  const add = (set: NamedSet): void => {
    if (set.resources.length === 0 || set.resources.length === resources.length) return;
    const members = set.resources.join(' ');
    if (!found.has(members)) found.set(members, set);
  };
  const idsOf = (members: typeof resources): string[] => members.map(({ id }) => id);
  for (const tag of sorted(state, 'tag')) {
    const members = resources.filter(({ fields }) => fields.tags.includes(tag.id));
    const label = `${tag.fields.category} ${tag.fields.value}`;
    add({ id: `tag ${tag.id}`, tag: tag.id, resources: idsOf(members), forAllOnly: false, label });
  }
  for (const location of sorted(state, 'location')) {
    const members = resources.filter(({ fields }) => fields.location === location.id);
    const label = location.fields.name;
    add({ id: `location ${location.id}`, tag: null, resources: idsOf(members), forAllOnly: false, label });
  }
  for (const { id, fields } of resources) {
    add({ id: `resource ${id}`, tag: null, resources: [id], forAllOnly: true, label: fields.name });
  }
  return [...found.values()];
};

const sorted = <K extends 'tag' | 'location'>(state: PlanningState, kind: K) =>
  [...state.all(kind)].sort((a, b) => (a.id < b.id ? -1 : 1));
