import { Arena, ArenaSize, type Layout } from './arena.ts';
import { ArcPlan } from './arcPlan.ts';
import { CompileError } from './compileError.ts';
import { draftTerms, layOutTerms } from './compileTerms.ts';
import { compileUncertainty } from './compileUncertainty.ts';
import { type Instance, PartFlag, type ReferenceSpan } from './instance.ts';
import { unixMs } from './instant.ts';
import { layOutParts, type PartLayout } from './layOutParts.ts';
import { operationName } from './operationName.ts';
import { partsOf } from './parts.ts';
import {
  DEFAULT_WEIGHTS,
  type DocumentAssignment,
  type PlanningDocument,
  type RunParameters,
  type Time,
  type Weights,
} from './planningDocument.ts';
import { transposeArcs } from './transposeArcs.ts';
import { type Reading, readDocument } from './readDocument.ts';
import { classify, type TagClasses } from './tagClasses.ts';
import type { TermDrafts } from '../objective/rules/ruleKind.ts';
import { overlayVirtualState, type VirtualState } from './virtualState.ts';
import { writeSplits } from './splits.ts';

export interface CompileOptions {
  /** These override the document's own parameters, member by member. */
  readonly parameters?: RunParameters;
  /**
   * The ISO instant from which `stability` rules count lead times when the parameters name none; without any, only started operations
   * are within the lead time.
   */
  readonly referenceTime?: string;
  readonly virtualState?: VirtualState;
  /** The plan that reassignments are counted from. Default: the document's assignments, with its virtual state. */
  readonly baseline?: readonly DocumentAssignment<Time>[];
  /** Whether to use ordinary memory because only one thread needs the instance; shared memory is freed later than a thread's own. */
  readonly isOwn?: boolean;
}

/**
 * Compiles a planning document. O(document + parts × resources). The result does not depend on the order of the document's lists.
 * Throws CompileError with every problem of the document.
 */
export const compile = (document: PlanningDocument<Time>, options: CompileOptions = {}): Instance => {
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
  const { parameters, resources, operations } = reading;
  const draft = draftOf(reading, options);
  const { layout, arcs, drafts, uncertainty, weights } = draft;
  const arrays = allocate(options.isOwn ?? false, (on) => layOutArrays(draft, on));
  arcs.fill(arrays.arcResource, arrays.arcCost);
  transposeArcs(arrays);
  const maxReassignments = parameters.maxReassignments ?? -1;
  const longestBuffer = drafts.buffers.map(({ seconds }) => seconds);
  return {
    origin: layout.origin,
    partCount: layout.count,
    resourceCount: resources.length,
    operationCount: operations.length,
    ...arrays,
    conflictCost: Math.round(100 * weights.conflict),
    delayCost: Math.round(100 * weights.delay),
    maxGapSeconds: Math.max(weights.risk > 0 ? uncertainty.horizonSeconds : 0, ...longestBuffer),
    referenceSpan: parameters.referenceTime == null ? draft.referenceSpan : ALWAYS,
    maxReassignments: maxReassignments < 0 ? -1 : Math.max(maxReassignments, arcs.forcedMoves),
    names: namesOf(reading, draft),
  };
};

/** Everything that an instance's arrays are laid out from. */
const draftOf = (reading: Reading, options: CompileOptions) => {
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
  const requiredTags = new Set(
    document.tags.filter(({ required }) => required === true).map(({ uuid }) => tagIndex.get(uuid)!),
  );
  const drafts = draftTerms(reading, layout, operationTags, resourceTags);
  const current = options.baseline ? baselineOf(options.baseline, reading, layout) : layout.placed;
  const referenceTime = parameters.referenceTime ?? options.referenceTime ?? null;
  const reference = referenceTime === null ? null : unixMs(referenceTime) / 1000;
  const { reassignedCost, span } = reassignedCosts(layout, drafts, operationTags.of, weights.reassigned, reference);
  const tags = { operations: operationTags, resources: resourceTags, required: requiredTags };
  return {
    layout,
    weights,
    tags,
    drafts,
    current,
    reassignedCost,
    referenceSpan: span,
    unassignedCost: unassignedCosts(layout, Math.round(100 * weights.unassigned)),
    arcs: new ArcPlan({ layout, current, reassignedCost, tags, matches: drafts.matches }),
    terms: layOutTerms(drafts, layout, operationTags, resourceTags),
    uncertainty: compileUncertainty(reading, layout),
  };
};

type Draft = ReturnType<typeof draftOf>;

/** The arrays of an instance; those of arcs are to be filled in. */
const layOutArrays = (draft: Draft, on: Layout) => {
  const { layout, arcs, drafts, uncertainty, weights } = draft;
  return {
    start: on.copy(layout.start),
    end: on.copy(layout.end),
    operation: on.copy(layout.operation),
    flags: on.copy(layout.flags),
    pinned: on.copy(layout.pinned),
    current: on.copy(draft.current),
    placed: on.copy(layout.placed),
    placedCost: on.copy(arcs.placedCost),
    partIndex: on.copy(layout.partIndex),
    unassignedCost: on.copy(draft.unassignedCost),
    reassignedCost: on.copy(draft.reassignedCost),
    group: on.copy(layout.group),
    arcStart: on.copy(arcs.arcStart),
    arcResource: on.ints(arcs.arcCount),
    arcCost: on.ints(arcs.arcCount),
    resourceArcStart: on.ints(drafts.location.length + 1),
    resourceArcPart: on.ints(arcs.arcCount),
    resourceArc: on.ints(arcs.arcCount),
    resourceLocation: on.copy(drafts.location),
    resourceParent: on.copy(drafts.parent),
    uncertainty: {
      start: on.copy(uncertainty.start),
      end: on.copy(uncertainty.end),
      distributions: on.copy(uncertainty.distributions),
      horizonSeconds: uncertainty.horizonSeconds,
    },
    terms: {
      ...draft.terms((array) => on.copy(array)),
      risk: weights.risk > 0 ? { weight: weights.risk, horizonSeconds: uncertainty.horizonSeconds } : null,
    },
  };
};

