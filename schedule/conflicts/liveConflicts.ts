import type { Kind } from '../../db/versions/entities.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type ConflictChange, ConflictIndex, Crowded } from '../../engine/conflicts/conflictIndex.ts';
import { type OperationChange, toOperationChange } from '../../engine/conflicts/operationChange.ts';
import { documentAssignment, documentOperation } from '../documents/documentOf.ts';
import type { Instances } from '../instances/instances.ts';
import { isLarge } from '../instances/large.ts';
import { atOnce, inSlices } from '../turns.ts';

/** The conflicts of plannings as they move on: one index for each (planning, workspace), advanced by what differs, never searched anew. */
export interface LiveConflicts {
  /**
   * Must have ended before anything else is asked of a state. What has to look at a large plan as a whole does so in a thread: then the rest costs
   * what has changed.
   */
  ready(state: PlanningState): Promise<void>;
  /** Null for a state older than what is known here, and where there are more than `most`. In the order of `findConflicts`. */
  at(state: PlanningState): readonly ConflictRecord[] | null;
  /** From here on, what opens and closes is kept for `take`. Answers how to stop. */
  follow(state: PlanningState): () => void;
  /**
   * What opened and closed since the last time, up to this state or a later one. Once there are more than `most`, `truncated` says so, a single
   * time, and nothing is told until there are fewer: then all that there are have opened.
   */
  take(state: PlanningState): ConflictChange & { readonly truncated: boolean };
  /** Of how many conflicts of one planning each is told and kept. */
  readonly most: number;
  /** Whether they are known up to this state or a later one: else the first question searches the whole plan. */
  isKnown(state: PlanningState): boolean;
  /** Whether there are more. */
  isCrowded(state: PlanningState): boolean;
}

interface Layer {
  state: PlanningState;
  /** Null: there are more conflicts than it may hold. */
  index: ConflictIndex | null;
  /** How many operations changed since it was null. */
  changed: number;
  isTruncated: boolean;
  sorted: readonly ConflictRecord[] | null;
  followers: number;
  /** Not taken yet, by id. */
  readonly opened: Map<string, ConflictRecord>;
  readonly closed: Map<string, ConflictRecord>;
}

const DEFAULT_BYTES = 64 << 20;
/** Of an index without conflicts. */
const LAYER_BYTES = 4096;
/** Operations of a large plan that are looked at one by one; beyond, the whole is no more work, and a thread does most of it. */
const MOST_ADVANCED = 500;
/** So many operations of a crowd must change before it is looked whether it has gone. */
const CROWD_PATIENCE = 64;
const NONE = { opened: [], closed: [], truncated: false };

export interface LiveConflictsLimits {
  /** Bytes that indexes may take; those that somebody follows stay in any case. */
  readonly memory?: Budget;
  readonly most?: number;
  /** What the conflicts of a large plan are made of, compiled elsewhere. Absent: compiled here. */
  readonly frameOf?: (state: PlanningState) => Promise<Instance>;
}

export const createLiveConflicts = (
  instances: Instances,
  { memory = new Budget(DEFAULT_BYTES), most = MOST_CONFLICTS, frameOf }: LiveConflictsLimits = {},
): LiveConflicts => {
  const made = new WeakMap<PlanningState, ConflictIndex | null>();
  const wholes: Wholes = {
    made,
    indexOf(state) {
      const index = made.get(state);
      if (index !== undefined) return index;
      const instance = instances.of(state);
      return unlessCrowded(() => ConflictIndex.of(instance, placementOf(instance), most));
    },
  };
  const layers = new Lru<string, Layer>({
    budget: memory,
    weigh: ({ index }) => LAYER_BYTES + (index?.bytes ?? 0),
    isPinned: ({ followers }) => followers > 0,
  });
  const keyOf = ({ planning, workspace }: PlanningState): string => `${planning.key} ${workspace}`;

  /** The layer at this state, or at a later one. */
  const bring = (state: PlanningState): Layer => {
    const key = keyOf(state);
    let layer = layers.get(key);
    if (layer === undefined) {
      const index = wholes.indexOf(state);
      const told = { sorted: null, followers: 0, opened: new Map(), closed: new Map() };
      layer = { state, index, changed: 0, isTruncated: false, ...told };
    } else if (state.change > layer.state.change) advance(layer, state, wholes);
    else return layer;
    layers.set(key, layer);
    return layer;
  };

  function* needsWhole(state: PlanningState): Generator<void, boolean> {
    const layer = layers.get(keyOf(state));
    if (layer === undefined) return true;
    if (state.change <= layer.state.change) return false;
    const { changes, isStructural } = yield* differenceOf(layer.state, state);
    if (layer.index === null) return isStructural || layer.changed + changes.size >= CROWD_PATIENCE;
    return isStructural || changes.size > MOST_ADVANCED || !layer.index.knows(operationChanges(state, changes));
  }

  return {
    most,
    async ready(state) {
      if (frameOf === undefined || !isLarge(state) || !(await inSlices(needsWhole(state)))) return;
      const frame = await frameOf(state);
      made.set(state, await inSlices(making(frame, most)));
      bring(state);
      made.delete(state);
    },
    isKnown: (state) => layers.get(keyOf(state)) !== undefined,
    isCrowded: (state) => bring(state).index === null,
    at(state) {
      const layer = bring(state);
      if (layer.state.change !== state.change || layer.index === null) return null;
      return (layer.sorted ??= layer.index.conflicts());
    },
    follow(state) {
      const layer = bring(state);
      layer.followers++;
      return () => {
        layer.followers--;
        if (layer.followers > 0) return;
        layer.opened.clear();
        layer.closed.clear();
      };
    },
    take(state) {
      const layer = bring(state);
      const truncated = layer.isTruncated;
      layer.isTruncated = false;
      if (layer.opened.size + layer.closed.size === 0) return truncated ? { ...NONE, truncated } : NONE;
      const change = { opened: [...layer.opened.values()], closed: [...layer.closed.values()], truncated };
      layer.opened.clear();
      layer.closed.clear();
      return change;
    },
  };
};

