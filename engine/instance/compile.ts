import { compileTerms, draftTerms, type PackedTerms, termBytes } from './compileTerms.ts';
import { Arena } from './arena.ts';
import { planArcs } from './buildArcs.ts';
import { compressRows } from './compressRows.ts';
import { CompileError } from './compileError.ts';
import { compileUncertainty } from './compileUncertainty.ts';
import type { Instance } from './instance.ts';
import { PartFlag } from './instance.ts';
import { parseInstant } from './instant.ts';
import { layOutParts, type PartLayout } from './layOutParts.ts';
import { partsOf } from './parts.ts';
import {
  DEFAULT_WEIGHTS,
  type DocumentAssignment,
  type DocumentOperation,
  type PlanningDocument,
  type RunParameters,
  type Weights,
} from './planningDocument.ts';
import { type Reading, readDocument } from './readDocument.ts';
import { classify } from './tagClasses.ts';
import type { TermDrafts } from '../objective/rules/ruleKind.ts';
import { overlayVirtualState, type VirtualState } from './virtualState.ts';

export interface CompileOptions {
  /** Win over the document's own, member by member. */
  readonly parameters?: RunParameters;
  /** ISO instant that `stability` rules count lead times from when the parameters name none; without any, only started operations are within. */
  readonly referenceTime?: string;
  readonly virtualState?: VirtualState;
  /** The plan that reassignments are counted from; the document's (with its virtual state) when absent. */
  readonly baseline?: readonly DocumentAssignment[];
}

/**
 * Compiles a planning document: O(document + parts × resources). The result does not depend on the order of the
 * document's lists. Throws CompileError with every problem of the document.
 */
export const compile = (document: PlanningDocument, options: CompileOptions = {}): Instance => {
  const overlay = options.virtualState ? overlayVirtualState(document, options.virtualState) : null;
  const parameters = mergeParameters(document.parameters, options.parameters);
  try {
    return build(readDocument(overlay?.document ?? document, parameters), options);
  } catch (error) {
    if (error instanceof RangeError) throw new CompileError([{ path: '', code: 'too_big', message: error.message }]);
    if (!overlay || !(error instanceof CompileError)) throw error;
    throw new CompileError(error.problems.map((problem) => ({ ...problem, path: overlay.originOf(problem.path) })));
  }
};

