import type { BoardPage } from './boardPage.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bar is picked up by a finger that rests on it for longer than 350 ms. */
const HELD_MS = 450;
/** How long to wait for a click on a busy machine before tapping again. */
const CLICK_MS = 1500;
/** Chromium fires no click for a tap within a second of a finger that moved, nor for one that a busy machine delays. */
const MOST_TAPS = 4;

/** Fingers, as reported by a touch screen. */
export const touchOf = async (board: BoardPage) => {
  const session = await board.context.newCDPSession(board.page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  const down = (...points: Point[]): Promise<unknown> => send('touchStart', points);
  const move = (...points: Point[]): Promise<unknown> => send('touchMove', points);
  const up = (): Promise<unknown> => send('touchEnd', []);
  /** Listens for a click from now on. Returns a function that says whether one came. */
  const listen = async (): Promise<() => Promise<boolean>> => {
    const heard = await board.page.evaluateHandle((patience) => {
      const click = new Promise<boolean>((resolve) => {
        addEventListener('click', () => resolve(true), { capture: true, once: true });
        setTimeout(() => resolve(false), patience);
      });
      return { click };
    }, CLICK_MS);
    return () => heard.evaluate(({ click }) => click);
  };
  return {
    down,
    move,
    up,
    /** Taps as a person would: again, if there is no effect. */
    async tap(point: Point): Promise<void> {
      for (let taps = 1; taps <= MOST_TAPS; taps++) {
        const isHeard = await listen();
        // The events are sent together, so that a delay in between is not taken for a resting finger.
        await Promise.all([down(point), up()]);
        if (await isHeard()) return;
      }
      throw new Error(`${MOST_TAPS} taps at ${point.x}, ${point.y} made no click.`);
    },
    /** By the page's own timers, of which that for a resting finger is due first, however busy the machine is. */
    async hold(point: Point): Promise<void> {
      await down(point);
      await board.page.evaluate((heldMs) => new Promise((resolve) => setTimeout(resolve, heldMs)), HELD_MS);
    },
  };
};

export const middleOf = ({ x, y, width, height }: Point & { width: number; height: number }): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});
