import { createStore } from 'zustand/vanilla';
import type { PlanningDocument } from '../../../engine/instance/planningDocument.ts';
import { present } from '../../../engine/present.ts';
import { History } from '../../planning/history.ts';
import type { Board } from '../../shell/board.ts';
import { onePerBoard } from '../onePerBoard.ts';
import { type Changeset, loadDetails, steppable } from './changesets.ts';

interface Travel {
  /** The changes after which the board can be shown, newest first; null when the board is not stepping. */
  readonly changes: readonly Changeset[] | null;
  /** How many of them can be undone. */
  readonly count: number;
  /** How many of them, counted from the newest, are not in the shown state. */
  readonly undone: number;
  readonly isLoading: boolean;
}

const NOWHERE: Travel = { changes: null, count: 0, undone: 0, isLoading: false };

/**
 * Steps the board into the past and back. The differences of changes are requested once; every step is then computed here, starting from the present
 * state, or from the past state that a link opened. Stepping continues while other panels are shown.
 */
class TimeTravel {
  readonly state = createStore<Travel>(() => NOWHERE);
  private readonly board: Board;
  private history: History | null = null;
  private wanted: string | null = null;
  private reachesNow = true;

  constructor(board: Board) {
    this.board = board;
    board.store.subscribe(({ layer, loading }) => {
      const isNow = layer?.change == null && !this.state.getState().isLoading;
      const isElsewhere = isNow || loading === 'loading';
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
    const count = steppable(listed);
    const undone = change === null ? count : listed.findIndex(({ id }) => id === change);
    if (this.state.getState().isLoading) return this.state.setState({ undone });
    if (this.history !== null) return this.show();
    const steps = listed.slice(0, count + 1);
    this.state.setState({ changes: steps, count, undone, isLoading: true });
    const { document } = this.board;
    await this.loading(async () => {
      const details = await loadDetails(this.board, listed.slice(0, count));
      if (this.board.document !== document) return this.end();
      const all = [...details, ...listed.slice(count, count + 1).map((one) => ({ ...one, diffs: [] }))];
      const here = Math.max(
        0,
        all.findIndex(({ id }) => id === document.change),
      );
      // Changes that arrived in the meantime are not part of the state from which stepping starts.
      const isNow = this.board.store.getState().layer?.change === null;
      const changes = isNow ? all.slice(here) : all;
      this.history = new History(document.document(), changes, isNow ? 0 : here);
      this.state.setState({ changes, count: count - (all.length - changes.length) });
    });
  }

  /** Shows the wanted state once `load` is done, or says why it cannot be shown. */
  private async loading(load: () => Promise<void>): Promise<void> {
    this.state.setState({ isLoading: true });
    try {
      await load();
      this.state.setState({ isLoading: false });
      if (this.history !== null) await this.show();
    } catch (error) {
      this.end();
      this.board.fail('Showing a past state', error);
    }
  }

  private async show(): Promise<void> {
    const history = present(this.history);
    const { changes, count } = this.state.getState();
    const { layer } = this.board.store.getState();
    if (changes === null || layer === null) return;
    const at = this.wanted === null ? count : changes.findIndex(({ id }) => id === this.wanted);
    if (at < 0) return;
    if (at === 0 && this.reachesNow) {
      this.end();
      this.board.showPast(null, null);
      return;
    }
    const change = changes[at]?.id;
    this.state.setState({ undone: at });
    if (change !== undefined && !history.reaches(at)) {
      return this.loading(async () => {
        const { document } = this.board;
        const { text } = await this.board.endpoints.exported(layer, change);
        if (this.board.document !== document) return this.end();
        this.history = history.from(JSON.parse(text) as PlanningDocument, at);
      });
    }
    history.go(at);
    this.board.showPast(history.document, change ?? present(changes.at(-1)).id);
  }

  private end(): void {
    this.history = null;
    this.state.setState(NOWHERE);
  }
}

export const timeTravelOf = onePerBoard((board) => new TimeTravel(board));
