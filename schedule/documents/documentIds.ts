import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { inSlices } from '../turns.ts';
import { checkId } from '../changes/checkId.ts';
import { below, item, type Problems } from '../problems.ts';

/** For each kind, the new id by the document's id. */
export type IdMap = { readonly [K in Kind]?: Readonly<Record<string, string>> };
/** Returns the id in the planning for an id of the document. */
export type Rename = (kind: Kind, id: string) => string;

export const keepIds: Rename = (_kind, id) => id;

/** Every id in the document, by kind. Collects a problem for each id that is malformed or occurs twice. */
export const documentIds = (
  document: PlanningDocument,
  problems: Problems,
): Promise<ReadonlyMap<Kind, readonly string[]>> => inSlices(reading(document, problems));

function* reading(
  document: PlanningDocument,
  problems: Problems,
): Generator<void, ReadonlyMap<Kind, readonly string[]>> {
  const ids = new Map<Kind, string[]>();
  const seen = new Set<string>();
  const add = (kind: Kind, id: string | undefined, path: string): void => {
    if (id === undefined || !checkId(id, path, problems)) return;
    const key = `${kind} ${id}`;
    if (seen.has(key) && (kind === 'task' || kind === 'assignment')) {
      problems.repeated(path, id);
    }
    seen.add(key);
    const list = ids.get(kind);
    if (list === undefined) ids.set(kind, [id]);
    else list.push(id);
  };
  add('planning', document.planning.id, 'planning.id');
  for (const [i, { id }] of document.locations.entries()) add('location', id, below(item('locations', i), 'id'));
  for (const [i, { uuid }] of document.tags.entries()) add('tag', uuid, below(item('tags', i), 'uuid'));
  for (const [i, { id }] of document.resources.entries()) add('resource', id, below(item('resources', i), 'id'));
  for (const [i, { id }] of document.groups.entries()) add('group', id, below(item('groups', i), 'id'));
  for (const [i, { id }] of document.rules.entries()) add('rule', id, below(item('rules', i), 'id'));
  for (const [i, operation] of document.operations.entries()) {
    const path = item('operations', i);
    add('operation', operation.id, below(path, 'id'));
    add('task', operation.inboundTask?.id, below(path, 'inboundTask.id'));
    add('task', operation.outboundTask?.id, below(path, 'outboundTask.id'));
    yield;
  }
  for (const [i, { id }] of document.assignments.entries()) {
    add('assignment', id, below(item('assignments', i), 'id'));
    yield;
  }
  return ids;
}
