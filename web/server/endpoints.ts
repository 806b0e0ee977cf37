import type { Candidate } from '../../api/contract/conflict.ts';
import type { OrganizationRecord, UserRecord } from '../../api/contract/organization.ts';
import type { PlanningRecord } from '../../api/contract/planning.ts';
import type { OperationTask } from '../../api/contract/task.ts';
import type { WorkspaceRecord } from '../../api/contract/workspace.ts';
import type { Edit } from '../planning/edit.ts';
import type { Requests } from './request.ts';

/** A state of a planning: the mainline or a workspace, now or as of a change. */
export interface Layer {
  readonly planning: string;
  readonly workspace: string | null;
}

export interface PlanningEntry extends PlanningRecord {
  readonly organizationName: string;
}

export interface Exported {
  /** The planning document as text: the board parses it, and so does the thread that judges. */
  readonly text: string;
  readonly change: string | null;
}

/** The service's endpoints that the shell uses; panels add their own beside themselves. */
export const endpointsOf = (requests: Requests) => ({
  currentUser: async (): Promise<UserRecord> => (await requests.ask<UserRecord>('/v1/user/current/')).body,

  /** Of every organization that the user is in. */
  async plannings(): Promise<readonly PlanningEntry[]> {
    const { body: organizations } = await requests.ask<OrganizationRecord[]>('/v1/organizations/');
    const lists = await Promise.all(
      organizations.map(async ({ id, name }) => {
        const { body } = await requests.ask<PlanningRecord[]>(`/v1/organizations/${id}/plannings/`);
        return body.map((planning) => ({ ...planning, organizationName: name }));
      }),
    );
    return lists.flat();
  },

  workspaces: async (planning: string): Promise<readonly WorkspaceRecord[]> =>
    (await requests.ask<WorkspaceRecord[]>(`/v1/plannings/${planning}/workspaces/`)).body,

  createWorkspace: async (planning: string, name: string): Promise<WorkspaceRecord> =>
    (await requests.ask<WorkspaceRecord>(`/v1/plannings/${planning}/workspaces/`, { method: 'POST', body: { name } }))
      .body,

  /** The whole planning; kept by the browser, and asked for again only when it changed. */
  async exported({ planning, workspace }: Layer, change: string | null = null): Promise<Exported> {
    const query = change === null ? '' : `&change_id=${change}`;
    const response = await requests.send(`/v1/plannings/${planning}/export/?versions=true${query}`, { workspace });
    return { text: await response.text(), change: response.headers.get('X-Change-Id') };
  },

  /** Answers the changeset; null: nothing differed. */
  async edit({ planning, workspace }: Layer, edit: Edit): Promise<string | null> {
    const { body, change } = await requests.ask<{ change: string | null }>(`/v1/plannings/${planning}/edits/`, {
      method: 'POST',
      workspace,
      body: edit,
    });
    return change ?? body.change;
  },

  /** Answers the changeset that undoes the other. */
  async revert({ planning, workspace }: Layer, change: string): Promise<string | null> {
    const { body } = await requests.ask<{ id: string } | null>(
      `/v1/plannings/${planning}/changesets/${change}/revert/`,
      { method: 'POST', workspace, body: {} },
    );
    return body?.id ?? null;
  },

  taskHistory: async (operation: string, workspace: string | null): Promise<readonly TaskVersion[]> =>
    (await requests.ask<TaskVersion[]>(`/v1/operations/${operation}/tasks/`, { workspace })).body,

  candidates: async (operation: string, workspace: string | null): Promise<readonly Candidate[]> =>
    (await requests.ask<Candidate[]>(`/v1/operations/${operation}/candidates/`, { workspace })).body,
});

export type Endpoints = ReturnType<typeof endpointsOf>;

export type TaskVersion = OperationTask & { readonly role: 'inbound' | 'outbound' | null };
