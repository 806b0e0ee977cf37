/** Steps that tests of a served Tidegate share, using the typed client. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../client/schema.d.ts';
import { dataOf, type Tidegate } from '../client/tidegate.ts';
import type { PlanningDocument } from '../engine/instance/planningDocument.ts';

type Schemas = components['schemas'];
export type Run = Schemas['OptimizationTask'];

/** Imports a planning and returns its id. */
export const importPlanning = async (
  { POST }: Tidegate,
  organization: string,
  document: PlanningDocument,
): Promise<string> => {
  const call = POST('/v1/organizations/{org_pk}/plannings/import/', {
    params: { path: { org_pk: organization } },
    body: document as Schemas['PlanningDocument'],
  });
  return ((await dataOf(call)) as Schemas['ImportedPlanning']).planning.id;
};

export const startRun = async (
  { POST }: Tidegate,
  planning: string,
  body: Schemas['OptimizeRequest'],
  headers: Readonly<Record<string, string>> = {},
): Promise<Run> =>
  (await dataOf(POST('/v1/plannings/{id}/optimize/', { params: { path: { id: planning } }, body, headers }))) as Run;

export const readRun = ({ GET }: Tidegate, planning: string, id: string): Promise<Run> =>
  dataOf(
    GET('/v1/plannings/{id}/optimization-task-results/{task_id}/', { params: { path: { id: planning, task_id: id } } }),
  );

/** Waits until the run has a status, and returns it. */
export const untilRunIs = async (
  tidegate: Tidegate,
  planning: string,
  id: string,
  wanted: Run['status'],
): Promise<Run> => {
  for (;;) {
    const run = await readRun(tidegate, planning, id);
    if (run.status === wanted) return run;
    await sleep(20);
  }
};

/** Cancels a run. This applies the best plan so far, unless told otherwise. */
export const cancelRun = (
  { POST }: Tidegate,
  planning: string,
  id: string,
  body: { readonly apply?: boolean } = {},
): Promise<Run> =>
  dataOf(
    POST('/v1/plannings/{id}/optimization-task-results/{task_id}/cancel/', {
      params: { path: { id: planning, task_id: id } },
      body,
    }),
  );
