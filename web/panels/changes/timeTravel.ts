import { createStore } from 'zustand/vanilla';
import { present } from '../../../engine/present.ts';
import { History } from '../../planning/history.ts';
import type { Board } from '../../shell/board.ts';
import { type Changeset, loadDetails } from './changesets.ts';

interface Travel {
  /** Those that are stepped through, newest first; null: what is shown is not stepped through. */
  readonly changes: readonly Changeset[] | null;
  /** How many of them, from the newest on, are not in what is shown. */
  readonly undone: number;
  readonly isLoading: boolean;
}

const NOWHERE: Travel = { changes: null, undone: 0, isLoading: false };

/**
 * Steps of the board into the past and back. What the changes did is asked for once; every step is made here, from what is now or from
 * the past state that a link led to. It goes on while other panels are looked at.
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

  /** To the state after a change; null: before all of those listed. `listed`: newest first; `reachesNow`: the first one is the last there is. */
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
      // What came meanwhile is not in what is stepped back from.
      const isNow = this.board.store.getState().layer?.change === null;
      const changes = isNow ? details.slice(Math.max(0, here)) : details;
      this.history = new History(document.document(), changes, isNow ? 0 : Math.max(0, here));
      this.state.setState({ changes, isLoading: false });
      this.show();
    } catch (error) {
      this.end();
      this.board.fail('Looking into the past', error);
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
    this.board.showPast(history.document, change ?? changes[changes.length - 1].id);
  }

  private end(): void {
    this.history = null;
    this.state.setState(NOWHERE);
  }
}

const TRAVELS = new WeakMap<Board, TimeTravel>();

/** The board's one; made when it is first asked for. */
export const timeTravelOf = (board: Board): TimeTravel => {
  let travel = TRAVELS.get(board);
  if (travel === undefined) {
    travel = new TimeTravel(board);
    TRAVELS.set(board, travel);
  }
  return travel;
};
