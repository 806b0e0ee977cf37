import type { DocumentLocation, DocumentResource } from '../../../engine/instance/planningDocument.ts';

export interface Row {
  readonly kind: 'location' | 'resource';
  /** Of the location or the resource. */
  readonly id: string;
  readonly name: string;
  /** How deep it lies: below how many locations and parents. */
  readonly depth: number;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** Pixel at which each row begins, and at the end where the last one ends. */
  readonly tops: Float64Array;
  readonly rowOf: ReadonlyMap<string, number>;
  readonly height: number;
  /** The first rows stand above a split, and do not scroll: how high they are together. */
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

/** By ordering, those without one last; then by name as people count; then by id. */
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
  // A family stands where the first of its members would.
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

/**
 * Locations with what lies in them, resources below their parents where both are in one location. The pinned ones come first, in their
 * order, whatever else is left out.
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
  const rows: Row[] = [...new Set(pins)].flatMap((id) => {
    const name = named.get(id);
    return name === undefined ? [] : [{ kind: 'resource', id, name, depth: 0 }];
  });
  const pinned = rows.length;
  const seen = new Set(rows.map(({ id }) => id));
  const addResources = (
    children: Map<string | null, DocumentResource[]>,
    parent: string | null,
    depth: number,
  ): void => {
    for (const { id, name } of children.get(parent) ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      rows.push({ kind: 'resource', id, name, depth });
      addResources(children, id, depth + 1);
    }
  };
  const addLocations = (parent: string | null, depth: number): void => {
    for (const { id, name } of places.get(parent) ?? []) {
      if (seen.has(`location ${id}`)) continue;
      seen.add(`location ${id}`);
      const own = inLocation.get(id);
      if (own !== undefined) {
        rows.push({ kind: 'location', id, name, depth });
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
  const tops = new Float64Array(rows.length + 1);
  const rowOf = new Map<string, number>();
  for (const [i, { kind, id }] of rows.entries()) {
    tops[i + 1] = tops[i] + (kind === 'location' ? LOCATION_HEIGHT : ROW_HEIGHTS[density]);
    if (kind === 'resource') rowOf.set(id, i);
  }
  return { rows, tops, rowOf, height: tops[rows.length], pinnedHeight: tops[pinned] };
};

/** The row at this pixel of the content; −1 above the first, and the count of rows below the last. */
export const rowAt = ({ tops }: Pick<Rows, 'tops'>, y: number): number => {
  if (y < 0) return -1;
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle + 1] <= y) low = middle + 1;
    else high = middle;
  }
  return low;
};
