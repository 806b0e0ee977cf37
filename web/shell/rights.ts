import type { BoardState } from './boardState.ts';

/** Whoever is here may look at what is shown, and no more. Before it is known who that is, nobody is a viewer, and nobody may edit. */
export const isViewer = ({ user, plannings, layer }: BoardState): boolean => {
  if (user === null) return false;
  const organization = plannings.find(({ id }) => id === layer?.planning)?.organization;
  const role = user?.organizations.find(({ id }) => id === organization)?.role;
  return role === undefined || role === 'viewer';
};

/** What is shown may be changed by whoever is here: it is of now, fresh, and they are a planner. */
export const mayEdit = (state: BoardState): boolean => {
  const { layer, connection, session, loading, user } = state;
  return (
    layer !== null &&
    layer.change === null &&
    connection === 'connected' &&
    session === 'open' &&
    user !== null &&
    loading === 'ready' &&
    !isViewer(state)
  );
};
