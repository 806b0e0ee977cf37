import type { Changeset, Store } from '../db/versions/store.ts';
import { StoreError } from '../db/storeError.ts';
import { settle } from './faults.ts';
import type { Deps } from './deps.ts';
import type { Scope } from './types.ts';

/** A verb as its file exports it: it takes its dependencies, the caller's scope, and its own arguments. */
type Verb = (deps: Deps, scope: Scope, ...args: never[]) => Promise<unknown>;

type Bound<V> = V extends (deps: Deps, scope: Scope, ...args: infer A) => infer R
  ? (scope: Scope, ...args: A) => R
  : never;

export type BoundVerbs<V> = { readonly [K in keyof V]: Bound<V[K]> };

const isPlanningGone = (error: unknown): boolean => error instanceof StoreError && error.code === 'planning_not_found';

/** Wraps the store for one call, so that `onChange` is called with the id of each changeset that the call writes. */
const reportingChanges = (store: Store, onChange: (change: string) => void): Store => {
  const reported = <T extends { readonly changeset: Changeset | null }>(outcome: T): T => {
    if (outcome.changeset !== null) onChange(outcome.changeset.id);
    return outcome;
  };
  return {
    ...store,
    edit: async (target, fn) => reported(await store.edit(target, fn)),
    write: async (target, fn) => reported(await store.write(target, fn)),
    editAll: async (targets, fn) => {
      const outcomes = await store.editAll(targets, fn);
      const first = outcomes.find(({ changeset }) => changeset !== null);
      if (first !== undefined) reported(first);
      return outcomes;
    },
    createPlanning: async (planning) => reported(await store.createPlanning(planning)),
  };
};

/** Binds every verb to its dependencies and maps what it throws to `ScheduleError`. */
export const bindVerbs = <V extends Record<string, Verb>>(deps: Deps, verbs: V): BoundVerbs<V> =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [
      name,
      async (scope: Scope, ...args: never[]) => {
        const { onChange } = scope;
        const own = onChange === undefined ? deps : { ...deps, store: reportingChanges(deps.store, onChange) };
        try {
          return await verb(own, scope, ...args).catch((error: unknown) => {
            if (!isPlanningGone(error)) throw error;
            // Another node deleted the planning after it was cached, and another planning may use these ids now. Nothing has been written, so retry.
            return verb(own, scope, ...args);
          });
        } catch (error) {
          throw await settle(deps, scope, error);
        }
      },
    ]),
  ) as BoundVerbs<V>;
