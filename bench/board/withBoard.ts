import type { Browser } from 'playwright-core';
import { type BoardServer, startBoard, type TestLogin } from '../../tests/board/boardServer.ts';
import { launchBrowser, noBrowser } from '../../tests/board/browser.ts';

export interface OpenBoard {
  readonly server: BoardServer;
  readonly browser: Browser;
  /** A planner. */
  readonly ann: TestLogin;
}

/** Calls `use` with a server that has the demo day, and a browser. Both end with it. */
export const withBoard = async (use: (board: OpenBoard) => Promise<void>): Promise<void> => {
  if (noBrowser !== null) throw new Error(noBrowser);
  const server = await startBoard();
  try {
    const browser = await launchBrowser();
    try {
      await use({ server, browser, ann: await server.newUser('Ann', 'planner') });
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
};