const build = (reading: Reading, options: CompileOptions): Instance => {
  const { document, parameters, resources, operations, tagIndex } = reading;
  const layout = layOutParts(reading);
  const weights = { ...DEFAULT_WEIGHTS, ...mergeWeights(document.planning.weights, parameters.weights) };
  const operationTags = classify(
    operations.map(({ tags, inboundTask, outboundTask }) => [tags, inboundTask?.tags, outboundTask?.tags]),
    tagIndex,
    (index) => operations[index].isBlocker === true,
  );
  const resourceTags = classify(
    resources.map(({ tags }) => [tags]),
    tagIndex,
  );
  const drafts = draftTerms(reading, layout, operationTags, resourceTags);
  const current = options.baseline ? baselineOf(options.baseline, reading, layout) : layout.placed;
  const referenceTime = parameters.referenceTime ?? options.referenceTime ?? null;
  const reassignedCost = reassignedCosts(layout, drafts, operationTags.of, weights.reassigned, referenceTime);
  const requiredTags = new Set(
    document.tags.filter(({ required }) => required === true).map(({ uuid }) => tagIndex.get(uuid)!),
  );
  const arcs = planArcs(layout, current, reassignedCost, operationTags, resourceTags, requiredTags, drafts.matches);
  const terms: PackedTerms = compileTerms(drafts, layout, operationTags, resourceTags);
  const uncertainty = compileUncertainty(reading, layout);
  const unassigned = Math.round(100 * weights.unassigned);
  const unassignedCost = layout.flags.reduce((costs, flags, part) => {
    costs[part] = (flags & PartFlag.blocker) === 0 ? unassigned : 0;
    return costs;
  }, new Int32Array(layout.count));

  const adjacent = compressRows(drafts.adjacent);
  const byPart = [
    layout.start,
    layout.end,
    layout.operation,
    layout.pinned,
    layout.placed,
    layout.partIndex,
    layout.group,
  ];
  const others = [current, arcs.placedCost, unassignedCost, reassignedCost, layout.flags, arcs.arcStart];
  const relations = [drafts.location, drafts.parent, adjacent.start, adjacent.values];
  const uncertain = [uncertainty.start, uncertainty.end, uncertainty.distributions];
  const bytes = [...byPart, ...others, ...relations, ...uncertain]
    .map(({ byteLength }) => Arena.sizeOf(byteLength))
    .reduce((sum, size) => sum + size, Arena.sizeOf((resources.length + 1) * 4) + 4 * Arena.sizeOf(arcs.arcCount * 4));
  const arena = new Arena(bytes + termBytes(terms));
  const arcStart = arena.copy(arcs.arcStart);
  const arcResource = arena.ints(arcs.arcCount);
  const arcCost = arena.ints(arcs.arcCount);
  arcs.fill(arcResource, arcCost);
  const resourceArcStart = arena.ints(resources.length + 1);
  const resourceArcPart = arena.ints(arcs.arcCount);
  const resourceArc = arena.ints(arcs.arcCount);
  transpose(arcStart, arcResource, resourceArcStart, resourceArcPart, resourceArc);

  const maxReassignments = parameters.maxReassignments ?? -1;
  const allTags = [...tagIndex.keys()];
  const tagNames = (classes: { of: Int32Array; tags: readonly ReadonlySet<number>[] }) => ({
    of: classes.of,
    classes: classes.tags.map((tags) => [...tags].map((tag) => allTags[tag])),
  });
  return {
    buffer: arena.buffer,
    origin: layout.origin,
    partCount: layout.count,
    resourceCount: resources.length,
    operationCount: operations.length,
    start: arena.copy(layout.start),
    end: arena.copy(layout.end),
    operation: arena.copy(layout.operation),
    flags: arena.copy(layout.flags),
    pinned: arena.copy(layout.pinned),
    current: arena.copy(current),
    placed: arena.copy(layout.placed),
    placedCost: arena.copy(arcs.placedCost),
    partIndex: arena.copy(layout.partIndex),
    unassignedCost: arena.copy(unassignedCost),
    reassignedCost: arena.copy(reassignedCost),
    group: arena.copy(layout.group),
    arcStart,
    arcResource,
    arcCost,
    resourceArcStart,
    resourceArcPart,
    resourceArc,
    resourceLocation: arena.copy(drafts.location),
    resourceParent: arena.copy(drafts.parent),
    adjacentStart: arena.copy(adjacent.start),
    adjacentResource: arena.copy(adjacent.values),
    conflictCost: Math.round(100 * weights.conflict),
    delayCost: Math.round(100 * weights.delay),
    maxGapSeconds: Math.max(
      weights.risk > 0 ? uncertainty.horizonSeconds : 0,
      ...drafts.buffers.map(({ seconds }) => seconds),
    ),
    maxReassignments: maxReassignments < 0 ? -1 : Math.max(maxReassignments, arcs.forcedMoves),
    uncertainty: {
      start: arena.copy(uncertainty.start),
      end: arena.copy(uncertainty.end),
      distributions: arena.copy(uncertainty.distributions),
      horizonSeconds: uncertainty.horizonSeconds,
    },
    terms: {
      ...terms.pack(arena),
      risk: weights.risk > 0 ? { weight: weights.risk, horizonSeconds: uncertainty.horizonSeconds } : null,
    },
    names: {
      planning: document.planning.id ?? document.planning.name,
      parts: layout.names,
      operations: operations.map(({ id }) => id),
      resources: resources.map(({ id }) => id),
      rules: reading.rules.map(({ rule }) => ({ id: rule.id, name: rule.name, kind: rule.kind })),
      groups: reading.groups,
      splits: operations.flatMap(({ id }, operation) => {
        const parts = reading.assignmentOf.get(id)?.parts;
        return parts ? [{ operation, parts }] : [];
      }),
      skipped: layout.skipped,
      operationTags: tagNames(operationTags),
      resourceTags: tagNames(resourceTags),
      requiredTags: [...requiredTags].map((tag) => allTags[tag]).sort(),
      tagLabels: new Map(document.tags.map(({ uuid, category, value }) => [uuid, `${category} ${value}`])),
      resourceLabels: resources.map(({ name, id }) => name || id),
      operationLabels: operations.map(labelOf),
    },
  };
};

