/** Guarantee: a planner logs in, moves an aircraft by pointer, by keys and by dialog, sees why not, undoes it, and others see it at once. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Started, start } from '../processes.ts';
import { launchBrowser, noBrowser } from './browser.ts';

/** A browser beside a server on a crowded machine. */
vi.setConfig({ testTimeout: 120_000 });

const SIZE = { width: 1280, height: 800 };
const PATIENCE = { timeout: 25_000, interval: 100 };
/** Of the demo day: an aircraft of size C on T1; A1 is free then, T9 is too small for it. */
const NAME = 'DL 453';

describe.skipIf(noBrowser !== null)('the board', () => {
  let directory: string;
  let server: Started;
  let url: string;
  let login: { readonly email: string; readonly password: string };
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** What the browser complained about: errors of scripts, of the page's policy. */
  const complaints: string[] = [];

  const open = async (in_: BrowserContext): Promise<Page> => {
    const opened = await in_.newPage();
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('console', (message) => {
      // The browser logs each refusal of the service, which some of these steps provoke.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    opened.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url())) complaints.push(request.url());
    });
    await opened.goto(url);
    return opened;
  };
  const logIn = async (on: Page, password = login.password): Promise<void> => {
    await on.getByRole('textbox', { name: 'E-mail' }).fill(login.email);
    await on.getByRole('textbox', { name: 'Password' }).fill(password);
    await on.getByRole('button', { name: 'Log in' }).click();
  };
  const cell = (on: Page = page): Locator => on.getByRole('gridcell', { name: new RegExp(`^${NAME},`) });
  const place = async (on: Page = page): Promise<string | undefined> =>
    (
      await cell(on)
        .getAttribute('aria-label')
        .catch(() => null)
    )?.split(', ')[1];
  const said = (): Promise<string | null> => page.getByRole('status', { name: 'Messages' }).textContent();
  const isAt = async (resource: string, on: Page = page): Promise<void> => {
    await expect.poll(() => place(on), PATIENCE).toBe(resource);
  };
  const undo = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await isAt('T1');
    await expect.poll(said, PATIENCE).toContain('Undo');
  };
  /** The grid is made anew after each change: what was found may be gone a moment later. */
  const boxOf = async (locator: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> => {
    await expect.poll(() => locator.boundingBox().catch(() => null), PATIENCE).not.toBeNull();
    return (await locator.boundingBox()) ?? boxOf(locator);
  };
  const dragTo = async (resource: string): Promise<void> => {
    const from = await boxOf(cell());
    const to = await boxOf(page.getByRole('rowheader', { name: resource, exact: true }));
    await page.mouse.move(from.x + 10, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 14, from.y + 40, { steps: 3 });
    await page.mouse.move(from.x + 14, to.y + to.height / 2, { steps: 3 });
    // Until the rows have been judged.
    await page.waitForTimeout(500);
    await page.mouse.up();
  };
  const faults = async (on: Page): Promise<readonly string[]> => {
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await on.evaluate(source);
    const results = await on.evaluate(() =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      }),
    );
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tidegate-board-'));
    server = start(['serve'], { DATA_DIR: directory, PORT: '0', THREADS: '1', BOARD: 'true' });
    [, url] = (await server.line(/serves (http:\/\/\S+) \(the planning board/)) as unknown as [string, string];
    const [, email, password] = await server.line(/^Login: (\S+) \/ (\S+)$/m);
    login = { email, password };
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
    page = await open(context);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await server?.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  test('asks who it is, and says when that is wrong', async () => {
    await page.getByRole('form', { name: 'Log in' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await logIn(page, 'not the password');
    await expect.poll(() => page.getByRole('alert', { name: 'Problem' }).textContent(), PATIENCE).toContain('wrong');
    await logIn(page);
    await isAt('T1');
    expect(await page.getByRole('status', { name: 'Mode' }).textContent()).toBe('Live');
    await expect.poll(() => page.getByRole('status', { name: 'Connection' }).textContent(), PATIENCE).toBe('Connected');
    await expect.poll(() => page.title(), PATIENCE).toMatch(/^183 conflicts · Atlanta, 2008-03-14 · Live$/);
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage)
          .map((key) => localStorage.getItem(key))
          .join(' '),
      ),
    ).not.toMatch(/eyJ/);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await cell().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Candidates' }).waitFor();
    expect(await faults(page)).toEqual([]);
  });

  test('an aircraft is dragged to a free stand, seen by another browser, undone and done again', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    const other = await browser.newContext({ viewport: SIZE });
    const second = await open(other);
    await logIn(second);
    await isAt('T1', second);
    await dragTo('A1');
    await isAt('A1');
    await isAt('A1', second);
    await undo();
    await isAt('T1', second);
    await page.getByRole('button', { name: 'Redo' }).click();
    await isAt('A1');
    await undo();
    await other.close();
  });

  test('a drop where it may not be returns, and says why', async () => {
    await dragTo('T9');
    await expect
      .poll(() => page.getByRole('alert', { name: 'Problem' }).textContent(), PATIENCE)
      .toContain('lacks size C');
    await isAt('T1');
    await page.getByRole('alert', { name: 'Problem' }).getByRole('button', { name: 'Close' }).click();
  });

  test('the same by keys, each step said', async () => {
    await cell().focus();
    await page.keyboard.press('m');
    await expect.poll(said, PATIENCE).toContain('T1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(said, PATIENCE).toMatch(/^T2: overlaps .* worse$/);
    await page.keyboard.press('Escape');
    await isAt('T1');
    await page.keyboard.press('m');
    await page.waitForTimeout(500);
    for (let step = 0; step < 40 && !(await said())?.startsWith('A1: free'); step++) await page.keyboard.press(']');
    await page.keyboard.press('Enter');
    await isAt('A1');
    await undo();
  });

  test('the same by dialog', async () => {
    await cell().focus();
    await page.keyboard.press('Shift+M');
    await page.getByRole('dialog', { name: `Move ${NAME}` }).waitFor();
    await page
      .getByRole('listbox', { name: 'Rows' })
      .getByRole('option', { name: /^A1, \+/ })
      .click();
    await isAt('A1');
    await undo();
  });

  test('a cell lies where its bar is drawn', async () => {
    const box = await boxOf(cell());
    await page.mouse.click(box.x + box.width - 4, box.y + box.height - 4);
    await expect.poll(() => cell().getAttribute('aria-selected'), PATIENCE).toBe('true');
    await page.mouse.click(box.x + box.width / 2, box.y - 8);
    await expect.poll(() => cell().getAttribute('aria-selected'), PATIENCE).toBe('false');
  });

  test('a reload shows the same, logging out ends it', async () => {
    const box = await boxOf(cell());
    await page.mouse.click(box.x + 5, box.y + 5);
    await expect.poll(() => page.url(), PATIENCE).toContain('select=');
    const before = page.url();
    await page.reload();
    await isAt('T1');
    expect(page.url()).toBe(before);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('form', { name: 'Log in' }).waitFor();
    await page.reload();
    await page.getByRole('form', { name: 'Log in' }).waitFor();
  });

  test('no script failed, no policy was broken, nobody else was asked', () => {
    expect(complaints).toEqual([]);
  });
});
