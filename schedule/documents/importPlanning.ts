import type { PlanningRecord } from '../entities/planning.ts';
import type { Kind } from '../../db/versions/entities.ts';
import { CompileError } from '../../engine/instance/compileError.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { authorizeOrganization } from '../access/authorize.ts';
import { circling } from '../changes/circling.ts';
import { createOnce } from '../changes/idempotency.ts';
import { requireCompilable } from '../conflicts/analysed.ts';
import { getPlanning } from '../plannings/getPlanning.ts';
import { refusingTaken } from '../plannings/createPlanning.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems } from '../problems.ts';
import type { Scope } from '../types.ts';
import { documentIds, type IdMap, keepIds, type Rename } from './documentIds.ts';
import { writesOf } from './writesOf.ts';

export interface ImportRecord {
  readonly planning: PlanningRecord;
  /** By kind: the document's id → the new one. Null when all ids were free, and kept. */
  readonly ids: IdMap | null;
}

/** A document becomes a planning. Everything that is wrong with it is reported at once. */
export const importPlanning = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  document: PlanningDocument,
): Promise<ImportRecord> => {
  authorizeOrganization(scope, organization, 'admin');
  const create = async () => {
    const problems = new Problems();
    await requireSound(deps, organization, document, problems);
    const wanted = documentIds(document, problems);
    const context = { nextId: deps.ids, at: deps.clock(), by: scope.actor.user };
    // Judged before ids are looked at, so that a bad document is always answered the same.
    const kept = await writesOf(document, keepIds, context, problems);
    problems.check();
    const isTaken = await anyTaken(deps, organization, wanted);
    const map = isTaken ? freshIds(wanted, deps.ids) : null;
    const { id, fields, writes } = map === null ? kept : await writesOf(document, renaming(map), context, problems);
    const { message } = scope;
    const { changeset } = await refusingTaken(() =>
      deps.store.createPlanning({
        id,
        organization,
        fields,
        author: scope.actor.user,
        source: 'upload',
        message,
        writes,
      }),
    );
    return { planning: id, ids: map, change: changeset?.id ?? null };
  };
  const { planning, ids } = await createOnce(deps, scope, create, ({ change }) => change);
  return { planning: await getPlanning(deps, { ...scope, organization, workspace: null }, planning), ids };
};

/** What the engine's own reader finds: shapes, references, parts, rules. */
const requireSound = async (
  deps: Ports,
  organization: string,
  document: PlanningDocument,
  problems: Problems,
): Promise<void> => {
  try {
    await requireCompilable(deps, organization, document);
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    problems.list.push(...error.problems);
  }
  const pairs = new Set<string>();
  for (const [i, { category, value }] of (document.tags ?? []).entries()) {
    const pair = JSON.stringify([category, value]);
    if (pairs.has(pair)) {
      const message = `Another tag has category ${category} and value ${value} already.`;
      problems.add(item('tags', i), 'tag_not_unique', message);
    }
    pairs.add(pair);
  }
  requireTrees(document, problems);
};

/** Nothing lies below itself, and no resource is next to itself. */
const requireTrees = ({ locations, resources }: PlanningDocument, problems: Problems): void => {
  for (const [member, records] of Object.entries({ locations, resources })) {
    const circles = new Set(circling(new Map(records.map(({ id, parent }) => [id, parent ?? null]))));
    for (const [i, { id }] of records.entries()) {
      if (circles.has(id)) problems.add(below(item(member, i), 'parent'), 'cycle', `${id} would lie below itself.`);
    }
  }
  for (const [i, { id, adjacent }] of resources.entries()) {
    const at = (adjacent ?? []).indexOf(id);
    if (at < 0) continue;
    problems.add(item(below(item('resources', i), 'adjacent'), at), 'cycle', `${id} is not its own neighbor.`);
  }
};

const anyTaken = async (
  { store }: Ports,
  organization: string,
  wanted: ReadonlyMap<Kind, readonly string[]>,
): Promise<boolean> => {
  for (const [kind, ids] of wanted) {
    if (ids.length > 0 && (await store.taken(organization, kind, ids)).length > 0) return true;
  }
  return false;
};

/** What is not in the map, as a reference that leads nowhere, stays. */
const renaming =
  (map: IdMap): Rename =>
  (kind, id) => {
    const named = map[kind];
    return named !== undefined && Object.hasOwn(named, id) ? named[id] : id;
  };

const freshIds = (wanted: ReadonlyMap<Kind, readonly string[]>, nextId: () => string): IdMap =>
  Object.fromEntries(
    [...wanted].map(([kind, ids]) => [kind, Object.fromEntries(ids.map((id) => [id, nextId()] as const))] as const),
  );
