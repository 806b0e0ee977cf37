import type { BoardPage } from './boardPage.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bar is taken up by a finger that rests on it for longer than 350 ms. */
const HELD_MS = 450;
/** Chromium makes no click of a touch that follows a moved finger sooner; after 0.3 s it made none. */
const AFTER_MOVE_MS = 1500;

/** Fingers, as a touch screen tells of them. */
export const touchOf = async (board: BoardPage) => {
  const session = await board.context.newCDPSession(board.page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  const down = (...points: Point[]): Promise<unknown> => send('touchStart', points);
  let hasMoved = false;
  const move = (...points: Point[]): Promise<unknown> => {
    hasMoved = true;
    return send('touchMove', points);
  };
  const up = async (): Promise<void> => {
    await send('touchEnd', []);
    if (hasMoved) await board.page.waitForTimeout(AFTER_MOVE_MS);
    hasMoved = false;
  };
  return {
    down,
    move,
    up,
    async tap(point: Point): Promise<void> {
      await down(point);
      await up();
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
