import type { Kind } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { type ConflictChange, ConflictIndex } from '../../engine/resolution/conflictIndex.ts';
import { type OperationChange, toOperationChange } from '../../engine/resolution/operationChange.ts';
import { documentAssignment, documentOperation } from '../documents/documentOf.ts';
import type { Instances } from '../instances/instances.ts';

/** The conflicts of plannings as they move on: one index for each (planning, workspace), advanced by what differs, never searched anew. */
export interface LiveConflicts {
  /** Null for a state older than what is known here. In order of start, end, id. */
  at(state: PlanningState): readonly ConflictRecord[] | null;
  /** From here on, what opens and closes is kept for `take`. Answers how to stop. */
  follow(state: PlanningState): () => void;
  /** What opened and closed since the last time, up to this state or a later one. */
  take(state: PlanningState): ConflictChange;
}

interface Layer {
  state: PlanningState;
  readonly index: ConflictIndex;
  sorted: readonly ConflictRecord[] | null;
  followers: number;
  /** Not taken yet, by id. */
  readonly opened: Map<string, ConflictRecord>;
  readonly closed: Map<string, ConflictRecord>;
}

const DEFAULT_LIMIT = 32;
const NONE: ConflictChange = { opened: [], closed: [] };

export const createLiveConflicts = (instances: Instances, limit = DEFAULT_LIMIT): LiveConflicts => {
  const layers = new Map<string, Layer>();
  const keyOf = ({ planning, workspace }: PlanningState): string => `${planning.key} ${workspace}`;

  const makeRoom = (): void => {
    for (const [key, { followers }] of layers) {
      if (layers.size <= limit) return;
      if (followers === 0) layers.delete(key);
    }
  };

  /** The layer at this state, or at a later one. */
  const bring = (state: PlanningState): Layer => {
    const key = keyOf(state);
    let layer = layers.get(key);
    if (layer === undefined) {
      const instance = instances.of(state);
      const index = new ConflictIndex(instance, placementOf(instance));
      layer = { state, index, sorted: null, followers: 0, opened: new Map(), closed: new Map() };
    } else {
      layers.delete(key);
      if (state.change > layer.state.change) advance(layer, state, instances);
    }
    layers.set(key, layer);
    makeRoom();
    return layer;
  };

  return {
    at(state) {
      const layer = bring(state);
      if (layer.state.change !== state.change) return null;
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
      if (layer.opened.size + layer.closed.size === 0) return NONE;
      const change = { opened: [...layer.opened.values()], closed: [...layer.closed.values()] };
      layer.opened.clear();
      layer.closed.clear();
      return change;
    },
  };
};

const STRUCTURE = ['resource', 'rule', 'tag'] as const;
/** The mainline may delete a location that a resource of the draft is in; the resource goes with it. */
const DRAFT_STRUCTURE = [...STRUCTURE, 'location'] as const;

const advance = (layer: Layer, state: PlanningState, instances: Instances): void => {
  const before = layer.state;
  layer.state = state;
  const changed = changedOperations(before, state);
  const kinds = state.workspace === null ? STRUCTURE : DRAFT_STRUCTURE;
  const isStructural = before.record !== state.record || kinds.some((kind) => differs(before, state, kind));
  if (!isStructural && changed.size === 0) return;
  layer.sorted = null;
  const change = isStructural ? null : layer.index.advance([...changed].map((id) => operationChange(state, id)));
  note(layer, change ?? rebase(layer.index, state, instances));
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
