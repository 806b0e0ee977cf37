import { present } from '../../engine/present.ts';
import type { Entrance } from '../../schedule/access/mayEnter.ts';

/** The kind of record that the first parameter of a path names, by the segment before it. */
const KINDS: Readonly<Record<string, Entrance['kind']>> = {
  plannings: 'planning',
  organizations: 'organization',
  operations: 'operation',
  resources: 'resource',
  assignments: 'assignment',
  tasks: 'task',
  locations: 'location',
  tags: 'tag',
  rules: 'rule',
  repairs: 'repair',
  'operation-groups': 'group',
  workspaces: 'workspace',
};

/** The record that a caller must have access to for a path as documented, with its parameters; null when the path has none that is owned. */
export const entranceOf = (path: string, params: Readonly<Record<string, string>>): Entrance | null => {
  const [, segment = '', name = ''] = /([\w-]+)\/\{(\w+)\}/.exec(path) ?? [];
  const kind = path.startsWith('/v1/') ? KINDS[segment] : undefined;
  return kind === undefined ? null : { kind, id: present(params[name]) };
};
