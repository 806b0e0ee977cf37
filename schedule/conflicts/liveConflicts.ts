import type { Kind } from '../../db/versions/entities.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { type ConflictChange, ConflictIndex, Crowded } from '../../engine/conflicts/conflictIndex.ts';
import { type OperationChange, toOperationChange } from '../../engine/conflicts/operationChange.ts';
import { documentAssignment, documentOperation } from '../documents/documentOf.ts';
import type { Instances } from '../instances/instances.ts';

/** The conflicts of plannings as they move on: one index for each (planning, workspace), advanced by what differs, never searched anew. */
export interface LiveConflicts {
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
/** So many operations of a crowd must change before it is looked whether it has gone. */
const CROWD_PATIENCE = 64;
const NONE = { opened: [], closed: [], truncated: false };

export interface LiveConflictsLimits {
  /** Bytes that indexes may take; those that somebody follows stay in any case. */
  readonly memory?: Budget;
  readonly most?: number;
}

export const createLiveConflicts = (
  instances: Instances,
  { memory = new Budget(DEFAULT_BYTES), most = MOST_CONFLICTS }: LiveConflictsLimits = {},
): LiveConflicts => {
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
      const index = indexOf(instances, state, most);
      const told = { sorted: null, followers: 0, opened: new Map(), closed: new Map() };
      layer = { state, index, changed: 0, isTruncated: false, ...told };
    } else if (state.change > layer.state.change) advance(layer, state, instances, most);
    else return layer;
    layers.set(key, layer);
    return layer;
  };

  return {
    most,
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

const indexOf = (instances: Instances, state: PlanningState, most: number): ConflictIndex | null => {
  const instance = instances.of(state);
  return unlessCrowded(() => new ConflictIndex(instance, placementOf(instance), most));
};

const unlessCrowded = <T>(run: () => T): T | null => {
  try {
    return run();
  } catch (error) {
    if (error instanceof Crowded) return null;
    throw error;
  }
};

const advance = (layer: Layer, state: PlanningState, instances: Instances, most: number): void => {
  const before = layer.state;
  layer.state = state;
  const changed = changedOperations(before, state);
  const kinds = state.workspace === null ? STRUCTURE : DRAFT_STRUCTURE;
  const isStructural = before.record !== state.record || kinds.some((kind) => differs(before, state, kind));
  if (!isStructural && changed.size === 0) return;
  layer.sorted = null;
  const { index } = layer;
  if (index === null) {
    layer.changed += changed.size;
    if (isStructural || layer.changed >= CROWD_PATIENCE) lookAgain(layer, instances, most);
    return;
  }
  const change = unlessCrowded(
    () =>
      (isStructural ? null : index.advance([...changed].map((id) => operationChange(state, id)))) ??
      rebase(index, state, instances),
  );
  if (change === null) crowd(layer);
  else note(layer, change);
};

/** What was not taken yet is no news any more. */
const crowd = (layer: Layer): void => {
  layer.index = null;
  layer.changed = 0;
  layer.isTruncated = layer.followers > 0;
  layer.opened.clear();
  layer.closed.clear();
};

const lookAgain = (layer: Layer, instances: Instances, most: number): void => {
  layer.changed = 0;
  layer.index = indexOf(instances, layer.state, most);
  if (layer.index !== null) note(layer, { opened: layer.index.conflicts(), closed: [] });
};

const rebase = (index: ConflictIndex, state: PlanningState, instances: Instances): ConflictChange => {
  const instance = instances.of(state);
  return index.rebase(instance, placementOf(instance));
};

/** What opens and closes before anybody took it has not happened. */
const note = ({ followers, opened, closed }: Layer, change: ConflictChange): void => {
  if (followers === 0) return;
  for (const conflict of change.opened) if (!closed.delete(conflict.id)) opened.set(conflict.id, conflict);
  for (const conflict of change.closed) if (!opened.delete(conflict.id)) closed.set(conflict.id, conflict);
};

/** States share what did not change, so identity tells. A task's change is a new version of its operation, except across layers. */
const changedOperations = (before: PlanningState, after: PlanningState): ReadonlySet<string> => {
  const changed = new Set<string>();
  for (const version of after.all('operation')) {
    if (before.get('operation', version.id) !== version) changed.add(version.id);
  }
  for (const { id } of before.all('operation')) if (!after.has('operation', id)) changed.add(id);
  for (const version of after.all('assignment')) {
    const { operation } = version.fields;
    if (before.assignmentOf(operation) !== version) changed.add(operation);
  }
  for (const { fields } of before.all('assignment')) {
    if (after.assignmentOf(fields.operation) === undefined) changed.add(fields.operation);
  }
  if (after.workspace === null) return changed;
  for (const version of after.all('task')) {
    const { operation } = version.fields;
    if (operation !== null && before.get('task', version.id) !== version) changed.add(operation);
  }
  for (const { id, fields } of before.all('task')) {
    if (fields.operation !== null && !after.has('task', id)) changed.add(fields.operation);
  }
  return changed;
};

const differs = (before: PlanningState, after: PlanningState, kind: Kind): boolean => {
  let count = 0;
  for (const version of after.all(kind)) {
    if (before.get(kind, version.id) !== version) return true;
    count++;
  }
  return count !== before.count(kind);
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