/** Runs `lay` twice: first to add up how much memory the arrays take, then to allocate them in it. */
const allocate = <T extends object>(
  isOwn: boolean,
  lay: (on: Layout) => T,
): T & { readonly buffer: Arena['buffer'] } => {
  const size = new ArenaSize();
  lay(size);
  const arena = new Arena(size.bytes, isOwn);
  return { ...lay(arena), buffer: arena.buffer };
};

/** The cost of leaving each part unassigned, in hundredths; 0 for blockers. */
const unassignedCosts = ({ flags, count }: PartLayout, cost: number): Int32Array => {
  const costs = new Int32Array(count);
  for (let part = 0; part < count; part++) costs[part] = (flags[part] & PartFlag.blocker) === 0 ? cost : 0;
  return costs;
};

/** The ids and labels that the indices stand for. */
const namesOf = (
  { document, operations, resources, rules, groups, tagIndex, assignmentOf }: Reading,
  { layout, tags }: Draft,
): Instance['names'] => {
  const allTags = [...tagIndex.keys()];
  const tagNames = (classes: TagClasses) => ({
    of: classes.of,
    classes: classes.tags.map((own) => [...own].map((tag) => allTags[tag])),
  });
  return {
    planning: document.planning.id ?? document.planning.name,
    parts: layout.names,
    operations: operations.map(({ id }) => id),
    resources: resources.map(({ id }) => id),
    rules: rules.map(({ rule }) => ({ id: rule.id, name: rule.name, kind: rule.kind })),
    groups,
    splits: writeSplits(
      operations.flatMap(({ id }, operation) => {
        const parts = assignmentOf.get(id)?.parts;
        return parts ? [{ operation, parts }] : [];
      }),
    ),
    skipped: layout.skipped,
    operationTags: tagNames(tags.operations),
    resourceTags: tagNames(tags.resources),
    requiredTags: [...tags.required].map((tag) => allTags[tag]).sort(),
    tagLabels: new Map(document.tags.map(({ uuid, category, value }) => [uuid, `${category} ${value}`])),
    resourceLabels: resources.map(({ name, id }) => name || id),
    operationLabels: operations.map(operationName),
  };
};

const mergeParameters = (own?: RunParameters | null, given?: RunParameters | null): RunParameters => ({
  ...own,
  ...given,
  weights: mergeWeights(own?.weights, given?.weights),
});

/** Merges weights; later ones override earlier ones, and undefined members count as absent. */
const mergeWeights = (...lists: readonly (Weights | null | undefined)[]): Weights =>
  Object.fromEntries(
    lists.flatMap((weights) => Object.entries(weights ?? {}).filter(([, weight]) => weight !== undefined)),
  );

/** The resource that the baseline gives each part, or −1. Parts are matched by operation and index. */
const baselineOf = (
  baseline: readonly DocumentAssignment<Time>[],
  reading: Reading,
  layout: PartLayout,
): Int32Array => {
  const assignmentOf = new Map(baseline.map((assignment) => [assignment.operation, assignment]));
  return layout.operation.map((operation, part) => {
    const assignment = assignmentOf.get(reading.operations[operation].id);
    const parts = partsOf(assignment);
    const resource = parts[Math.min(layout.partIndex[part], parts.length - 1)].resource;
    return resource == null ? -1 : (reading.resourceIndex.get(resource) ?? -1);
  });
};

/** The largest cost of one reassignment, in hundredths of a weight unit. */
export const LARGEST_REASSIGNED_COST = 0x3fffffff;

const ALWAYS: ReferenceSpan = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/**
 * The reassignment cost of each part, and the span of reference times for which these costs are the same. `reference` is in Unix
 * seconds; without one, no part is within the lead time of a rule unless it has started.
 */
const reassignedCosts = (
  layout: PartLayout,
  { stabilities }: TermDrafts,
  classOf: Int32Array,
  weight: number,
  reference: number | null,
): { readonly reassignedCost: Int32Array; readonly span: ReferenceSpan | null } => {
  let { since, until } = ALWAYS;
  const reassignedCost = Int32Array.from({ length: layout.count }, (_, part) => {
    let factor = 1;
    const operation = layout.operation[part];
    const { start } = layout.windows[operation]!;
    const hasStarted = (layout.flags[part] & PartFlag.started) !== 0;
    for (const rule of stabilities) {
      if (rule.operations[classOf[operation]] !== 1) continue;
      const from = start - rule.withinSeconds;
      const isWithin = reference !== null && reference >= from;
      if (hasStarted || isWithin) factor *= rule.factor;
      if (hasStarted) continue;
      if (isWithin) since = Math.max(since, from);
      else until = Math.min(until, from);
    }
    const cost = Math.round(100 * weight * factor);
    if (cost > LARGEST_REASSIGNED_COST)
      throw new RangeError(`A reassignment that costs ${cost / 100} weight units is too large.`);
    return cost;
  });
  const countsNone = reference === null && until !== ALWAYS.until;
  return { reassignedCost, span: countsNone ? null : { since, until } };
};