/** The task names, once when they are the same; the id when there are none. */
const labelOf = ({ id, inboundTask, outboundTask }: DocumentOperation): string => {
  const names = [inboundTask?.taskName, outboundTask?.taskName].filter((name) => name);
  return names.length === 0 ? id : [...new Set(names)].join(' / ');
};

const mergeParameters = (own?: RunParameters | null, given?: RunParameters | null): RunParameters => ({
  ...own,
  ...given,
  weights: mergeWeights(own?.weights, given?.weights),
});

/** Later ones win; what is undefined is absent. */
const mergeWeights = (...lists: readonly (Weights | null | undefined)[]): Weights =>
  Object.fromEntries(
    lists.flatMap((weights) => Object.entries(weights ?? {}).filter(([, weight]) => weight !== undefined)),
  );

/** Where the baseline has each part. Parts are told apart by operation and index. */
const baselineOf = (baseline: readonly DocumentAssignment[], reading: Reading, layout: PartLayout): Int32Array => {
  const assignmentOf = new Map(baseline.map((assignment) => [assignment.operation, assignment]));
  return layout.operation.map((operation, part) => {
    const assignment = assignmentOf.get(reading.operations[operation].id);
    const parts = partsOf(assignment);
    const resource = parts[Math.min(layout.partIndex[part], parts.length - 1)].resource;
    return resource == null ? -1 : (reading.resourceIndex.get(resource) ?? -1);
  });
};

/** Hundredths. */
export const LARGEST_REASSIGNED_COST = 0x3fffffff;

const reassignedCosts = (
  layout: PartLayout,
  { stabilities }: TermDrafts,
  classOf: Int32Array,
  weight: number,
  referenceTime: string | null,
): Int32Array => {
  const reference = referenceTime === null ? Number.NaN : parseInstant(referenceTime) / 1000;
  return Int32Array.from({ length: layout.count }, (_, part) => {
    let factor = 1;
    const operation = layout.operation[part];
    const lead = layout.windows[operation]!.start - reference;
    const hasStarted = (layout.flags[part] & PartFlag.started) !== 0;
    for (const rule of stabilities) {
      if (rule.operations[classOf[operation]] === 1 && (hasStarted || lead <= rule.withinSeconds))
        factor *= rule.factor;
    }
    const cost = Math.round(100 * weight * factor);
    if (cost > LARGEST_REASSIGNED_COST)
      throw new RangeError(`A reassignment that costs ${cost / 100} weight units is too large.`);
    return cost;
  });
};

const transpose = (
  arcStart: Int32Array,
  arcResource: Int32Array,
  rowStart: Int32Array,
  rowPart: Int32Array,
  rowArc: Int32Array,
): void => {
  for (let arc = 0; arc < arcResource.length; arc++) rowStart[arcResource[arc] + 1]++;
  for (let r = 1; r < rowStart.length; r++) rowStart[r] += rowStart[r - 1];
  const next = rowStart.slice();
  for (let part = 0; part + 1 < arcStart.length; part++) {
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const at = next[arcResource[arc]]++;
      rowPart[at] = part;
      rowArc[at] = arc;
    }
  }
};
