import type { Board } from '../../shell/board.ts';
import type { Schemas } from '../service.ts';

/** The settings of the form. */
export interface Settings {
  readonly solver: string;
  readonly seconds: number;
  readonly window: 'all' | 'screen' | '4h' | 'selected';
  readonly freeze: 'started' | '30' | '120' | 'selected' | 'none';
  /** How many operations may change their place; null for any number. */
  readonly mostMoves: number | null;
  /** The weights that differ from those of the planning. */
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

/** The operations that may not move, by their ids: the selected ones, or all others. */
const frozenIn = (board: Board, window: Settings['window'], freeze: Settings['freeze']): string[] => {
  const { selection } = board.store.getState();
  const selected = new Set(selection);
  const others =
    window === 'selected' ? [...board.document.operations()].flatMap(({ id }) => (selected.has(id) ? [] : [id])) : [];
  return freeze === 'selected' ? [...others, ...selection] : others;
};

/**
 * The time before which operations that begin do not move; null when the time decides nothing. On the day itself, what has begun by its expected time
 * counts, since not everybody reports actual times; in a plan of another day, only these do.
 */
const frozenUntil = (board: Board, freeze: Settings['freeze'], now: number): number | null => {
  if (freeze === '30' || freeze === '120') return now + Number(freeze) * 60;
  const span = board.scene.busySpan();
  return freeze === 'started' && span !== null && now >= span.from && now < span.to ? now : null;
};

/** The parameters of a run with these settings. `now` is in Unix seconds. */
export const parametersOf = (
  board: Board,
  { seconds, window, freeze, mostMoves, weights }: Settings,
  now: number,
): Schemas['RunParameters'] => {
  const shown = board.timeline?.window();
  const range =
    window === '4h' ? { from: now, to: now + FOUR_HOURS } : window === 'screen' && shown !== undefined ? shown : null;
  const own = board.document.planning.weights ?? {};
  const frozen = frozenIn(board, window, freeze);
  const frozenBefore = frozenUntil(board, freeze, now);
  return {
    timeLimitSeconds: seconds,
    ...(range === null
      ? {}
      : { window: { start_timestamp: Math.floor(range.from), end_timestamp: Math.ceil(range.to) } }),
    ...(frozenBefore === null ? {} : { frozenBefore: new Date(frozenBefore * 1000).toISOString() }),
    ...(frozen.length === 0 ? {} : { frozenOperations: frozen }),
    ...(freeze === 'none' ? { moveStarted: true } : {}),
    ...(mostMoves === null ? {} : { maxReassignments: mostMoves }),
    ...(Object.keys(weights).length === 0 ? {} : { weights: { ...own, ...weights } }),
  };
};

/** The index of the last point whose limit is at most this number of moves. */
export const chosenPoint = (points: readonly Schemas['FrontierPoint'][], mostMoves: number | null): number => {
  if (mostMoves === null) return points.length - 1;
  const at = points.findLastIndex(({ maxReassignments }) => maxReassignments !== null && maxReassignments <= mostMoves);
  return Math.max(0, at);
};
