import { present } from '../../engine/present.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { Changeset, EditContext, Written } from '../../db/versions/store.ts';
import { StoreError } from '../../db/storeError.ts';
import { readWorkspace, requireDraft } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { Problems, toError } from '../problems.ts';
import type { ChangeSource, JsonObject, Scope } from '../types.ts';
import { Edits } from './edits.ts';
import { refuseUncompilable } from './refuseUncompilable.ts';
import { findAnswer, orAgain, saveAnswer } from './idempotency.ts';

/** What a response is rendered from: the state after the changeset, and the edit's result. */
export interface Changed<T> {
  readonly state: PlanningState;
  readonly result: T;
  /** Null if nothing differed, or on an idempotent replay. */
  readonly changeset: Changeset | null;
}

export interface ChangedAll<T> {
  /** In the order of the plannings. */
  readonly states: readonly PlanningState[];
  readonly result: T;
  readonly changesets: readonly (Changeset | null)[];
}

export interface ChangeOptions {
  readonly source?: ChangeSource;
  readonly details?: JsonObject;
}

type WriteDeps = Pick<Ports, 'store' | 'ids' | 'idempotency'>;

/**
 * Writes one changeset in the scope's workspace, or on the mainline. `edit` must be pure: it runs again when another writer commits first. Its result
 * must be JSON: with an idempotency key it is stored, and a replay renders it from the state at that change.
 */
export const change = async <T>(
  deps: WriteDeps,
  scope: Scope,
  planning: PlanningRef,
  edit: (edits: Edits, context: EditContext) => T | Promise<T>,
  options: ChangeOptions = {},
): Promise<Changed<T>> => {
  const replayed = await beforeWrite<T>(deps, scope, [planning]);
  if (replayed !== null) return { state: present(replayed.states[0]), result: replayed.result, changeset: null };
  const paths = new Map<string, string>();
  const again = (): Promise<Changed<T>> => change(deps, scope, planning, edit, options);
  const target = targetOf(scope, planning, options);
  const write = () =>
    deps.store.edit(target, async (state, context) => {
      const edits = openEdits(deps, scope, state, context, new Problems());
      const result = await edit(edits, context);
      refuseUncompilable(edits);
      edits.problems.check();
      rememberPaths(paths, edits);
      return keepingAnswer(deps, scope, [planning], [context], {
        writes: edits.writes,
        result,
        message: edits.message,
      });
    });
  return orAgain(deps, scope, again, async () => {
    const { state, result, changeset } = await namingPaths(paths, write);
    return { state, result, changeset };
  });
};

/** Like `change`, for several plannings: one changeset for each, in one transaction. `edit` gets their edits in the given order. */
export const changeAll = async <T>(
  deps: WriteDeps,
  scope: Scope,
  plannings: readonly PlanningRef[],
  edit: (edits: readonly Edits[]) => T | Promise<T>,
  options: ChangeOptions = {},
): Promise<ChangedAll<T>> => {
  const replayed = await beforeWrite<T>(deps, scope, plannings);
  if (replayed !== null) return replayed;
  const paths = new Map<string, string>();
  const targets = plannings.map((planning) => targetOf(scope, planning, options));
  const again = (): Promise<ChangedAll<T>> => changeAll(deps, scope, plannings, edit, options);
  const write = () =>
    deps.store.editAll<T>(targets, async (states, contexts) => {
      const problems = new Problems();
      const all = states.map((state, i) => openEdits(deps, scope, state, present(contexts[i]), problems));
      const result = await edit(all);
      for (const edits of all) refuseUncompilable(edits);
      problems.check();
      for (const edits of all) rememberPaths(paths, edits);
      return all.map((edits, i): Written<T> => {
        const written = { writes: edits.writes, result, message: edits.message };
        return i === 0 ? keepingAnswer(deps, scope, plannings, contexts, written) : written;
      });
    });
  return orAgain(deps, scope, again, async () => {
    const outcomes = await namingPaths(paths, write);
    return {
      states: outcomes.map((outcome) => outcome.state),
      result: present(outcomes[0]).result,
      changesets: outcomes.map((outcome) => outcome.changeset),
    };
  });
};

