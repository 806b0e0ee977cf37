import type { Board } from '../../shell/board.ts';
import type { Schemas } from '../service.ts';
import type { FrontierPoint } from './runFollower.ts';

/** As the form has them. */
export interface Settings {
  readonly solver: string;
  readonly seconds: number;
  readonly window: 'all' | 'screen' | '4h';
  readonly freeze: 'started' | '30' | '120' | 'selected' | 'none';
  /** How many operations may change their place; null: any number. */
  readonly mostMoves: number | null;
  /** What differs from the planning's own. */
  readonly weights: Schemas['Weights'];
}

export const FIRST_SETTINGS: Settings = {
  solver: 'auto',
  seconds: 30,
  window: 'all',
  freeze: 'started',
  mostMoves: null,
  weights: {},
};

const FOUR_HOURS = 4 * 3600;

/** As a run takes them. `now`: Unix seconds. */
export const parametersOf = (
  board: Board,
  { seconds, window, freeze, mostMoves, weights }: Settings,
  now: number,
): Schemas['RunParameters'] => {
  const shown = board.timeline?.window();
  const range =
    window === '4h' ? { from: now, to: now + FOUR_HOURS } : window === 'screen' && shown !== undefined ? shown : null;
  const own = board.document.planning.weights ?? {};
  return {
    timeLimitSeconds: seconds,
    ...(range === null
      ? {}
      : { window: { start_timestamp: Math.floor(range.from), end_timestamp: Math.ceil(range.to) } }),
    ...(freeze === '30' || freeze === '120'
      ? { frozenBefore: new Date((now + Number(freeze) * 60) * 1000).toISOString() }
      : {}),
    ...(freeze === 'selected' ? { frozenOperations: [...board.store.getState().selection] } : {}),
    ...(freeze === 'none' ? { moveStarted: true } : {}),
    ...(mostMoves === null ? {} : { maxReassignments: mostMoves }),
    ...(Object.keys(weights).length === 0 ? {} : { weights: { ...own, ...weights } }),
  };
};

/** Index of the point for so many moves; the last one that is no more than that. */
export const chosenPoint = (points: readonly FrontierPoint[], mostMoves: number | null): number => {
  if (mostMoves === null) return points.length - 1;
  const at = points.findLastIndex(({ maxReassignments }) => maxReassignments !== null && maxReassignments <= mostMoves);
  return Math.max(0, at);
};
