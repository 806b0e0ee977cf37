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
  /** Without options, an earlier journey may have had the page, which is like a new one. */
  openAs(login: TestLogin, path: string, options?: BrowserContextOptions): Promise<BoardPage>;
  /** Closes all pages, or keeps them for `openAs` if the journey went well. Fails if one of them did what no page may do. */
  closePages(wentWell: boolean): Promise<void>;
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
  const renewable = new Set<BoardPage>();
  const idle: BoardPage[] = [];
  let plans = 0;
  const openPage = async (options?: BrowserContextOptions): Promise<BoardPage> => {
    const board = await BoardPage.open(browser, server.base, options);
    opened.push(board);
    return board;
  };
  const usualPage = async (): Promise<BoardPage> => {
    const board = idle.pop();
    if (board !== undefined) opened.push(board);
    const usual = board ?? (await openPage());
    renewable.add(usual);
    return usual;
  };
  const closePage = async (board: BoardPage, wentWell: boolean): Promise<void> => {
    const isKept = renewable.delete(board) && wentWell && board.context.pages().length === 1;
    if (!isKept) return board.close();
    try {
      await board.renew();
    } catch (error) {
      await board.context.close();
      throw error;
    }
    idle.push(board);
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
      const board = options === undefined ? await usualPage() : await openPage(options);
      await board.enter(login, path);
      return board;
    },
    async closePages(wentWell) {
      for (const board of opened.splice(0)) await closePage(board, wentWell);
    },
    async close() {
      await browser.close();
      await issuer?.close();
      await server.stop();
    },
  };
};
