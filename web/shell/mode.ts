import { clockAt, dayAt } from '../timeline/model/ticks.ts';
import type { Board } from './board.ts';
import { type BoardState, shownPlanning } from './boardState.ts';

export type ModeKind = 'live' | 'draft' | 'past';

const TIME_DIGITS = 12;

/** The time of a change in Unix seconds, which is the beginning of its id (UUID version 7). */
export const timeOf = (change: string): number =>
  Number.parseInt(change.replaceAll('-', '').slice(0, TIME_DIGITS), 16) / 1000;

/** The name of the shown planning: that of its document, or that in the list until it is loaded; undefined until either is known. */
export const shownName = ({ store, document }: Pick<Board, 'store' | 'document'>): string | undefined => {
  const state = store.getState();
  return state.loading === 'ready' ? document.planning.name : shownPlanning(state)?.name;
};

/** The name of the shown layer, such as "Live", "Draft: Strike on Friday" ("Draft" until its name is known) or "Past: Fri 14 Mar, 14:05". */
export const modeOf = (
  { layer, workspaces }: Pick<BoardState, 'layer' | 'workspaces'>,
  zone: string,
): { readonly kind: ModeKind; readonly text: string } => {
  if (layer?.change != null) {
    const at = timeOf(layer.change);
    const when = Number.isFinite(at) ? `${dayAt(zone, at)}, ${clockAt(zone, at)}` : layer.change;
    return { kind: 'past', text: `Past: ${when}` };
  }
  if (layer?.workspace == null) return { kind: 'live', text: 'Live' };
  const name = workspaces.find(({ id }) => id === layer.workspace)?.name;
  return { kind: 'draft', text: name === undefined ? 'Draft' : `Draft: ${name}` };
};