const STRUCTURE = ['resource', 'rule', 'tag'] as const;
/** The mainline may delete a location that a resource of the draft is in; the resource goes with it. */
const DRAFT_STRUCTURE = [...STRUCTURE, 'location'] as const;

/** Indexes of states as a whole; null: of a crowd. */
interface Wholes {
  /** Those that were made elsewhere already. */
  readonly made: WeakMap<PlanningState, ConflictIndex | null>;
  readonly indexOf: (state: PlanningState) => ConflictIndex | null;
}

function* making(instance: Instance, most: number): Generator<void, ConflictIndex | null> {
  try {
    return yield* ConflictIndex.making(instance, placementOf(instance), most);
  } catch (error) {
    if (error instanceof Crowded) return null;
    throw error;
  }
}

const unlessCrowded = <T>(run: () => T): T | null => {
  try {
    return run();
  } catch (error) {
    if (error instanceof Crowded) return null;
    throw error;
  }
};

/** Operations that changed, and whether something did that all of them may depend on. */
function* differenceOf(before: PlanningState, state: PlanningState): Generator<void, Difference> {
  const kinds = state.workspace === null ? STRUCTURE : DRAFT_STRUCTURE;
  const isStructural = before.record !== state.record || kinds.some((kind) => differs(before, state, kind));
  return { changes: yield* changedOperations(before, state), isStructural };
}

interface Difference {
  readonly changes: ReadonlySet<string>;
  readonly isStructural: boolean;
}

const operationChanges = (state: PlanningState, ids: Iterable<string>): OperationChange[] =>
  Array.from(ids, (id) => operationChange(state, id));

const advance = (layer: Layer, state: PlanningState, wholes: Wholes): void => {
  const before = layer.state;
  layer.state = state;
  // What was made for it tells all that has changed.
  if (wholes.made.has(state)) return startAgain(layer, wholes);
  const { changes: changed, isStructural } = atOnce(differenceOf(before, state));
  if (!isStructural && changed.size === 0) return;
  const { index } = layer;
  if (index === null) {
    layer.changed += changed.size;
    if (isStructural || layer.changed >= CROWD_PATIENCE) startAgain(layer, wholes);
    return;
  }
  layer.sorted = null;
  if (isStructural) return startAgain(layer, wholes);
  try {
    const change = index.advance(operationChanges(state, changed));
    if (change === null) startAgain(layer, wholes);
    else note(layer, change);
  } catch (error) {
    if (!(error instanceof Crowded)) throw error;
    crowd(layer);
  }
};

/** From the whole of the layer's state. */
const startAgain = (layer: Layer, wholes: Wholes): void => {
  const { index } = layer;
  const fresh = wholes.indexOf(layer.state);
  layer.sorted = null;
  layer.changed = 0;
  if (fresh === null) {
    if (index !== null) crowd(layer);
  } else if (index === null) {
    layer.index = fresh;
    note(layer, { opened: fresh.conflicts(), closed: [] });
  } else note(layer, index.become(fresh));
};

/** What was not taken yet is no news any more. */
const crowd = (layer: Layer): void => {
  layer.index = null;
  layer.changed = 0;
  layer.isTruncated = layer.followers > 0;
  layer.opened.clear();
  layer.closed.clear();
};

/** What opens and closes before anybody took it has not happened. */
const note = ({ followers, opened, closed }: Layer, change: ConflictChange): void => {
  if (followers === 0) return;
  for (const conflict of change.opened) if (!closed.delete(conflict.id)) opened.set(conflict.id, conflict);
  for (const conflict of change.closed) if (!opened.delete(conflict.id)) closed.set(conflict.id, conflict);
};

/** States share what did not change, so identity tells. A task's change is a new version of its operation, except across layers. */
function* changedOperations(before: PlanningState, after: PlanningState): Generator<void, ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const id of after.keysApart('operation', before)) {
    yield;
    if (before.get('operation', id) !== after.get('operation', id)) changed.add(id);
  }
  for (const operation of after.keysApart('assignment', before)) {
    yield;
    if (before.assignmentOf(operation) !== after.assignmentOf(operation)) changed.add(operation);
  }
  if (after.workspace === null) return changed;
  for (const id of after.keysApart('task', before)) {
    yield;
    const [was, is] = [before.get('task', id), after.get('task', id)];
    if (was === is) continue;
    for (const task of [was, is])
      if (task !== undefined && task.fields.operation !== null) changed.add(task.fields.operation);
  }
  return changed;
}

const differs = (before: PlanningState, after: PlanningState, kind: Kind): boolean => {
  for (const id of after.keysApart(kind, before)) if (before.get(kind, id) !== after.get(kind, id)) return true;
  return false;
};

const operationChange = (state: PlanningState, id: string): OperationChange => {
  const version = state.get('operation', id);
  if (version === undefined) return { operation: id, isBlocker: false, tags: [], parts: [] };
  const assignment = state.assignmentOf(id);
  return toOperationChange(
    documentOperation(state, version),
    assignment && documentAssignment(assignment.fields),
    state.record.fields.minimumStaySeconds,
  );
};
