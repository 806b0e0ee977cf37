import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
  Request,
} from 'playwright-core';
import type { TestLogin } from './boardServer.ts';

/** Steps take tens of milliseconds; this limit is for a busy machine. */
export const PATIENCE_MS = 30_000;
/** Chromium's console message for each response with a status of 400 or above. */
const REFUSED = /^Failed to load resource: the server responded with a status of (\d+)/;

/** Benches use such pages too, outside of tests. */
const until = async (holds: () => Promise<boolean>, what: string): Promise<void> => {
  const byWhen = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > byWhen) throw new Error(`No ${what}.`);
    await sleep(50);
  }
};

type Role = Parameters<Page['getByRole']>[0];

const VIEWPORT = { width: 1280, height: 800 };

/**
 * The browser of one planner. `faults` collects what a page must never do: console errors, violations of the content security policy, requests to
 * other hosts, and statuses that the journey does not expect.
 */
export class BoardPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[] = [];
  /** Statuses that this journey expects. */
  readonly expected = new Set<number>();
  /** Other hosts that this journey may contact, with their ports. */
  readonly elsewhere = new Set<string>();
  /** Requests that have no response yet. */
  private readonly underWay = new Set<Request>();
  private readonly base: string;

  private constructor(context: BrowserContext, page: Page, base: string) {
    this.context = context;
    this.page = page;
    this.base = base;
  }

  static async open(browser: Browser, base: string, options: BrowserContextOptions = {}): Promise<BoardPage> {
    const context = await browser.newContext({ viewport: VIEWPORT, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const board = new BoardPage(context, await context.newPage(), base);
    board.watch(board.page);
    return board;
  }

  /** Opens another tab of the same browser. */
  async newTab(): Promise<BoardPage> {
    const tab = new BoardPage(this.context, await this.context.newPage(), this.base);
    tab.watch(tab.page);
    return tab;
  }

  get(role: Role, name: string | RegExp): Locator {
    return this.page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  }

  /** The bar whose accessible name begins like this: "AZ 10, A1, 08:00–09:30". */
  cell(start: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${start.replaceAll('.', '\\.')}(,|$)`) });
  }

  async seesCell(start: string): Promise<Locator> {
    const cell = this.cell(start);
    await cell.first().waitFor();
    return cell.first();
  }

  async losesCell(start: string): Promise<void> {
    await this.cell(start).first().waitFor({ state: 'detached' });
  }

  async sees(role: Role, name: string | RegExp): Promise<Locator> {
    const found = this.get(role, name).first();
    await found.waitFor();
    return found;
  }

  async press(name: string | RegExp): Promise<void> {
    await this.get('button', name).first().click();
  }

  /** Waits until the live region has this text. */
  async says(status: 'Mode' | 'Connection' | 'Messages', text: string | RegExp): Promise<void> {
    await this.get('status', status).filter({ hasText: text }).waitFor();
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.base}${path}`);
  }

  async logIn({ email, password }: TestLogin): Promise<void> {
    await this.get('textbox', 'E-mail').fill(email);
    await this.get('textbox', 'Password').fill(password);
    await this.press('Log in');
  }

  /** Opens the address, logs in, and waits until the bars can be used. */
  async enter(login: TestLogin, path: string): Promise<void> {
    await this.goTo(path);
    await this.logIn(login);
    await this.isReady();
  }

  async isReady(): Promise<void> {
    await this.says('Connection', 'Connected');
    await this.page.getByRole('gridcell').first().waitFor();
  }

  /** Drags from the middle of a bar to the same time on another row. `before` runs while the pointer is down. */
  async drag(start: string, resource: string, before?: () => Promise<void>): Promise<void> {
    const from = await this.boxOf(await this.seesCell(start));
    const to = await this.boxOf(await this.sees('rowheader', resource));
    const x = from.x + from.width / 2;
    const { mouse } = this.page;
    await mouse.move(x, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(x, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(x, to.y + to.height / 2, { steps: 4 });
    await before?.();
    await mouse.up();
  }

  async boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
    // Cells are recreated until the view has settled, so one that was just found may be replaced.
    let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
    await until(async () => (box = await what.boundingBox()) !== null, `box of ${String(what)}`);
    return box!;
  }

  /** Whether the element has the keyboard focus. */
  hasFocus(what: Locator): Promise<boolean> {
    return what.evaluate((element) => element === element.ownerDocument.activeElement);
  }

  async focusCell(name: string): Promise<Locator> {
    const box = this.get('searchbox', 'Search');
    await box.fill(name);
    await box.press('Enter');
    const cell = await this.seesCell(name);
    await until(() => this.hasFocus(cell), `focus on ${name}`);
    return cell;
  }

  /** Presses the key until the dialog is open: one that comes while the board is drawn anew may be lost. */
  async opensBy(key: string, dialog: string): Promise<void> {
    const opened = this.get('dialog', dialog).first();
    await until(async () => {
      await this.page.keyboard.press(key);
      return opened.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      );
    }, `dialog ${dialog}`);
  }

  async close(): Promise<void> {
    await this.context.close();
    this.failOfFaults();
  }

  /**
   * Leaves the board and makes the page like a new one: nothing is stored, and nothing of what a journey set is left. Only the process of the page
   * goes on, which has compiled the board's program: the next journey begins in a third less processor time.
   */
  async renew(): Promise<void> {
    const { context, page } = this;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.goto(`${this.base}/healthz`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' });
    await page.setViewportSize(VIEWPORT);
    await page.mouse.move(0, 0);
    this.failOfFaults();
    this.expected.clear();
    this.elsewhere.clear();
  }

  /** Waits until every request has its response: what was asked for before a change must not find what is after it. */
  async hasAnswers(): Promise<void> {
    await until(() => Promise.resolve(this.underWay.size === 0), 'response to every request');
  }

  private failOfFaults(): void {
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
  }

  private watch(page: Page): void {
    page.on('console', (message) => this.heard(message));
    page.on('pageerror', (error) => this.faults.push(`thrown: ${error.stack ?? error.message}`));
    page.on('requestfinished', (request) => this.underWay.delete(request));
    page.on('requestfailed', (request) => this.underWay.delete(request));
    page.on('request', (request) => {
      this.underWay.add(request);
      const url = new URL(request.url());
      const isHere = url.host === new URL(this.base).host || url.protocol === 'blob:' || url.protocol === 'data:';
      if (!isHere && !this.elsewhere.has(url.host)) this.faults.push(`asked for ${url.href}`);
    });
  }

  private heard(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const status = Number(REFUSED.exec(message.text())?.[1] ?? Number.NaN);
    if (this.expected.has(status)) return;
    this.faults.push(`console: ${message.text()} (${message.location().url})`);
  }
}
