import type { BoardState } from './boardState.ts';

/** Planning that a first start comes with. */
const DEMO = { organization: 'demo', planning: 'atl-2008-03-14' };
const KEPT = 'tidegate-tour';

/** Whether the tour should be offered: on the demo day, to who may do something, and once in a browser. */
export const isTourWanted = ({ layer, plannings, loading }: BoardState): boolean => {
  if (loading !== 'ready' || layer?.planning !== DEMO.planning || layer.workspace !== null) return false;
  if (plannings.find(({ id }) => id === layer.planning)?.organization !== DEMO.organization) return false;
  try {
    return localStorage.getItem(KEPT) === null;
  } catch {
    return false;
  }
};

export const endTour = (): void => {
  try {
    localStorage.setItem(KEPT, 'done');
  } catch {
    // Then it is offered again.
  }
};
