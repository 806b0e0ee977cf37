import type { TestApp } from '../../api/testing/openApp.ts';
import type { Row } from './sample.ts';

export interface Assignment extends Row {
  id: string;
  versionId: string;
  operation: string;
  resource: string | null;
}

/** Requests that place operations of a small planning, and ask where they are; `planning` returns the id of the present one. */
export const placing = (api: TestApp, planning: () => string) => {
  const post = (path: string, body: unknown, headers = {}, as = api.admin) =>
    api.call(`POST /v1/${path}/`, { body, headers, as });
  return {
    post,
    assign: (operation: string, resource: string, headers = {}, as = api.admin) => {
      const p = planning();
      return post('assignments', { operation: `${p}-${operation}`, resource: `${p}-${resource}` }, headers, as);
    },
    edit: (body: unknown, headers = {}, as = api.admin) => post(`plannings/${planning()}/edits`, body, headers, as),
    /** The id of the latest change. */
    latest: async (): Promise<unknown> => ((await api.call(`GET /v1/plannings/${planning()}/`)).body as Row)['change'],
    /** The resource of the operation; null if it has none. */
    where: async (operation: string): Promise<string | null> => {
      const answer = await api.call(`GET /v1/operations/${planning()}-${operation}/assignment/`);
      return answer.status === 404 ? null : (answer.body as Assignment).resource!.slice(planning().length + 1);
    },
  };
};
