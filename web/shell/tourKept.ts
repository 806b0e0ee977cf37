import type { BoardState } from './boardState.ts';

/** The demo planning of a first start. */
const DEMO = { organization: 'demo', planning: 'atl-2008-03-14' };
const KEPT = 'tidegate-tour';

/** Whether to offer the tour: on the demo day, to users who may edit, and once in each browser. */
export const isTourWanted = ({ layer, loading }: BoardState): boolean => {
  if (loading !== 'ready' || layer?.planning !== DEMO.planning || layer.workspace !== null) return false;
  if (layer.organization !== DEMO.organization) return false;
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
    // Without storage, the tour is offered again.
  }
};
