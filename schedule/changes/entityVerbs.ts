import { present } from '../../engine/present.ts';
import type { Fields, Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound } from '../access/authorize.ts';
import { listEntities } from '../access/listEntities.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { change } from './change.ts';
import type { Edits } from './edits.ts';
import { requireMatch } from './freshness.ts';
import { patchEntity } from './patchEntity.ts';

/** What makes one kind of entity different from another for the verbs below. */
interface EntityDefinition<K extends Kind, I, R> {
  readonly kind: K;
  /** The member of a write that names a new one; absent in a write: an id is made. */
  readonly idMember: keyof I & string;
  /** Where a new one goes. Absent: to the planning that the body names. */
  readonly home?: (deps: Ports, scope: Scope, input: I) => Promise<PlanningRef>;
  /** A write merged into what is stored; null: a new one. Problems are collected in `edits`. */
  readonly merge: (edits: Edits, id: string, stored: Fields[K] | null, input: I) => Fields[K];
  readonly record: (state: PlanningState, version: Version<K>) => R;
  /** Refuses a deletion, or brings in order what referred to the one that is deleted. */
  readonly settle?: (edits: Edits, id: string) => void;
}

/** The verbs that every entity of a planning has. */
export const entityVerbs = <
  K extends Kind,
  R,
  I extends { readonly [member: string]: unknown; readonly planning?: string | undefined },
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
      const id = edits.newId(kind, input[idMember] as string | undefined, idMember);
      edits.put(kind, id, merge(edits, id, null, input));
      return id;
    });
    return record(state, present(state.get(kind, result)));
  },
  get: async (deps: Ports, scope: Scope, id: string): Promise<R> => {
    const { state, version } = await readEntity(deps, scope, kind, id);
    return record(state, version);
  },
  list: (deps: Ports, scope: Scope, planning: string, page: PageRequest): Promise<Listed<R>> =>
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
