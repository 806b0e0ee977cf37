import type { BoardState } from './boardState.ts';

/** Whoever is here may look at what is shown, and no more. */
export const isViewer = ({ user, plannings, layer }: BoardState): boolean => {
  const organization = plannings.find(({ id }) => id === layer?.planning)?.organization;
  const role = user?.organizations.find(({ id }) => id === organization)?.role;
  return role === undefined || role === 'viewer';
};

/** What is shown may be changed by whoever is here: it is of now, fresh, and they are a planner. */
export const mayEdit = (state: BoardState): boolean => {
  const { layer, connection, session, loading } = state;
  return (
    layer !== null &&
    layer.change === null &&
    connection === 'connected' &&
    session === 'open' &&
    loading === 'ready' &&
    !isViewer(state)
  );
};
