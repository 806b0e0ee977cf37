import type { TaskRole } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type {
  VirtualAssignment,
  VirtualOperation,
  VirtualState as Overlay,
} from '../../engine/instance/virtualState.ts';
import { assignIn } from '../assignments/editAssignment.ts';
import { Edits } from '../changes/edits.ts';
import { refuseUncompilable } from '../changes/refuseUncompilable.ts';
import { compiledAside, planKey } from '../conflicts/analyzed.ts';
import { isLarge } from '../instances/large.ts';
import type { Deps } from '../deps.ts';
import { planOf, storedAssignment, storedTask } from '../documents/documentOf.ts';
import { writeTasks } from '../operations/editOperation.ts';
import { below, item } from '../problems.ts';
import { instant } from '../records/instants.ts';
import { atOnce } from '../../engine/atOnce.ts';
import { inSlices } from '../turns.ts';
import type { VirtualState } from '../types.ts';

export type OverlayDeps = Pick<Deps, 'clock' | 'instances'>;

const isPlain = ({ assignments = [], operations = [] }: VirtualState): boolean =>
  assignments.length === 0 && operations.length === 0;

/** The id of a part that has none. It derives from operation and index, so that equal virtual states compile to equal plans. */
const partId = (operation: string, index: number): string => `${operation}/${index}`;

const namedParts = (virtualState: VirtualState): VirtualState => ({
  ...virtualState,
  assignments: virtualState.assignments?.map(({ parts, ...assignment }) =>
    parts === undefined
      ? assignment
      : {
          ...assignment,
          parts: parts.map((part, index) => ({ ...part, id: part.id ?? partId(assignment.operation, index) })),
        },
  ),
});

/**
 * Compiles a state with a virtual state laid over it. Only the times that it names replace the stored ones. Throws 400 for ids that the planning does
 * not contain.
 */
export const overlaid = (deps: OverlayDeps, state: PlanningState, virtualState: VirtualState): Instance => {
  if (isPlain(virtualState)) return deps.instances.of(state);
  return compileOverlaid(deps, state, namedParts(virtualState));
};

/** Like `overlaid`; a large plan is compiled in a worker thread. */
export const overlaidAside = async (
  deps: OverlayDeps & Pick<Deps, 'resolutions'>,
  state: PlanningState,
  virtualState: VirtualState,
): Promise<Instance> => {
  const isAsItIs = isPlain(virtualState);
  const known = isAsItIs ? deps.instances.known(state) : undefined;
  if (known !== undefined || !isLarge(state)) return known ?? overlaid(deps, state, virtualState);
  const plan = isAsItIs
    ? { state }
    : { state, baseline: state, virtualState: await readOverlay(deps, state, virtualState) };
  const instance = await compiledAside(deps, plan, 'instance');
  if (isAsItIs) deps.instances.keep(state, instance);
  return instance;
};

/** Compiles the state with the virtual state; reassignments count against the state itself. */
const compileOverlaid = (deps: Pick<Deps, 'clock'>, state: PlanningState, virtualState: VirtualState): Instance => {
  const overlay = atOnce(reading(deps, state, virtualState));
  const plan = planOf(state);
  return compile(plan, {
    referenceTime: instant(deps.clock()),
    virtualState: overlay,
    baseline: plan.assignments,
  });
};

/** Converts a virtual state for the engine. Throws 400 for ids that the planning does not contain. */
export const readOverlay = (
  deps: Pick<Deps, 'clock'>,
  state: PlanningState,
  virtualState: VirtualState,
): Promise<Overlay> => inSlices(reading(deps, state, namedParts(virtualState)));

/**
 * Reads a virtual state like writes of the same shape: task updates are merged, and references must exist. Only required tags are not enforced; a
 * violation shows in the score and in the candidates.
 */
function* reading(
  { clock }: Pick<Deps, 'clock'>,
  state: PlanningState,
  { assignments = [], operations = [] }: VirtualState,
): Generator<void, Overlay> {
  let made = 0;
  const ids = (): string => `virtual/${made++}`;
  const edits = new Edits(state, { at: clock(), change: state.change, changeset: '' }, ids, null);
  const { problems } = edits;
  const virtualOperations: VirtualOperation[] = [];
  for (const [i, operation] of operations.entries()) {
    const path = item('virtualState.operations', i);
    yield;
    edits.reference('operation', operation.id, below(path, 'id'));
    if (!edits.has('operation', operation.id)) continue;
    writeTasks(edits, operation.id, operation, path);
    virtualOperations.push({
      id: operation.id,
      ...side(edits, operation.id, 'inbound'),
      ...side(edits, operation.id, 'outbound'),
    });
  }
  const virtualAssignments: VirtualAssignment[] = [];
  for (const [i, assignment] of assignments.entries()) {
    const path = item('virtualState.assignments', i);
    yield;
    edits.reference('operation', assignment.operation, below(path, 'operation'));
    if (!edits.has('operation', assignment.operation)) continue;
    const fields = assignIn(edits, ids(), { ...assignment, override: true }, '', path);
    const { operation, parts } = storedAssignment(fields);
    const isWhole = assignment.parts === undefined;
    virtualAssignments.push({
      operation,
      parts: isWhole ? parts.map((part, index) => ({ ...part, id: partId(operation, index) })) : parts,
      ...(assignment.override === true && { override: true }),
    });
  }
  refuseUncompilable(edits);
  problems.check();
  return { assignments: virtualAssignments, operations: virtualOperations };
}

const side = (edits: Edits, operation: string, role: TaskRole) => {
  const task = edits.taskOf(operation, role);
  return task === undefined ? {} : { [`${role}Task`]: storedTask(task.fields) };
};

/** The key under which worker threads cache a compiled plan; null for a plan that will not be needed again. */
export const keyOf = (instance: Instance, virtualState: VirtualState): string | null =>
  isPlain(virtualState) ? planKey(instance) : null;
