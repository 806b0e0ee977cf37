import type { components } from '../../client/schema.d.ts';
import { accepted, dataOf, type Tidegate } from '../../client/tidegate.ts';
import { present } from '../../engine/present.ts';
import type { Edit } from '../planning/edit.ts';
import type { Move } from '../planning/planEdit.ts';

type Schemas = components['schemas'];
export type Author = Schemas['Author'];
export type UserRecord = Schemas['User'];
export type WorkspaceRecord = Schemas['Workspace'];
export type PlanningEntry = Schemas['Planning'] & { readonly organizationName: string };
export type TaskVersion = Schemas['OperationTask'];

/** A state of a planning: of the mainline or a workspace, now or after a change. */
export interface Layer {
  readonly planning: string;
  readonly workspace: string | null;
}

export interface Exported {
  /** The planning document as text; both the board and the worker parse it. */
  readonly text: string;
  readonly change: string | null;
}

/** The result of applying a plan: its changeset (null when nothing differed), and the moves that were left out. */
export interface Carried {
  readonly change: string | null;
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
}

/** Opens a client of this page's server for the mainline (null) or a draft, with the session's token. */
export type Service = (workspace: string | null) => Tidegate;

/** Lets the client repeat a request safely. Pages without TLS have no `crypto.randomUUID`. */
export const once = (): { readonly 'Idempotency-Key': string } => ({
  'Idempotency-Key': crypto.getRandomValues(new Uint32Array(4)).join('-'),
});

/** The endpoints that the shell uses. Panels use `board.service` for theirs. */
export const endpointsOf = (service: Service) => ({
  currentUser: (): Promise<UserRecord> => dataOf(service(null).GET('/v1/user/current/')),

  /** The plannings of all organizations of the user. */
  async plannings(): Promise<readonly PlanningEntry[]> {
    const organizations = await dataOf(service(null).GET('/v1/organizations/'));
    const lists = await Promise.all(
      organizations.map(async ({ id, name }) => {
        const params = { path: { org_pk: id } };
        const plannings = await dataOf(service(null).GET('/v1/organizations/{org_pk}/plannings/', { params }));
        return plannings.map((planning) => ({ ...planning, organizationName: name }));
      }),
    );
    return lists.flat();
  },

  workspaces: (id: string): Promise<readonly WorkspaceRecord[]> =>
    dataOf(service(null).GET('/v1/plannings/{id}/workspaces/', { params: { path: { id } } })),

  createWorkspace: (id: string, name: string): Promise<WorkspaceRecord> =>
    dataOf(
      service(null).POST('/v1/plannings/{id}/workspaces/', {
        params: { path: { id }, header: once() },
        body: { name },
      }),
    ),

  archiveWorkspace: (id: string): Promise<WorkspaceRecord> =>
    dataOf(service(null).POST('/v1/workspaces/{id}/archive/', { params: { path: { id } } })),

  restoreWorkspace: (id: string): Promise<WorkspaceRecord> =>
    dataOf(service(null).POST('/v1/workspaces/{id}/restore/', { params: { path: { id } } })),

  /** The whole planning. The browser caches it, and downloads it again only when it has changed. */
  async exported({ planning, workspace }: Layer, change: string | null = null): Promise<Exported> {
    const query = { versions: true, ...(change === null ? {} : { change_id: change }) };
    const params = { path: { id: planning }, query };
    const request = service(workspace).GET('/v1/plannings/{id}/export/', { params, parseAs: 'text' });
    const { data, response } = await accepted(request);
    return { text: data, change: response.headers.get('X-Change-Id') };
  },

  /** Writes an edit. Resolves with the changeset, or null when nothing differed. */
  async edit({ planning, workspace }: Layer, edit: Edit): Promise<string | null> {
    const params = { path: { id: planning }, header: once() };
    const body = edit as Schemas['Edits'];
    return (await dataOf(service(workspace).POST('/v1/plannings/{id}/edits/', { params, body }))).change;
  },

  /** Reverts a changeset. Resolves with the new changeset, or null when nothing had to be written. */
  async revert({ planning, workspace }: Layer, change: string): Promise<string | null> {
    const request = { params: { path: { id: planning, change_id: change }, header: once() } };
    const { response } = await accepted(
      service(workspace).POST('/v1/plannings/{id}/changesets/{change_id}/revert/', request),
    );
    return response.headers.get('X-Change-Id');
  },

  /** Writes moves of a plan that still hold. Resolves with the changeset, or null when none was left to write, and with the moves that were left out. */
  async applyMoves(workspace: string | null, moves: readonly Move[]): Promise<Carried> {
    const params = { path: { id: present(moves[0]).operation }, header: once() };
    const call = service(workspace).POST('/v1/operations/{id}/apply-strategy/', {
      params,
      body: { moves: [...moves] },
    });
    const { id, skipped } = await dataOf(call);
    return { change: id, skipped };
  },

  taskHistory: (operation: string, workspace: string | null): Promise<readonly TaskVersion[]> =>
    dataOf(service(workspace).GET('/v1/operations/{id}/tasks/', { params: { path: { id: operation } } })),
});

export type Endpoints = ReturnType<typeof endpointsOf>;
