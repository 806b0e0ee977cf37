import type { DocumentLocation, DocumentResource } from '../../engine/instance/planningDocument.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { Operation } from '../../client/planningTables.ts';
import type { Scene } from '../timeline/model/scene.ts';

export const CONDITIONS = ['conflict', 'late', 'locked', 'changed'] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * A filter of a planning. Bars that do not match fade but never vanish, since a stand that looks free has to be free; rows
 * can be hidden. Within a list, one match is enough; all lists have to match.
 */
export interface Filter {
  /** Shows only rows of these locations and of those below them; all when empty. */
  readonly locations: readonly string[];
  readonly tags: readonly string[];
  readonly conditions: readonly Condition[];
  /** Whether rows without a match are hidden. */
  readonly hidesRows: boolean;
}

export const NO_FILTER: Filter = { locations: [], tags: [], conditions: [], hidesRows: false };

const LATE_SECONDS = 15 * 60;

export const picksBars = ({ tags, conditions }: Filter): boolean => tags.length > 0 || conditions.length > 0;

/** The number of criteria of the filter. */
export const sizeOf = ({ locations, tags, conditions, hidesRows }: Filter): number =>
  locations.length + tags.length + conditions.length + (hidesRows ? 1 : 0);

/** The ids of the chosen locations and of all locations below them. */
const withInner = (locations: Iterable<DocumentLocation>, chosen: readonly string[]): ReadonlySet<string> => {
  const all = [...locations];
  const found = new Set(chosen);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { id, parent } of all) if (parent != null && found.has(parent)) found.add(id);
  }
  return found;
};

const MEETS: Readonly<Record<Condition, (operation: Operation, scene: Scene) => boolean>> = {
  conflict: ({ id }, scene) => scene.conflictsOf(id).length > 0,
  late: ({ id }, scene) =>
    scene
      .barsOfOperation(id)
      .some(({ bar }) => bar.start - bar.scheduledStart >= LATE_SECONDS || bar.end - bar.scheduledEnd >= LATE_SECONDS),
  locked: ({ isFixedToResource, isBlocker }) => isFixedToResource === true && isBlocker !== true,
  changed: ({ id }, scene) => scene.isChangedInDraft(id),
};

export const matches = ({ tags, conditions }: Filter, operation: Operation, scene: Scene): boolean => {
  const own = [operation.tags, operation.inboundTask?.tags, operation.outboundTask?.tags].flatMap((list) => list ?? []);
  return (
    (tags.length === 0 || own.some((tag) => tags.includes(tag))) &&
    (conditions.length === 0 || conditions.some((condition) => MEETS[condition](operation, scene)))
  );
};

/** The rows to show, computed once: a row whose last match disappears stays until the filter is set again. */
export const rowsOf = (
  filter: Filter,
  document: LiveDocument,
  scene: Scene,
): ((resource: DocumentResource) => boolean) => {
  const { locations, hidesRows } = filter;
  const inside = withInner(document.tables.locations.values(), locations);
  const isThere = ({ location }: DocumentResource): boolean => locations.length === 0 || inside.has(location);
  if (!hidesRows || !picksBars(filter)) return isThere;
  const used = new Set<string>();
  for (const operation of document.operations()) {
    if (!matches(filter, operation, scene)) continue;
    const assignment = document.assignmentOf(operation.id);
    for (const resource of [assignment?.resource, ...(assignment?.parts ?? []).map((part) => part.resource)]) {
      if (resource != null) used.add(resource);
    }
  }
  return (resource) => isThere(resource) && used.has(resource.id);
};
