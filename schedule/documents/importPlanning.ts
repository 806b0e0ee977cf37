import { present } from '../../engine/present.ts';
import type { PlanningRecord } from '../entities/planning.ts';
import type { TransactionSql } from '../../db/connection/database.ts';
import type { Kind } from '../../db/versions/entities.ts';
import type { Changeset } from '../../db/versions/store.ts';
import { CompileError } from '../../engine/instance/compileError.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { authorizeOrganization } from '../access/authorize.ts';
import { circling } from '../changes/circling.ts';
import { createOnce, type KeepCreated } from '../changes/idempotency.ts';
import { requireCompilable } from '../conflicts/analyzed.ts';
import { getPlanning } from '../plannings/getPlanning.ts';
import { refusingTaken } from '../plannings/createPlanning.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems } from '../problems.ts';
import type { Scope } from '../types.ts';
import { documentIds, type IdMap, keepIds, type Rename } from './documentIds.ts';
import { type DocumentWarning, unmatchedTags } from './unmatchedTags.ts';
import { writesOf } from './writesOf.ts';

export interface ImportRecord {
  readonly planning: PlanningRecord;
  /** By kind, the new id for each id of the document. Null if all ids were free and were kept. */
  readonly ids: IdMap | null;
  readonly warnings: readonly DocumentWarning[];
}

/** What an idempotent replay of an import needs. */
interface Imported extends Pick<ImportRecord, 'ids'> {
  readonly planning: string;
  readonly change: string | null;
}

/** What an import would do. */
export interface ImportPreview {
  readonly name: string;
  /** Entries of each of the document's lists. */
  readonly counts: Readonly<
    Record<'locations' | 'tags' | 'resources' | 'groups' | 'operations' | 'rules' | 'assignments', number>
  >;
  /** Whether all ids are free, so that they would be kept. */
  readonly keepsIds: boolean;
  readonly warnings: readonly DocumentWarning[];
}

/** Creates a planning from a document. All problems of the document are reported at once. `also` runs in the transaction that creates it. */
export const importPlanning = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  document: PlanningDocument,
  also?: (sql: TransactionSql) => Promise<void>,
): Promise<ImportRecord> => {
  const create = async (keepCreated: KeepCreated<Imported>): Promise<Imported> => {
    const { writes: make, wanted, isTaken } = await judged(deps, scope, organization, document);
    const map = isTaken ? freshIds(wanted, deps.ids) : null;
    const { id, fields, writes } = await make(map === null ? keepIds : renaming(map));
    const { message } = scope;
    const imported = (changeset: Changeset | null): Imported => ({
      planning: id,
      ids: map,
      change: changeset?.id ?? null,
    });
    const { changeset } = await refusingTaken(() =>
      deps.store.createPlanning({
        id,
        organization,
        fields,
        author: scope.actor.user,
        source: 'upload',
        message,
        writes,
        also: async (sql, { changeset: made }) => {
          await also?.(sql);
          await keepCreated(sql, imported(made), made?.id ?? null);
        },
      }),
    );
    return imported(changeset);
  };
  authorizeOrganization(scope, organization, 'admin');
  const { planning, ids } = await createOnce(deps, scope, create);
  const record = await getPlanning(deps, { ...scope, organization, workspace: null }, planning);
  return { planning: record, ids, warnings: unmatchedTags(document) };
};

/** Reports what an import of the document would do, and fails where the import would fail. Writes nothing. */
export const previewImport = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  document: PlanningDocument,
): Promise<ImportPreview> => {
  authorizeOrganization(scope, organization, 'admin');
  const { isTaken } = await judged(deps, scope, organization, document);
  const { planning, locations, tags, resources, groups, operations, rules, assignments } = document;
  const counts = {
    locations: locations?.length ?? 0,
    tags: tags?.length ?? 0,
    resources: resources?.length ?? 0,
    groups: groups?.length ?? 0,
    operations: operations?.length ?? 0,
    rules: rules?.length ?? 0,
    assignments: assignments?.length ?? 0,
  };
  return { name: planning.name, counts, keepsIds: !isTaken, warnings: unmatchedTags(document) };
};

/** Throws all problems of the document at once. Otherwise returns its writes and whether its ids are taken. */
const judged = async (deps: Ports, scope: Scope, organization: string, document: PlanningDocument) => {
  const problems = new Problems();
  await requireSound(deps, organization, document, problems);
  const wanted = await documentIds(document, problems);
  const context = { nextId: deps.ids, at: deps.clock(), by: scope.actor.user };
  // Validate before looking up ids, so that an invalid document always gets the same response.
  const kept = await writesOf(document, keepIds, context, problems);
  problems.check();
  const isTaken = await anyTaken(deps, organization, wanted);
  const writes = async (rename: Rename) =>
    rename === keepIds ? kept : await writesOf(document, rename, context, problems);
  return { writes, wanted, isTaken };
};

/** Collects what the engine's reader finds (shapes, references, parts, rules), duplicate tags, and cycles. */
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
      const message = `Another tag already has category ${category} and value ${value}.`;
      problems.add(item('tags', i), 'tag_not_unique', message);
    }
    pairs.add(pair);
  }
  requireTrees(document, problems);
};

/** Collects a problem for each entity that is its own ancestor, and each resource that is adjacent to itself. */
const requireTrees = ({ locations, resources }: PlanningDocument, problems: Problems): void => {
  for (const [member, records] of Object.entries({ locations, resources })) {
    const circles = new Set(circling(new Map(records.map(({ id, parent }) => [id, parent ?? null]))));
    for (const [i, { id }] of records.entries()) {
      if (circles.has(id)) problems.add(below(item(member, i), 'parent'), 'cycle', `${id} would be its own ancestor.`);
    }
  }
  for (const [i, { id, adjacent }] of resources.entries()) {
    const at = (adjacent ?? []).indexOf(id);
    if (at < 0) continue;
    problems.add(item(below(item('resources', i), 'adjacent'), at), 'cycle', `${id} cannot be adjacent to itself.`);
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

/** An id that is not in the map, such as a dangling reference, stays as it is. */
const renaming =
  (map: IdMap): Rename =>
  (kind, id) => {
    const named = map[kind];
    return named !== undefined && Object.hasOwn(named, id) ? present(named[id]) : id;
  };

const freshIds = (wanted: ReadonlyMap<Kind, readonly string[]>, nextId: () => string): IdMap =>
  Object.fromEntries(
    [...wanted].map(([kind, ids]) => [kind, Object.fromEntries(ids.map((id) => [id, nextId()] as const))] as const),
  );
