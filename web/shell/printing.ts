import type { Board } from './board.ts';
import { element } from './paper.ts';

/** Draws the pages of what is shown. */
type Drawing = (board: Board) => HTMLElement;

/** What is on paper while no bars can be drawn, since a browser that prints does not wait for them. */
const nothingYet = (): HTMLElement => {
  const paper = element('div', 'paper');
  paper.append(element('p', 'paper-line', 'The bars cannot be printed yet. Print again as soon as they are shown.'));
  return paper;
};

/**
 * Replaces the screen by pages in light colors when the browser prints, or by a sentence while no bars can be drawn. What draws the pages is loaded when the
 * planning is there. Returns a function that stops listening.
 */
export const listenToPrinting = (board: Board): (() => void) => {
  let pagesOf: Drawing | null = null;
  let paper: HTMLElement | null = null;
  let theme: string | undefined;
  const isReady = (): boolean => board.store.getState().loading === 'ready';
  const before = (): void => {
    theme = document.documentElement.dataset['theme'];
    document.documentElement.dataset['theme'] = 'light';
    paper?.remove();
    paper = pagesOf !== null && isReady() ? pagesOf(board) : nothingYet();
    document.body.append(paper);
  };
  const after = (): void => {
    paper?.remove();
    paper = null;
    if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
  };
  const load = async (): Promise<void> => {
    ({ pagesOf } = await import('./print.ts'));
  };
  if (isReady()) void load();
  const stop = board.store.subscribe(({ loading }, earlier) => {
    if (loading === 'ready' && earlier.loading !== 'ready') void load();
  });
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    stop();
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
};
