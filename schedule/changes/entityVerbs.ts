import { present } from '../../engine/present.ts';
import type { Fields, Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { listEntities } from '../access/listEntities.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import type { Listed, Scope, StatePageRequest } from '../types.ts';
import { change } from './change.ts';
import type { Edits } from './edits.ts';
import { requireMatch } from './freshness.ts';
import { patchEntity } from './patchEntity.ts';

type IdMember = 'id' | 'uuid';

/** What distinguishes one kind of entity from another for the verbs below. */
interface EntityDefinition<K extends Kind, I, R> {
  readonly kind: K;
  /** The member of a write that has the new entity's id; if the member is absent, an id is generated. */
  readonly idMember: IdMember & keyof I;
  /** Finds the planning for a new entity. By default, it is the one that the body's `planning` names. */
  readonly home?: (deps: Ports, scope: Scope, input: I) => Promise<PlanningRef>;
  /** Merges a write into the stored fields; `stored` is null for a new entity. Problems are collected in `edits`. */
  readonly merge: (edits: Edits, id: string, stored: Fields[K] | null, input: I) => Fields[K];
  readonly record: (state: PlanningState, version: Version<K>) => R;
  /** Called before a deletion: refuses it, or updates the entities that refer to the deleted one. */
  readonly settle?: (edits: Edits, id: string) => void;
}

/** The create, get, list, patch and delete verbs that every kind of entity in a planning has. */
export const entityVerbs = <
  K extends Kind,
  R,
  I extends { readonly [M in IdMember | 'planning']?: string | undefined },
>({
  kind,
  idMember,
  home = (deps, scope, { planning }) => locateInBody(deps, scope, 'planning', planning, 'planning'),
  merge,
  record,
  settle = () => undefined,
}: EntityDefinition<K, I, R>) => ({
  create: async (deps: Ports, scope: Scope, input: I): Promise<R> => {
    const planning = await home(deps, scope, input);
    const { state, result } = await change(deps, scope, planning, (edits) => {
      const id = edits.newId(kind, input[idMember], idMember);
      edits.put(kind, id, merge(edits, id, null, input));
      return id;
    });
    return record(state, present(state.get(kind, result)));
  },
  get: async (deps: Ports, scope: Scope, id: string): Promise<R> => {
    const { state, version } = await readEntity(deps, scope, kind, id);
    return record(state, version);
  },
  list: (deps: Ports, scope: Scope, planning: string, page: StatePageRequest): Promise<Listed<R>> =>
    listEntities(deps, scope, kind, planning, page, record),
  patch: async (deps: Ports, scope: Scope, id: string, input: I): Promise<R> => {
    const { state, version } = await patchEntity(deps, scope, kind, id, input.planning, (edits, stored) =>
      merge(edits, id, stored, input),
    );
    return record(state, version);
  },
  delete: async (deps: Ports, scope: Scope, id: string): Promise<void> => {
    const planning = await locate(deps, scope, kind, id, 'planner');
    await change(deps, scope, planning, (edits) => {
      if (edits.state.get(kind, id) === undefined) throw notFound(kind, id);
      requireMatch(scope, edits.state, kind, id);
      settle(edits, id);
      edits.delete(kind, id);
    });
  },
});