/** Decides like `change`, without writing. Problems are returned in `edits.problems` instead of thrown. */
export const previewChange = async <T>(
  deps: WriteDeps,
  scope: Scope,
  planning: PlanningRef,
  edit: (edits: Edits) => T | Promise<T>,
): Promise<{ readonly result: T; readonly edits: Edits }> => {
  if (scope.workspace !== null) await readWorkspace(deps, planning, scope.workspace);
  const { result, taken } = await deps.store.preview(
    { planning, workspace: scope.workspace },
    async (state, context) => {
      const edits = openEdits(deps, scope, state, context, new Problems());
      const edited = await edit(edits);
      refuseUncompilable(edits);
      return { writes: edits.writes, result: { result: edited, edits } };
    },
  );
  const { problems, pathOfNew } = result.edits;
  for (const { kind, id } of taken) {
    problems.add(pathOfNew.get(`${kind} ${id}`) ?? 'id', 'id_taken', takenMessage(kind, id));
  }
  return result;
};

/** With an idempotency key, stores the answer in the same transaction. */
const keepingAnswer = <T>(
  deps: WriteDeps,
  scope: Scope,
  plannings: readonly PlanningRef[],
  contexts: readonly EditContext[],
  written: Written<T>,
): Written<T> =>
  scope.idempotency === null
    ? written
    : { ...written, also: (sql) => saveAnswer(deps, scope, sql, plannings, contexts, written.result) };

/** Looks up the idempotency key. Returns the stored answer, also if the workspace was archived since; or null if the write is new, once its workspace was checked. */
const beforeWrite = async <T>(
  deps: WriteDeps,
  scope: Scope,
  plannings: readonly PlanningRef[],
): Promise<ChangedAll<T> | null> => {
  const answer = await findAnswer<T>(deps, scope, plannings);
  if (answer === null) {
    for (const planning of scope.workspace === null ? [] : plannings) {
      await readWorkspace(deps, planning, present(scope.workspace));
    }
    return null;
  }
  const states = await Promise.all(
    plannings.map(async (planning, i) => {
      const head = await deps.store.head(planning);
      const change = Math.min(answer.changes[i] ?? head, head);
      return deps.store.state({ planning, workspace: scope.workspace, change });
    }),
  );
  await reportChange(deps, scope, plannings, answer.changesets ?? []);
  return { states, result: answer.result, changesets: plannings.map(() => null) };
};

/** On a replay, calls `onChange` with the first changeset that the original request wrote. */
const reportChange = async (
  { store }: WriteDeps,
  { onChange }: Scope,
  plannings: readonly PlanningRef[],
  changesets: readonly string[],
): Promise<void> => {
  for (const [i, id] of onChange === undefined ? [] : changesets.entries()) {
    if (i < plannings.length && (await store.changeset(present(plannings[i]), id)) !== undefined) return onChange?.(id);
  }
};

const targetOf = (scope: Scope, planning: PlanningRef, { source, details }: ChangeOptions) => ({
  planning,
  workspace: scope.workspace,
  source: source ?? scope.source,
  author: scope.actor.user,
  message: scope.message,
  ...(details === undefined ? {} : { details }),
});

const openEdits = (
  deps: WriteDeps,
  scope: Scope,
  state: PlanningState,
  context: EditContext,
  problems: Problems,
): Edits => {
  if (scope.workspace !== null) requireDraft(state, scope.workspace);
  return new Edits(state, context, deps.ids, scope.message, problems);
};

const rememberPaths = (paths: Map<string, string>, edits: Edits): void => {
  for (const [id, path] of edits.pathOfNew) paths.set(id, path);
};

/** The store knows which id is taken; `paths` knows where in the input it stood. */
const namingPaths = async <T>(paths: ReadonlyMap<string, string>, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'id_taken') throw error;
    throw idTaken(error, paths);
  }
};

const takenMessage = (kind: string, id: string): string =>
  `The id ${id} is taken: another ${kind} of the organization has it, in a draft perhaps, or had it before it was deleted. Choose another id.`;

export const idTaken = ({ details }: StoreError, paths: ReadonlyMap<string, string>) => {
  const kind = String(details['kind']);
  const id = String(details['id']);
  const message = takenMessage(kind, id);
  return toError([{ path: paths.get(`${kind} ${id}`) ?? 'id', code: 'id_taken', message }]);
};

/** Runs `edit` on a state and checks the result. For writers that manage their own transaction. */
export const makeEdits = async <T>(
  ids: Ports['ids'],
  state: PlanningState,
  context: EditContext,
  message: string | null,
  edit: (edits: Edits) => T | Promise<T>,
): Promise<{ readonly edits: Edits; readonly result: T }> => {
  const edits = new Edits(state, context, ids, message);
  const result = await edit(edits);
  refuseUncompilable(edits);
  edits.problems.check();
  return { edits, result };
};
