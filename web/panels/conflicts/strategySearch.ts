import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf } from '../../../engine/messageOf.ts';
import { IN_LINES, linesOf } from '../../../client/lines.ts';
import type { Board } from '../../shell/board.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { type Schemas, serviceOf } from '../service.ts';

export type Strategy = Schemas['Strategy'];

/** The results of a search so far. */
export interface Found {
  readonly strategies: readonly Strategy[];
  readonly isOver: boolean;
  /** The error of the search; empty when there was none. */
  readonly problem: string;
  /** Whether the search has failed, so that it may be started again. */
  readonly hasFailed: boolean;
}

export interface StrategySearch {
  readonly found: StoreApi<Found>;
  /** The operation that the search moves. */
  readonly operation: string;
}

const PATH = '/v1/operations/{id}/resolve-conflict-stream/part/{part_pk}/';
const MOST_STRATEGIES = 6;
/** The most searches that are kept at a time. */
const MOST_SEARCHES = 4;

/**
 * Searches for strategies, which can be started before a conflict is opened. A search is for one state of the planning; after a change it starts
 * again.
 */
export class StrategySearches {
  private readonly board: Board;
  private readonly searches = new Map<string, StrategySearch & { readonly abort: AbortController }>();

  constructor(board: Board) {
    this.board = board;
  }

  /**
   * The search of a conflict that was opened, which starts again if it has failed. Aborts all other running searches, so that the service works on this one
   * alone.
   */
  first(conflict: ConflictMark): StrategySearch {
    const own = this.keyOf(conflict);
    if (this.searches.get(own)?.found.getState().hasFailed === true) this.searches.delete(own);
    for (const [key, { found, abort }] of this.searches) {
      if (key === own || found.getState().isOver) continue;
      abort.abort();
      this.searches.delete(key);
    }
    return this.of(conflict);
  }

  of(conflict: ConflictMark): StrategySearch {
    const key = this.keyOf(conflict);
    const known = this.searches.get(key);
    if (known !== undefined) return known;
    const operation = this.movable(conflict);
    const found = createStore<Found>(() => ({ strategies: [], isOver: false, problem: '', hasFailed: false }));
    const search = { found, operation: operation ?? conflict.operations[1], abort: new AbortController() };
    this.searches.set(key, search);
    for (const [old, { abort }] of this.searches) {
      if (this.searches.size <= MOST_SEARCHES) break;
      abort.abort();
      this.searches.delete(old);
    }
    if (operation === null) {
      found.setState({ isOver: true, problem: 'Neither of them may be moved: both are locked or closures.' });
    } else void this.search(operation, conflict, search);
    return search;
  }

  close(): void {
    for (const { abort } of this.searches.values()) abort.abort();
    this.searches.clear();
  }

  private keyOf({ id }: ConflictMark): string {
    const { layer, revision } = this.board.store.getState();
    return `${layer?.workspace} ${revision} ${id}`;
  }

  /** The operation to move: the later one, unless it may not be moved; null when neither may. */
  private movable({ operations }: ConflictMark): string | null {
    const [first, second] = operations;
    const isFree = (id: string): boolean => {
      const operation = this.board.document.operation(id);
      return operation !== undefined && operation.isFixedToResource !== true && operation.isBlocker !== true;
    };
    return isFree(second) ? second : isFree(first) ? first : null;
  }

  private async search(
    operation: string,
    { resource }: ConflictMark,
    { found, abort }: { readonly found: StoreApi<Found>; readonly abort: AbortController },
  ): Promise<void> {
    const bars = this.board.scene.barsOfOperation(operation);
    const part = bars.find(({ bar }) => bar.resource === resource)?.bar.part ?? 0;
    try {
      const call = serviceOf(this.board).POST(PATH, {
        ...IN_LINES,
        params: { path: { id: operation, part_pk: String(part) } },
        body: { virtualState: {}, parameters: { maxStrategies: MOST_STRATEGIES } },
        signal: abort.signal,
      });
      let strategies: readonly Strategy[] = [];
      // Shows the first strategy at once, and later ones at most once a frame.
      let next = 0;
      const show = (): void => {
        next = 0;
        found.setState({ strategies });
      };
      for await (const line of linesOf<typeof PATH>(call)) {
        if (line.type === 'strategy') {
          const isFirst = strategies.length === 0;
          strategies = [...strategies, line.strategy]
            .sort((a, b) => a.score.delta - b.score.delta || a.moves.length - b.moves.length)
            .slice(0, MOST_STRATEGIES);
          if (isFirst) show();
          else if (next === 0) next = requestAnimationFrame(show);
        } else if (line.type === 'error') throw new Error(line.detail);
      }
      cancelAnimationFrame(next);
      found.setState({ strategies, isOver: true });
    } catch (error) {
      if (abort.signal.aborted) return;
      found.setState({ isOver: true, problem: messageOf(error), hasFailed: true });
    }
  }
}
