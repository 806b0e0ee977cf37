import { firstIndex } from '../../../engine/binarySearch.ts';
import type { DocumentLocation, DocumentResource } from '../../../engine/instance/planningDocument.ts';
import { present } from '../../../engine/present.ts';

export interface Row {
  /** Counted from the top. */
  readonly index: number;
  readonly kind: 'location' | 'resource';
  /** The id of the location or the resource. */
  readonly id: string;
  readonly name: string;
  /** How many locations and parents the row is below. */
  readonly depth: number;
  /** Pixels of the content. */
  readonly top: number;
  readonly bottom: number;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** By the ids of resources. */
  readonly rowOf: ReadonlyMap<string, Row>;
  readonly height: number;
  /** The height of the pinned rows, which come first, are above the split and do not scroll with the others. */
  readonly pinnedHeight: number;
}

export const ROW_HEIGHTS = { compact: 20, normal: 28, large: 40 } as const;
export type Density = keyof typeof ROW_HEIGHTS;
const LOCATION_HEIGHT = 22;

interface Ordered {
  readonly id: string;
  readonly name: string;
  readonly ordering?: number | null;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares by ordering (those without one last), then by name with numbers in numeric order, then by id. */
const inOrder = (a: Ordered, b: Ordered): number =>
  (a.ordering ?? Number.POSITIVE_INFINITY) - (b.ordering ?? Number.POSITIVE_INFINITY) ||
  collator.compare(a.name, b.name) ||
  (a.id < b.id ? -1 : 1);

const byParent = <T extends Ordered>(
  list: readonly T[],
  parentOf: (item: T) => string | null,
): Map<string | null, T[]> => {
  const known = new Set(list.map(({ id }) => id));
  const children = new Map<string | null, T[]>();
  for (const item of list) {
    const named = parentOf(item);
    const parent = named !== null && known.has(named) ? named : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(item);
    else children.set(parent, [item]);
  }
  // A parent with its children is placed where the first of them would be.
  const orderings = new Map<T, number>();
  const orderingOf = (item: T): number => {
    let found = orderings.get(item);
    if (found === undefined) {
      orderings.set(item, (found = item.ordering ?? Number.POSITIVE_INFINITY));
      for (const child of children.get(item.id) ?? []) found = Math.min(found, orderingOf(child));
      orderings.set(item, found);
    }
    return found;
  };
  for (const siblings of children.values()) {
    siblings.sort((a, b) => (orderingOf(a) === orderingOf(b) ? inOrder(a, b) : orderingOf(a) - orderingOf(b)));
  }
  return children;
};

/** Rows below each other. */
class Stack {
  readonly rows: Row[] = [];
  readonly rowOf = new Map<string, Row>();
  height = 0;
  private readonly resourceHeight: number;

  constructor(density: Density) {
    this.resourceHeight = ROW_HEIGHTS[density];
  }

  add(kind: Row['kind'], id: string, name: string, depth: number): void {
    const top = this.height;
    this.height += kind === 'location' ? LOCATION_HEIGHT : this.resourceHeight;
    const row = { index: this.rows.length, kind, id, name, depth, top, bottom: this.height };
    this.rows.push(row);
    if (kind === 'resource') this.rowOf.set(id, row);
  }
}

/**
 * Lays out rows: locations with their contents, and resources below their parents if both are in one location. Pinned rows come first, in the order
 * of the pins, and are never left out.
 */
export const layOutRows = (
  locations: readonly DocumentLocation[],
  resources: readonly DocumentResource[],
  density: Density,
  keeps: (resource: DocumentResource) => boolean = () => true,
  pins: readonly string[] = [],
): Rows => {
  const places = byParent(locations, ({ parent }) => parent ?? null);
  const inLocation = new Map<string, DocumentResource[]>();
  for (const resource of resources) {
    if (!keeps(resource) || pins.includes(resource.id)) continue;
    const there = inLocation.get(resource.location);
    if (there) there.push(resource);
    else inLocation.set(resource.location, [resource]);
  }
  const named = new Map(resources.map((resource) => [resource.id, resource.name]));
  const stack = new Stack(density);
  for (const id of new Set(pins)) {
    const name = named.get(id);
    if (name !== undefined) stack.add('resource', id, name, 0);
  }
  const pinnedHeight = stack.height;
  const seen = new Set(stack.rowOf.keys());
  const addResources = (
    children: Map<string | null, DocumentResource[]>,
    parent: string | null,
    depth: number,
  ): void => {
    for (const { id, name } of children.get(parent) ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      stack.add('resource', id, name, depth);
      addResources(children, id, depth + 1);
    }
  };
  const addLocations = (parent: string | null, depth: number): void => {
    for (const { id, name } of places.get(parent) ?? []) {
      if (seen.has(`location ${id}`)) continue;
      seen.add(`location ${id}`);
      const own = inLocation.get(id);
      if (own !== undefined) {
        stack.add('location', id, name, depth);
        addResources(
          byParent(own, ({ parent: above }) => above ?? null),
          null,
          0,
        );
      }
      addLocations(id, own === undefined ? depth : depth + 1);
    }
  };
  addLocations(null, 0);
  const { rows, rowOf, height } = stack;
  return { rows, rowOf, height, pinnedHeight };
};

/** The index of the row at a pixel of the content; −1 above the first row, and the number of rows below the last. */
export const rowAt = ({ rows }: Pick<Rows, 'rows'>, y: number): number => {
  return y < 0 ? -1 : firstIndex(0, rows.length, (index) => present(rows[index]).bottom > y);
};
