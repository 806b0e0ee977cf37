import type { Kind } from '../../db/versions/entities.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type ConflictChange, ConflictIndex, Crowded } from '../../engine/conflicts/conflictIndex.ts';
import { type OperationChange, toOperationChange } from '../../engine/conflicts/operationChange.ts';
import { storedAssignment, storedOperation } from '../documents/documentOf.ts';
import type { Instances } from '../instances/instances.ts';
import { isLarge } from '../instances/large.ts';
import { atOnce, inSlices } from '../turns.ts';

/**
 * Keeps the conflicts of plannings up to date: one index for each (planning, workspace), advanced by what changed between two states instead of
 * searched again.
 */
export interface LiveConflicts {
  /**
   * Must be awaited before any other method is called with a state. If a large plan must be searched as a whole, this is done in a worker thread, and
   * the other methods then cost only what changed.
   */
  ready(state: PlanningState): Promise<void>;
  /** The conflicts of a state, in the order of `findConflicts`. Null for a state older than the index, and if there are more than `most`. */
  at(state: PlanningState): readonly ConflictRecord[] | null;
  /** From now on, opened and closed conflicts are collected for `take`. Returns a function that stops this. */
  follow(state: PlanningState): () => void;
  /**
   * The conflicts that opened and closed since the last call, up to this state or a later one. When there come to be more than `most`, `truncated` is
   * true once, and nothing is reported until there are fewer; then all remaining ones are reported as opened.
   */
  take(state: PlanningState): ConflictChange & { readonly truncated: boolean };
  /** Maximum number of conflicts of one planning that are indexed and reported one by one. */
  readonly most: number;
  /** Whether the planning has an index. If not, the first question searches the whole plan. */
  isKnown(state: PlanningState): boolean;
  /** Whether there are more than `most` conflicts. */
  isCrowded(state: PlanningState): boolean;
}

interface Layer {
  state: PlanningState;
  /** Null if there are more than `most` conflicts. */
  index: ConflictIndex | null;
  /** Number of operations that changed since the index became null. */
  changed: number;
  isTruncated: boolean;
  sorted: readonly ConflictRecord[] | null;
  followers: number;
  /** Opened and closed conflicts that `take` has not returned yet, by id. */
  readonly opened: Map<string, ConflictRecord>;
  readonly closed: Map<string, ConflictRecord>;
}

const DEFAULT_BYTES = 64 << 20;
/** Estimated memory of a layer with an empty index. */
const LAYER_BYTES = 4096;
/**
 * Number of changed operations up to which a large plan's index is advanced one by one. Above it, searching the whole is no more work, and a thread
 * does most of it.
 */
const MOST_ADVANCED = 500;
/** How many operations of a crowded plan must change before it is searched again. */
const CROWD_PATIENCE = 64;
const NONE = { opened: [], closed: [], truncated: false };

export interface LiveConflictsLimits {
  /** Bytes that indexes may take together. Indexes with followers are never evicted. */
  readonly memory?: Budget;
  readonly most?: number;
  /** Compiles, in a worker thread, what the conflicts of a large plan derive from. If absent, it is compiled here. */
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

  /** The layer of the state, advanced to it or already at a later one. */
  const bring = (state: PlanningState): Layer => {
    const key = keyOf(state);
    let layer = layers.get(key);
    if (layer === undefined) {
      const index = wholes.indexOf(state);
      const empty = { sorted: null, followers: 0, opened: new Map(), closed: new Map() };
      layer = { state, index, changed: 0, isTruncated: false, ...empty };
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
/** The mainline may delete a location that a resource of the draft is in; the resource is then deleted, too. */
const DRAFT_STRUCTURE = [...STRUCTURE, 'location'] as const;

/** Builds the index of a whole state; null if it has too many conflicts. */
interface Wholes {
  /** Indexes already built in a worker thread. */
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

/** The operations that changed, and whether anything changed that all of them may depend on. */
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
  // The index that was built for this state already includes all changes.
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

/** Rebuilds the index from the layer's whole state. */
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

/** Drops the index because there are too many conflicts, with the changes that were not taken yet. */
const crowd = (layer: Layer): void => {
  layer.index = null;
  layer.changed = 0;
  layer.isTruncated = layer.followers > 0;
  layer.opened.clear();
  layer.closed.clear();
};

/** Adds opened and closed conflicts for `take`. One that opens and closes before `take` is called cancels out. */
const note = ({ followers, opened, closed }: Layer, change: ConflictChange): void => {
  if (followers === 0) return;
  for (const conflict of change.opened) if (!closed.delete(conflict.id)) opened.set(conflict.id, conflict);
  for (const conflict of change.closed) if (!opened.delete(conflict.id)) closed.set(conflict.id, conflict);
};

/**
 * The operations that differ between two states. States share unchanged versions, so identity suffices. Within the mainline, a changed task also
 * makes a new version of its operation; in a workspace, tasks must be compared, too.
 */
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
    storedOperation(state, version),
    assignment && storedAssignment(assignment.fields),
    state.record.fields.minimumStaySeconds,
  );
};
