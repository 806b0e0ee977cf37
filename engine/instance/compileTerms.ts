import type { RuleContext, TermDrafts } from '../objective/rules/ruleKind.ts';
import { mapShapedTerms, noShapedTerms } from '../objective/terms/termShapes.ts';
import { unixMs } from './instant.ts';
import type { CompiledTerms } from './instance.ts';
import type { PartLayout } from './layOutParts.ts';
import type { Reading } from './readDocument.ts';
import { matchClasses, spread, type TagClasses } from './tagClasses.ts';

/** The terms of the rules, and where resources are: their locations and parents (−1: none), as indices. */
export interface Drafts extends TermDrafts {
  readonly location: Int32Array;
  readonly parent: Int32Array;
}

/** Compiles every enabled rule with the `compile` of its kind. */
export const draftTerms = (
  reading: Reading,
  layout: PartLayout,
  operationTags: TagClasses,
  resourceTags: TagClasses,
): Drafts => {
  const { resources, resourceIndex, locationIndex } = reading;
  const drafts: Drafts = {
    location: Int32Array.from(resources, ({ location }) => locationIndex.get(location)!),
    parent: Int32Array.from(resources, ({ parent }) => (parent == null ? -1 : resourceIndex.get(parent)!)),
    matches: [],
    buffers: [],
    adjacencies: [],
    ...noShapedTerms(),
    stabilities: [],
  };
  const context = contextOf(reading, layout, operationTags, resourceTags, drafts);
  for (const [index, { rule, kind }] of reading.rules.entries()) {
    const weight = rule.weight ?? 0;
    kind.compile(
      {
        index,
        hard: rule.hard === true,
        weight,
        cost: Math.round(100 * weight),
        operationTags: rule.operationTags ?? [],
        resourceTags: rule.resourceTags ?? [],
        parameters: rule.parameters ?? {},
      },
      context,
    );
  }
  return drafts;
};

/** What a rule's kind may ask of the planning while it is compiled. */
const contextOf = (
  reading: Reading,
  layout: PartLayout,
  operationTags: TagClasses,
  resourceTags: TagClasses,
  drafts: Drafts,
): RuleContext => {
  const { tagIndex } = reading;
  const { parent, location } = drafts;
  const partMasks = new Map<string, Uint8Array>();
  const maskOf = (classes: Uint8Array): Uint8Array =>
    Uint8Array.from(layout.operation, (operation) => classes[operationTags.of[operation]]);
  return {
    terms: drafts,
    operations: (tags) => matchClasses(operationTags, tags, tagIndex, true),
    resources: (tags) => matchClasses(resourceTags, tags, tagIndex),
    partMask: (tags) => {
      const key = JSON.stringify(tags);
      let mask = partMasks.get(key);
      if (!mask) partMasks.set(key, (mask = maskOf(matchClasses(operationTags, tags, tagIndex))));
      return mask;
    },
    placedMask: (tags) => maskOf(matchClasses(operationTags, tags, tagIndex, true)),
    flights: () => flightsOf(reading, layout),
    resourceMask: (tags) => spread(resourceTags, matchClasses(resourceTags, tags, tagIndex)),
    related: (relation) => {
      if (relation === 'adjacent') return adjacentOf(reading);
      return relation === 'sibling' ? siblingsOf(parent) : parentAndChildrenOf(parent);
    },
    places: (scope) => (scope === 'location' ? location : location.map((_, resource) => resource)),
  };
};

/** By resource, its neighbors in order: whichever of two names the other. */
const adjacentOf = ({ resources, resourceIndex }: Reading): readonly (readonly number[])[] => {
  const neighbors = resources.map(() => new Set<number>());
  resources.forEach(({ adjacent = [] }, from) => {
    for (const id of adjacent) {
      const to = resourceIndex.get(id)!;
      if (to === from) continue;
      neighbors[from].add(to);
      neighbors[to].add(from);
    }
  });
  return neighbors.map((set) => [...set].sort((a, b) => a - b));
};

/**
 * The first parts of operations grouped by flight name (that of the inbound task, else of the outbound one), in order of scheduled
 * time, which a delay does not change.
 */
const flightsOf = ({ operations }: Reading, { operation, partIndex }: PartLayout): readonly (readonly number[])[] => {
  const first = new Map<number, number>();
  operation.forEach((index, part) => {
    const known = first.get(index);
    if (known === undefined || partIndex[part] < partIndex[known]) first.set(index, part);
  });
  const flights = new Map<string, number[]>();
  const scheduled = operations.map(({ inboundTask }) =>
    inboundTask ? unixMs(inboundTask.scheduledTime ?? inboundTask.plannedTime ?? inboundTask.expectedTime) : 0,
  );
  // Operations are numbered in order of id, so the index breaks ties.
  const inOrder = [...first].sort(([a], [b]) => scheduled[a] - scheduled[b] || a - b);
  for (const [, part] of inOrder) {
    const { inboundTask, outboundTask } = operations[operation[part]];
    const name = inboundTask?.taskName || outboundTask?.taskName;
    if (!name) continue;
    const parts = flights.get(name);
    if (parts === undefined) flights.set(name, [part]);
    else parts.push(part);
  }
  return [...flights.values()];
};

const siblingsOf = (parent: Int32Array): readonly (readonly number[])[] => {
  const children = childrenOf(parent);
  return Array.from(parent, (of, resource) => (of < 0 ? [] : children.get(of)!.filter((other) => other !== resource)));
};

/** For each resource, its parent and children, ascending. */
const parentAndChildrenOf = (parent: Int32Array): readonly (readonly number[])[] => {
  const children = childrenOf(parent);
  return Array.from(parent, (of, resource) => {
    const related = new Set(children.get(resource));
    if (of >= 0) related.add(of);
    related.delete(resource);
    return [...related].sort((a, b) => a - b);
  });
};

const childrenOf = (parent: Int32Array): ReadonlyMap<number, readonly number[]> =>
  Map.groupBy(parent.keys(), (resource) => parent[resource]);

/** Returns a function that copies the arrays of all terms with `place` and returns the terms in order of rule. */
export const layOutTerms = (
  { matches, buffers, adjacencies, ...drafts }: Drafts,
  layout: PartLayout,
  operationTags: TagClasses,
  resourceTags: TagClasses,
): ((place: <A extends Int32Array | Uint8Array>(array: A) => A) => Omit<CompiledTerms, 'risk'>) => {
  const spreadMatches = matches.map(({ operations, resources, ...match }) => ({
    ...match,
    parts: Uint8Array.from(layout.operation, (operation) => operations[operationTags.of[operation]]),
    resources: spread(resourceTags, resources),
  }));
  return (place) => {
    const placed = <T extends object>(term: T): T =>
      Object.fromEntries(
        Object.entries(term).map(([name, value]) => [
          name,
          value instanceof Int32Array || value instanceof Uint8Array ? place(value) : value,
        ]),
      ) as T;
    return {
      matches: spreadMatches.map(placed),
      buffers: buffers.map(placed),
      adjacencies: adjacencies.map(placed),
      ...mapShapedTerms(drafts, placed),
    };
  };
};
