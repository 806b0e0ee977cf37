import type { BrowserContextOptions } from 'playwright-core';
import { BoardPage } from './boardPage.ts';
import { type BoardServer, startBoard, type TestLogin } from './boardServer.ts';
import { launchBrowser } from './browser.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { smallPlan } from './smallPlan.ts';
import { type Issuer, openIssuer } from '../identity/issuer.ts';

/** Time limits for a busy machine; usually, seconds suffice. */
export const START_MS = 240_000;
export const JOURNEY_MS = 180_000;

/** The server and the browser that the tests of a file share. */
export interface BoardWorld {
  readonly server: BoardServer;
  /** Two planners. */
  readonly ann: TestLogin;
  readonly ben: TestLogin;
  /** A viewer. */
  readonly vera: TestLogin;
  /** The provider of single sign-on. */
  readonly issuer: Issuer;
  /** Creates a small planning for one test and returns its path; `change` modifies it first. */
  newPlan(change?: (plan: PlanningDocument) => PlanningDocument): Promise<string>;
  openPage(options?: BrowserContextOptions): Promise<BoardPage>;
  openAs(login: TestLogin, path: string, options?: BrowserContextOptions): Promise<BoardPage>;
  /** Closes all pages. Fails if one of them did what no page may do. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export const openWorld = async (): Promise<BoardWorld> => {
  let issuer: Issuer | undefined;
  const signOn = async (port: number): Promise<Readonly<Record<string, string>>> => {
    issuer = await openIssuer(`http://127.0.0.1:${port}/auth/oidc/callback/`);
    return {
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: issuer.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
      OIDC_ORGANIZATION: 'demo',
      OIDC_ROLE: 'planner',
      OUTGOING_ALLOW: '127.0.0.1',
    };
  };
  const [server, browser] = await Promise.all([startBoard(signOn), launchBrowser()]);
  const opened: BoardPage[] = [];
  let plans = 0;
  const openPage = async (options?: BrowserContextOptions): Promise<BoardPage> => {
    const board = await BoardPage.open(browser, server.base, options);
    opened.push(board);
    return board;
  };
  return {
    server,
    ann: await server.newUser('Ann', 'planner'),
    ben: await server.newUser('Ben', 'planner'),
    vera: await server.newUser('Vera', 'viewer'),
    newPlan: async (change = (plan) => plan) => `/p/${await server.import(change(smallPlan(`small${++plans}`)))}`,
    issuer: issuer!,
    openPage,
    async openAs(login, path, options) {
      const board = await openPage(options);
      await board.enter(login, path);
      return board;
    },
    async closePages() {
      for (const board of opened.splice(0)) await board.close();
    },
    async close() {
      await browser.close();
      await issuer?.close();
      await server.stop();
    },
  };
};
