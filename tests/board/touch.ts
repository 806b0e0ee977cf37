import type { BoardPage } from './boardPage.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bar is taken up by a finger that rests on it for longer than 350 ms. */
const HELD_MS = 450;
/** So long a click may take on a busy machine before the finger taps again. */
const CLICK_MS = 1500;
/** Chromium makes no click of a tap that follows a moved finger within a second, nor of one that a busy machine draws out. */
const MOST_TAPS = 4;

/** Fingers, as a touch screen tells of them. */
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
  /** Listens for a click from now on: answers what says whether one came. */
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
    /** As somebody taps: again, when nothing comes of it. */
    async tap(point: Point): Promise<void> {
      for (let taps = 1; taps <= MOST_TAPS; taps++) {
        const isHeard = await listen();
        // Not one after the other: what lies between them is not to be taken for a finger that rests.
        await Promise.all([down(point), up()]);
        if (await isHeard()) return;
      }
      throw new Error(`${MOST_TAPS} taps at ${point.x}, ${point.y} made no click.`);
    },
    async hold(point: Point): Promise<void> {
      await down(point);
      await board.page.waitForTimeout(HELD_MS);
    },
  };
};

export const middleOf = ({ x, y, width, height }: Point & { width: number; height: number }): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});
