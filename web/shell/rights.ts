import type { BoardState } from './boardState.ts';

/** Whether the user may only read the shown planning. False until the user is known; until then, `mayEdit` is false as well. */
export const isViewer = ({ user, layer }: BoardState): boolean => {
  if (user === null) return false;
  const role = user.organizations.find(({ id }) => id === layer?.organization)?.role;
  return role === undefined || role === 'viewer';
};

/** The shown draft if it was archived or published, so that nothing can be changed in it. */
export const endedDraft = ({ layer, workspaces }: Pick<BoardState, 'layer' | 'workspaces'>) =>
  workspaces.find(({ id, state }) => id === layer?.workspace && state !== 'DRAFT');

/** Whether the shown layer can be read: of an archived draft, only what is here already is left. */
export const isReadable = (state: Pick<BoardState, 'layer' | 'workspaces'>): boolean =>
  endedDraft(state)?.state !== 'ARCHIVED';

/**
 * Whether the user may edit what is shown, now or when the connection is back: the present state of the live schedule or an open draft is shown, and the
 * user is a planner. Texts in fields stay meanwhile.
 */
export const isEditable = (state: BoardState): boolean =>
  state.layer !== null &&
  state.layer.change === null &&
  state.user !== null &&
  state.loading === 'ready' &&
  endedDraft(state) === undefined &&
  !isViewer(state);

/** Whether the user may edit now. After the end of a session, an edit waits until the user is back. */
export const mayEdit = (state: BoardState): boolean => state.connection === 'connected' && isEditable(state);
