import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { DocumentAssignment, DocumentOperation, DocumentTask } from '../../engine/instance/planningDocument.ts';
import { type PlanFigures, planFigures } from '../../engine/metrics/planningMetrics.ts';
import { Plan } from '../../engine/board/plan.ts';
import { documentAssignments, documentOf, documentOperation, documentPieces } from '../documents/documentOf.ts';
import { piecesOfList, type PlanPiece } from '../../engine/instance/planPieces.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { MOST_COMPILED_HERE } from '../instances/large.ts';
import type { Ports } from '../ports.ts';
import { inSlices, slicedly, Turn } from '../turns.ts';
import { inTurn } from './analyzed.ts';

type FigureDeps = Pick<Ports, 'resolutions'>;

/** An operation as it was for a while, with its assignment of then, under a name of its own. */
interface Variant {
  readonly operation: DocumentOperation;
  readonly assignment: DocumentAssignment | undefined;
}

/** A state as the variants that it shows. */
interface Shown {
  readonly state: PlanningState;
  readonly variants: ReadonlySet<Variant>;
}

interface Variants {
  readonly byName: Map<string, Variant>;
  /** What a version of an operation showed last: states that follow each other share most of theirs. */
  readonly latest: Map<Version, { readonly assignment: Version | undefined; readonly variant: Variant }>;
}

/** What a plan lies on: as long as all of it is the same, plans of different times can be one document. */
const FRAME: readonly Kind[] = ['planning', 'location', 'resource', 'tag', 'rule', 'group'];

/**
 * Figures of plans of the mainline that follow each other. Compiling is what costs, so plans on the same resources and rules are compiled together: every
 * operation once for each way in which it stood, and of these only the ones of then are placed. Yields after each, in order.
 */
export async function* pastFigures(deps: FigureDeps, states: Iterable<PlanningState>): AsyncGenerator<PlanFigures> {
  let frame: string | null = null;
  let shown: Shown[] = [];
  const variants: Variants = { byName: new Map(), latest: new Map() };
  for (const state of states) {
    const own = frameOf(state);
    if (own !== frame && shown.length > 0) {
      yield* figuresOf(deps, shown, variants.byName);
      shown = [];
      variants.byName.clear();
      variants.latest.clear();
    }
    frame = own;
    shown.push({ state, variants: await inSlices(variantsOf(state, variants)) });
  }
  if (shown.length > 0) yield* figuresOf(deps, shown, variants.byName);
}

const frameOf = (state: PlanningState): string =>
  [state.record, ...FRAME.flatMap((kind): Version[] => [...state.all(kind)])]
    .map(({ versionId }) => versionId)
    .sort()
    .join(' ');

/** A task's change is a new version of its operation. */
function* variantsOf(state: PlanningState, { byName, latest }: Variants): Generator<void, Set<Variant>> {
  const shown = new Set<Variant>();
  for (const operation of state.all('operation')) {
    yield;
    const assignment = state.assignmentOf(operation.id);
    const known = latest.get(operation);
    if (known !== undefined && known.assignment === assignment) {
      shown.add(known.variant);
      continue;
    }
    const name = `${operation.versionId} ${assignment?.versionId ?? ''}`;
    let variant = byName.get(name);
    if (variant === undefined) byName.set(name, (variant = variantOf(state, operation, assignment, name)));
    latest.set(operation, { assignment, variant });
    shown.add(variant);
  }
  return shown;
}

const variantOf = (
  state: PlanningState,
  operation: Version<'operation'>,
  assignment: Version<'assignment'> | undefined,
  name: string,
): Variant => {
  const own = documentOperation(state, operation);
  const task = (side: DocumentTask | null | undefined, role: string) =>
    side == null ? null : { ...side, id: `${name} ${role}` };
  const [placed] = assignment === undefined ? [] : documentAssignments(state, [assignment]);
  return {
    operation: {
      ...own,
      id: name,
      inboundTask: task(own.inboundTask, 'inbound'),
      outboundTask: task(own.outboundTask, 'outbound'),
    },
    assignment: placed && {
      ...placed,
      id: name,
      operation: name,
      ...(placed.parts === undefined
        ? {}
        : { parts: placed.parts.map((part, i) => ({ ...part, id: `${name} ${i}` })) }),
    },
  };
};

/** Every variant in one plan; in a thread when there are many. Against itself nothing of a plan is reassigned. */
const compiledVariants = async (
  { resolutions }: FigureDeps,
  state: PlanningState,
  variants: readonly Variant[],
): Promise<Instance> => {
  const operations = variants.map(({ operation }) => operation);
  const assignments = variants.flatMap(({ assignment }) => assignment ?? []);
  if (variants.length <= MOST_COMPILED_HERE) {
    return compile({ ...documentOf(state), operations, assignments }, { baseline: [] });
  }
  async function* pieces(): AsyncGenerator<PlanPiece> {
    const frame = documentPieces(state, ['locations', 'tags', 'resources', 'groups', 'rules']);
    for (const members of [frame, piecesOfList('operations', operations), piecesOfList('assignments', assignments)]) {
      for await (const piece of slicedly(members)) yield { of: 'document', piece };
    }
    yield { of: 'baseline', piece: { assignments: [] } };
  }
  const { organization } = state.planning;
  const plan = { key: null, organization, pieces, options: {} };
  return inTurn(state, () => resolutions.analyze({ ...plan, question: { of: 'instance' } }));
};

async function* figuresOf(
  deps: FigureDeps,
  shown: readonly Shown[],
  variants: ReadonlyMap<string, Variant>,
): AsyncGenerator<PlanFigures> {
  const all = [...variants.values()];
  const instance = await compiledVariants(deps, shown[0].state, all);
  const placed = placementOf(instance);
  const latest = instance.end.reduce((last, end) => Math.max(last, end), 0);
  const partsByVariant = Map.groupBy(instance.operation.keys(), (part) =>
    present(variants.get(instance.names.operations[instance.operation[part]])),
  );
  const partsOf = (some: Iterable<Variant>): number[] => [...some].flatMap((one) => partsByVariant.get(one) ?? []);
  const plan = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
  const turn = new Turn();
  const each = async (some: Iterable<Variant>, work: (part: number) => void): Promise<void> => {
    for (const part of partsOf(some)) {
      if (placed[part] >= 0) work(part);
      if (turn.isOver) await turn.pass();
    }
  };
  let before: ReadonlySet<Variant> = new Set();
  for (const { variants: now } of shown) {
    await each(without(before, now), (part) => plan.remove(part));
    await each(without(now, before), (part) => plan.place(part, placed[part]));
    before = now;
    const parts = partsOf(now);
    const levels = plan.levels();
    // The others are nowhere, and no plan misses them.
    const unassigned = parts.reduce((sum, part) => sum + (placed[part] < 0 ? instance.unassignedCost[part] : 0), 0);
    const total = levels.total - levels.unassigned + unassigned;
    yield planFigures(instance, plan.placement, {
      parts,
      from: 0,
      to: latest,
      levels: { ...levels, unassigned, total },
    });
  }
}

const without = <T>(some: ReadonlySet<T>, others: ReadonlySet<T>): T[] => [...some].filter((one) => !others.has(one));
