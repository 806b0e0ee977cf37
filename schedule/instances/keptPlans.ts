import { Lru } from '../../db/versions/lru.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { KeptSource, PlacedOperation, PlanEdit } from '../../engine/instance/keptPlan.ts';
import type { PlanPiece } from '../../engine/instance/planPieces.ts';
import { overlayVirtualState, type VirtualState } from '../../engine/instance/virtualState.ts';
import { documentPieces, placedOperation } from '../documents/documentOf.ts';
import type { Clock, Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';
import { atOnce } from '../../engine/atOnce.ts';
import { slicedly } from '../turns.ts';
import { stateDifference } from './stateDifference.ts';
import type { StatePlan } from './uncompiledPlan.ts';

/** Number of changed operations up to which they are sent one by one; above it, sending and compiling the whole plan is no more work. */
const MOST_EDITS = 500;
/** Number of plans of which states are remembered. */
const MOST_PLANS = 1000;
/** Number of versions of one plan that threads may have. */
const MOST_VERSIONS = 8;
const STRUCTURE = ['resource', 'rule', 'tag', 'location', 'group'] as const;

/**
 * The states of which threads may have compiled plans, by the version that they have. They are remembered for as long as the cache of states has them:
 * a state that was read anew shares nothing with an earlier one, so that no edits lead from that one to it.
 */
type States = Lru<string, Map<number, WeakRef<PlanningState>>>;

const statesOf = new WeakMap<Ports['resolutions'], States>();

const statesFor = (resolutions: Ports['resolutions']): States => {
  let states = statesOf.get(resolutions);
  if (states === undefined) statesOf.set(resolutions, (states = new Lru(MOST_PLANS)));
  return states;
};

/** A plan's newest state under its key, and edits of one request that are laid over it. */
interface Layered {
  readonly state: PlanningState;
  readonly overlay: () => readonly PlanEdit[];
}

/**
 * The plan of a written state as one that threads keep: they receive only what changed since they last had it. Null for the state before a newer one
 * that was asked for already, and for what is laid over a state in another way than by edits of a few operations.
 */
export const keptSource = (
  { resolutions, clock }: { readonly resolutions: Ports['resolutions']; readonly clock: Clock },
  plan: StatePlan,
): KeptSource | null => {
  const layered = layeredOf(plan);
  if (layered === null) return null;
  const { state, overlay } = layered;
  const states = statesFor(resolutions);
  const key = `kept ${state.planning.key} ${state.workspace}`;
  const versions = states.get(key) ?? new Map<number, WeakRef<PlanningState>>();
  if (Math.max(...versions.keys()) > state.change) return null;
  versions.delete(state.change);
  versions.set(state.change, new WeakRef(state));
  const [oldest] = versions.keys();
  if (versions.size > MOST_VERSIONS && oldest !== undefined) versions.delete(oldest);
  states.set(key, versions);
  return {
    key,
    version: state.change,
    referenceTime: instant(clock()),
    since(version) {
      const before = versions.get(version)?.deref();
      return before === undefined ? null : editsBetween(before, state);
    },
    overlay,
    async *pieces(): AsyncGenerator<PlanPiece> {
      for await (const piece of slicedly(documentPieces(state))) yield { of: 'document', piece };
    },
  };
};

const layeredOf = ({ state, baseline, virtualState, run }: StatePlan): Layered | null => {
  if (run !== undefined) return null;
  if (virtualState === undefined && (baseline === undefined || baseline === state)) return { state, overlay: () => [] };
  if (virtualState !== undefined)
    return baseline === state ? { state, overlay: () => virtualEdits(state, virtualState) } : null;
  if (baseline === undefined || baseline.workspace !== null) return null;
  const edits = editsBetween(baseline, state);
  return edits && { state: baseline, overlay: () => edits };
};

/** The operations that differ; null if more than they do, or too many. */
const editsBetween = (before: PlanningState, state: PlanningState): readonly PlanEdit[] | null => {
  const { changes, isStructural } = atOnce(stateDifference(before, state, STRUCTURE));
  if (isStructural || changes.size > MOST_EDITS) return null;
  return Array.from(changes, (id) => ({ id, before: placedOperation(before, id), after: placedOperation(state, id) }));
};

/** The operations that a virtual state names, as they are and as it makes them. */
const virtualEdits = (state: PlanningState, virtualState: VirtualState): readonly PlanEdit[] => {
  const { assignments = [], operations = [] } = virtualState;
  const ids = new Set([...assignments.map(({ operation }) => operation), ...operations.map(({ id }) => id)]);
  const before = new Map(Array.from(ids, (id): [string, PlacedOperation | null] => [id, placedOperation(state, id)]));
  const named = [...before.values()].filter((one) => one !== null);
  const { document } = overlayVirtualState(
    {
      ...NO_PLAN,
      operations: named.map(({ operation }) => operation),
      assignments: named.flatMap(({ assignment }) => assignment ?? []),
    },
    virtualState,
  );
  const assignmentOf = new Map(document.assignments.map((assignment) => [assignment.operation, assignment]));
  return document.operations.map((operation): PlanEdit => {
    const { id } = operation;
    return { id, before: before.get(id) ?? null, after: { operation, assignment: assignmentOf.get(id) ?? null } };
  });
};

const NO_PLAN = {
  format: 'tidegate/planning@1',
  planning: { name: '' },
  locations: [],
  tags: [],
  resources: [],
  groups: [],
  rules: [],
} as const;
