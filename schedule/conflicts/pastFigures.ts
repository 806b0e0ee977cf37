import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { DocumentAssignment, DocumentOperation, DocumentTask } from '../../engine/instance/planningDocument.ts';
import { membersByPart } from '../../engine/instance/patchInstance.ts';
import { historyFigures } from '../../engine/metrics/historyFigures.ts';
import type { PlanFigures } from '../../engine/metrics/planningMetrics.ts';
import { documentPieces, emptyPlanOf, standingAssignment, storedOperation } from '../documents/documentOf.ts';
import { piecesOfList, type PlanPiece } from '../../engine/instance/planPieces.ts';
import { MOST_COMPILED_HERE } from '../instances/large.ts';
import type { Ports } from '../ports.ts';
import { inSlices, mapSlicedly, slicedly } from '../turns.ts';
import { inTurn } from './analyzed.ts';

type FigureDeps = Pick<Ports, 'resolutions'>;

/** An operation with its assignment as they were for a while, under a unique name. */
interface Variant {
  readonly operation: DocumentOperation<number>;
  readonly assignment: DocumentAssignment<number> | undefined;
}

/** A state, as the set of variants that it shows. */
interface Shown {
  readonly state: PlanningState;
  readonly variants: ReadonlySet<Variant>;
}

interface Variants {
  readonly byName: Map<string, Variant>;
  /** The variant of each version of an operation that was seen last; consecutive states share most of them. */
  readonly latest: Map<Version, { readonly assignment: Version | undefined; readonly variant: Variant }>;
}

/** The kinds that a plan is compiled with. As long as none of these changes, plans of different times can be compiled as one document. */
const FRAME: readonly Kind[] = ['planning', 'location', 'resource', 'tag', 'rule', 'group'];

/**
 * Yields the metrics of consecutive mainline states, in order. Compiling is the expensive part, so plans on the same resources and rules are compiled
 * together: the document has every operation once for each variant, and each plan places only its own variants. Where a rule compares an operation
 * with others of the document, such as the same flight of the day before, variants of other plans must not be among them, so each plan is compiled alone.
 */
export async function* pastFigures(deps: FigureDeps, states: Iterable<PlanningState>): AsyncGenerator<PlanFigures> {
  let frame: string | null = null;
  let areTogether = true;
  let shown: Shown[] = [];
  const variants: Variants = { byName: new Map(), latest: new Map() };
  for (const state of states) {
    const own = frameOf(state);
    if (own !== frame) areTogether = membersByPart(compile(emptyPlanOf(state)).terms) !== undefined;
    if ((own !== frame || !areTogether) && shown.length > 0) {
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

/** A changed task makes a new version of its operation, so the operation's version identifies the variant. */
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
    // The operation's id comes first, so that variants are in the order of their operations.
    const name = `${operation.id} ${operation.versionId} ${assignment?.versionId ?? ''}`;
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
  const own = storedOperation(state, operation);
  const task = (side: DocumentTask<number> | null, role: string) =>
    side === null ? null : { ...side, id: `${name} ${role}` };
  const placed = assignment && standingAssignment(state, assignment);
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
      parts: placed.parts.map((part, i) => ({ ...part, id: `${name} ${i}` })),
    },
  };
};

/** Compiles all variants as one plan, in a worker thread if there are many. With an empty baseline, nothing counts as reassigned. */
async function* figuresOf(
  { resolutions }: FigureDeps,
  shown: readonly Shown[],
  variants: ReadonlyMap<string, Variant>,
): AsyncGenerator<PlanFigures> {
  const all = [...variants.values()];
  const operations = all.map(({ operation }) => operation);
  const assignments = all.flatMap(({ assignment }) => assignment ?? []);
  const numberOf = new Map(all.map((variant, index) => [variant, index]));
  const { state } = present(shown[0]);
  const history = {
    operations: operations.map(({ id }) => id),
    plans: await mapSlicedly(shown, ({ variants: now }) =>
      Int32Array.from(now, (variant) => present(numberOf.get(variant))),
    ),
  };
  if (all.length <= MOST_COMPILED_HERE) {
    const instance = compile({ ...emptyPlanOf(state), operations, assignments }, { baseline: [] });
    yield* slicedly(historyFigures(instance, history));
    return;
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
  yield* await inTurn(state, () => resolutions.analyze({ ...plan, question: { of: 'history', history } }));
}
