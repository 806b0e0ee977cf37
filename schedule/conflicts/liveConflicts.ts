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
import { type Difference, stateDifference } from '../instances/stateDifference.ts';
import { atOnce } from '../../engine/atOnce.ts';
import { inSlices } from '../turns.ts';

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
  /**
   * Whether a question about the state is better answered from an index: there is one, or the same was asked before the planning changed. Repeated
   * questions then cost only what has changed, and a single question does not build an index.
   */
  isWanted(state: PlanningState): boolean;
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
/** Number of plannings whose last question is remembered. */
const MOST_ASKED = 1000;
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
  const layers = new Layers(instances, memory, most);
  const { wholes } = layers;
  const wasAsked = rememberAsked();

  return {
    most,
    async ready(state) {
      if (frameOf === undefined || !isLarge(state) || !(await inSlices(layers.needsWhole(state)))) return;
      const frame = await frameOf(state);
      wholes.made.set(state, await inSlices(making(frame, most)));
      layers.bring(state);
      wholes.made.delete(state);
    },
    isWanted: (state) => layers.has(state) || wasAsked(keyOf(state), state.change),
    isCrowded: (state) => layers.bring(state).index === null,
    at(state) {
      const layer = layers.bring(state);
      if (layer.state.change !== state.change || layer.index === null) return null;
      return (layer.sorted ??= layer.index.conflicts());
    },
    follow(state) {
      const layer = layers.bring(state);
      layer.followers++;
      return () => {
        layer.followers--;
        if (layer.followers > 0) return;
        layer.opened.clear();
        layer.closed.clear();
      };
    },
    take(state) {
      const layer = layers.bring(state);
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

const keyOf = ({ planning, workspace }: PlanningState): string => `${planning.key} ${workspace}`;

/** The indexes of plannings, as far as they fit into the memory. */
class Layers {
  readonly wholes: Wholes;
  private readonly layers: Lru<string, Layer>;

  constructor(instances: Instances, budget: Budget, most: number) {
    const made = new WeakMap<PlanningState, ConflictIndex | null>();
    this.wholes = {
      made,
      indexOf(state) {
        const index = made.get(state);
        if (index !== undefined) return index;
        const instance = instances.of(state);
        return unlessCrowded(() => ConflictIndex.of(instance, placementOf(instance), most));
      },
    };
    this.layers = new Lru<string, Layer>({
      budget,
      weigh: ({ index }) => LAYER_BYTES + (index?.bytes ?? 0),
      isPinned: ({ followers }) => followers > 0,
    });
  }

  has(state: PlanningState): boolean {
    return this.layers.get(keyOf(state)) !== undefined;
  }

  /** The layer of the state, advanced to it or already at a later one. */
  bring(state: PlanningState): Layer {
    const key = keyOf(state);
    let layer = this.layers.get(key);
    if (layer === undefined) {
      const index = this.wholes.indexOf(state);
      const empty = { sorted: null, followers: 0, opened: new Map(), closed: new Map() };
      layer = { state, index, changed: 0, isTruncated: false, ...empty };
    } else if (state.change > layer.state.change) advance(layer, state, this.wholes);
    else return layer;
    this.layers.set(key, layer);
    return layer;
  }

  /** Whether the state must be searched as a whole, because there is no index that can be advanced to it. */
  *needsWhole(state: PlanningState): Generator<void, boolean> {
    const layer = this.layers.get(keyOf(state));
    if (layer === undefined) return true;
    if (state.change <= layer.state.change) return false;
    const { changes, isStructural } = yield* differenceOf(layer.state, state);
    if (layer.index === null) return isStructural || layer.changed + changes.size >= CROWD_PATIENCE;
    return isStructural || changes.size > MOST_ADVANCED || !layer.index.knows(operationChanges(state, changes));
  }
}

/** Returns a function that tells whether the same was asked at an earlier change, and remembers the question otherwise. */
const rememberAsked = (): ((key: string, change: number) => boolean) => {
  /** The change of the last question by key, in order of asking. */
  const asked = new Map<string, number>();
  return (key, change) => {
    const before = asked.get(key);
    asked.delete(key);
    // Forgotten with the answer, so that an index that is evicted at once is not made again for each question.
    if (before !== undefined && before < change) return true;
    asked.set(key, change);
    const [oldest] = asked.keys();
    if (asked.size > MOST_ASKED && oldest !== undefined) asked.delete(oldest);
    return false;
  };
};

const STRUCTURE = ['resource', 'rule', 'tag'] as const;
/** The mainline may delete a location that a resource of the draft is in; the resource is then deleted, too. */
const DRAFT_STRUCTURE = [...STRUCTURE, 'location'] as const;

const differenceOf = (before: PlanningState, state: PlanningState): Generator<void, Difference> =>
  stateDifference(before, state, state.workspace === null ? STRUCTURE : DRAFT_STRUCTURE);

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
