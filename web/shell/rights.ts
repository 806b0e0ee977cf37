import type { BoardState } from './boardState.ts';

/** Whether the user may only read the shown planning. False until the user is known; until then, `mayEdit` is false as well. */
export const isViewer = ({ user, plannings, layer }: BoardState): boolean => {
  if (user === null) return false;
  const organization = plannings.find(({ id }) => id === layer?.planning)?.organization;
  const role = user?.organizations.find(({ id }) => id === organization)?.role;
  return role === undefined || role === 'viewer';
};

/** The shown draft if it was archived or published, so that nothing can be changed in it. */
export const endedDraft = ({ layer, workspaces }: Pick<BoardState, 'layer' | 'workspaces'>) =>
  workspaces.find(({ id, state }) => id === layer?.workspace && state !== 'DRAFT');

/** Whether the user may edit: the present state of the live schedule or an open draft is shown, the connection is up, and the user is a planner. */
export const mayEdit = (state: BoardState): boolean => {
  const { layer, connection, session, loading, user } = state;
  return (
    layer !== null &&
    layer.change === null &&
    connection === 'connected' &&
    session === 'open' &&
    user !== null &&
    loading === 'ready' &&
    endedDraft(state) === undefined &&
    !isViewer(state)
  );
};
