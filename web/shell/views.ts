import { type BoardStore, planningKey } from './boardState.ts';
import type { Looks } from './looks.ts';
import type { ServerClock } from '../server/serverClock.ts';
import type { Timeline } from '../timeline/timeline.ts';
import {
  isOfViews,
  LONGEST_VIEW_NAME,
  MOST_VIEWS,
  readViews,
  type SavedView,
  withView,
  writeViews,
} from './savedViews.ts';

/** The part of the board that saved views use. */
interface ViewHost {
  readonly store: BoardStore;
  readonly looks: Looks;
  readonly timeline: Timeline | null;
  readonly clock: ServerClock;
  say(message: string): void;
}

/** Lists, saves, shows and deletes the views that are stored in this browser. */
class Views {
  private readonly board: ViewHost;

  constructor(board: ViewHost) {
    this.board = board;
    // Another tab has saved or deleted a view.
    addEventListener('storage', ({ key }) => isOfViews(key) && this.load());
  }

  load(): void {
    const { user } = this.board.store.getState();
    this.board.store.setState({ views: user === null ? [] : readViews(user.id) });
  }

  /** Saves the present view under a name, replacing one with the same name. */
  save(text: string): void {
    const name = text.trim().slice(0, LONGEST_VIEW_NAME);
    const state = this.board.store.getState();
    const { layer, filter, pins, colorBy, density, timeMode, blend, views } = state;
    const window = this.board.timeline?.window();
    if (name === '' || layer === null || window === undefined) return;
    const now = this.board.clock.now() / 1000;
    const isAroundNow = layer.change === null && now > window.from && now < window.to;
    const origin = isAroundNow ? now : 0;
    const view: SavedView = {
      name,
      planning: planningKey(state),
      from: window.from - origin,
      to: window.to - origin,
      isAroundNow,
      filter,
      pins,
      colorBy,
      density,
      timeMode,
      blend,
    };
    const next = withView(views, view);
    if (next.length > MOST_VIEWS) return this.board.say(`There is room for ${MOST_VIEWS} views: delete one first.`);
    this.keep(next, `“${name}” is saved in this browser.`);
  }

  remove(view: SavedView): void {
    const { views } = this.board.store.getState();
    this.keep(
      views.filter((one) => one !== view),
      `“${view.name}” was deleted.`,
    );
  }

  show(view: SavedView): void {
    const { looks, timeline, clock } = this.board;
    looks.setDensity(view.density);
    looks.setTimeMode(view.timeMode);
    looks.setBlend(view.blend);
    looks.take(view);
    const origin = view.isAroundNow ? clock.now() / 1000 : 0;
    timeline?.showWindow(view.from + origin, view.to + origin);
    this.board.say(`View “${view.name}”`);
  }

  private keep(views: readonly SavedView[], said: string): void {
    const { user } = this.board.store.getState();
    this.board.store.setState({ views });
    const isKept = user !== null && writeViews(user.id, views);
    this.board.say(isKept ? said : 'This browser cannot save views: the view is lost when the page is closed.');
  }
}

const OPENED = new WeakMap<ViewHost, Views>();

/** The saved views of a board, which are loaded after the first paint. */
export const viewsOf = (board: ViewHost): Views => {
  const views = OPENED.get(board) ?? new Views(board);
  OPENED.set(board, views);
  return views;
};
