import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { DocumentAssignment, DocumentOperation, DocumentTask } from '../../engine/instance/planningDocument.ts';
import { type PlanFigures, planFigures } from '../../engine/metrics/planningMetrics.ts';
import { Plan } from '../../engine/board/plan.ts';
import { documentAssignments, documentOf, documentOperation } from '../documents/documentOf.ts';

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
export function* pastFigures(states: Iterable<PlanningState>): Generator<PlanFigures> {
  let frame: string | null = null;
  let shown: Shown[] = [];
  const variants: Variants = { byName: new Map(), latest: new Map() };
  for (const state of states) {
    const own = frameOf(state);
    if (own !== frame && shown.length > 0) {
      yield* figuresOf(shown, variants.byName);
      shown = [];
      variants.byName.clear();
      variants.latest.clear();
    }
    frame = own;
    shown.push({ state, variants: variantsOf(state, variants) });
  }
  if (shown.length > 0) yield* figuresOf(shown, variants.byName);
}

const frameOf = (state: PlanningState): string =>
  [state.record, ...FRAME.flatMap((kind): Version[] => [...state.all(kind)])]
    .map(({ versionId }) => versionId)
    .sort()
    .join(' ');

/** A task's change is a new version of its operation. */
const variantsOf = (state: PlanningState, { byName, latest }: Variants): Set<Variant> => {
  const shown = new Set<Variant>();
  for (const operation of state.all('operation')) {
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
};

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

function* figuresOf(shown: readonly Shown[], variants: ReadonlyMap<string, Variant>): Generator<PlanFigures> {
  const all = [...variants.values()];
  const instance = compile(
    {
      ...documentOf(shown[0].state),
      operations: all.map(({ operation }) => operation),
      assignments: all.flatMap(({ assignment }) => assignment ?? []),
    },
    // Against itself nothing of a plan is reassigned.
    { baseline: [] },
  );
  const placed = placementOf(instance);
  const latest = instance.end.reduce((last, end) => Math.max(last, end), 0);
  const partsByVariant = Map.groupBy(instance.operation.keys(), (part) =>
    present(variants.get(instance.names.operations[instance.operation[part]])),
  );
  const partsOf = (some: Iterable<Variant>): number[] => [...some].flatMap((one) => partsByVariant.get(one) ?? []);
  const plan = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
  let before: ReadonlySet<Variant> = new Set();
  for (const { variants: now } of shown) {
    for (const part of partsOf(without(before, now))) if (placed[part] >= 0) plan.remove(part);
    for (const part of partsOf(without(now, before))) if (placed[part] >= 0) plan.place(part, placed[part]);
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
