import { createStore } from 'zustand/vanilla';
import { present } from '../../../engine/present.ts';
import { History } from '../../planning/history.ts';
import type { Board } from '../../shell/board.ts';
import { type Changeset, loadDetails } from './changesets.ts';

interface Travel {
  /** The changes that are stepped through, newest first; null when the board is not stepping. */
  readonly changes: readonly Changeset[] | null;
  /** How many of them, counted from the newest, are not in the shown state. */
  readonly undone: number;
  readonly isLoading: boolean;
}

const NOWHERE: Travel = { changes: null, undone: 0, isLoading: false };

/**
 * Steps the board into the past and back. The differences of changes are requested once; every step is then computed here, starting from the present
 * state, or from the past state that a link opened. Stepping continues while other panels are shown.
 */
export class TimeTravel {
  readonly state = createStore<Travel>(() => NOWHERE);
  private readonly board: Board;
  private history: History | null = null;
  private wanted: string | null = null;
  private reachesNow = true;

  constructor(board: Board) {
    this.board = board;
    board.store.subscribe(({ layer, loading }) => {
      const isElsewhere = layer?.change == null || loading === 'loading';
      if (isElsewhere && this.history !== null) this.end();
    });
  }

  /**
   * Shows the state after a change; null for the state before all listed ones. `listed` is newest first; `reachesNow` says that its first change is
   * the latest of the planning.
   */
  async go(listed: readonly Changeset[], change: string | null, reachesNow: boolean): Promise<void> {
    this.wanted = change;
    this.reachesNow = reachesNow;
    if (this.history !== null) return this.show();
    const { isLoading } = this.state.getState();
    const at = change === null ? listed.length : listed.findIndex(({ id }) => id === change);
    this.state.setState({ changes: listed, undone: at, isLoading: true });
    if (isLoading) return;
    const { document } = this.board;
    try {
      const details = await loadDetails(this.board, listed);
      if (this.board.document !== document) return this.end();
      const here = details.findIndex(({ id }) => id === document.change);
      // Changes that arrived in the meantime are not part of the state from which stepping starts.
      const isNow = this.board.store.getState().layer?.change === null;
      const changes = isNow ? details.slice(Math.max(0, here)) : details;
      this.history = new History(document.document(), changes, isNow ? 0 : Math.max(0, here));
      this.state.setState({ changes, isLoading: false });
      this.show();
    } catch (error) {
      this.end();
      this.board.fail('Showing a past state', error);
    }
  }

  private show(): void {
    const history = present(this.history);
    const { changes } = this.state.getState();
    if (changes === null) return;
    const at = this.wanted === null ? changes.length : changes.findIndex(({ id }) => id === this.wanted);
    if (at < 0) return;
    if (at === 0 && this.reachesNow) {
      this.end();
      this.board.showPast(null, null);
      return;
    }
    const change = history.go(at);
    this.state.setState({ undone: at });
    this.board.showPast(history.document, change ?? present(changes.at(-1)).id);
  }

  private end(): void {
    this.history = null;
    this.state.setState(NOWHERE);
  }
}

const TRAVELS = new WeakMap<Board, TimeTravel>();

/** The time travel of a board, created on first use. */
export const timeTravelOf = (board: Board): TimeTravel => {
  let travel = TRAVELS.get(board);
  if (travel === undefined) {
    travel = new TimeTravel(board);
    TRAVELS.set(board, travel);
  }
  return travel;
};
