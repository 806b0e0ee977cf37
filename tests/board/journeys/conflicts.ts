import { expect, test } from 'vitest';
import { PATIENCE_MS } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';

const CONFLICT = 'AZ 10 and BA 20 on A1, 09:10, 100 %';

/** From a conflict to its being gone, and back. */
export const conflictJourneys = (world: () => BoardWorld): void => {
  test('a conflict’s strategies stream in, are looked at on the board, and one of them ends it', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Conflicts').click();
    const list = await board.sees('list', 'Conflicts');
    await board.press(CONFLICT);
    await board.sees('list', 'Strategies');
    await board.sees('button', 'Apply 1');
    await board.press('Preview 1');
    expect(await board.get('button', 'Preview 1').getAttribute('aria-pressed')).toBe('true');
    // Looking changes nothing.
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    // What is previewed stays in view, and is judged, whatever panel is looked at.
    const preview = await board.sees('region', 'Preview');
    await preview.getByText('Strategy 1 for BA 20 ends 1 conflict. Nothing is written yet.').waitFor();
    await board.sees('button', '! 1 conflict → 0');
    const [strategy] = await board.get('list', 'Strategies').getByRole('listitem').allInnerTexts();
    const moved = strategy.includes('AZ 10') ? 'AZ 10' : 'BA 20';
    await board.focusCell(moved);
    await board.get('tab', 'Operation').click();
    const operation = await board.sees('article', moved);
    await operation.getByText(/^In the preview: A[234] · \d\d:\d\d–\d\d:\d\d$/).waitFor();
    await operation.getByRole('heading', { name: /^Candidates in the preview/ }).waitFor();
    const row = (await board.sees('table', 'Candidates')).getByRole('row', { name: /Here now\.$/ });
    expect(await row.innerText()).not.toMatch(/^A1\b/);
    await board.get('tab', 'Metrics').click();
    const then = await board.sees('table', 'Before and after');
    await then.getByRole('row', { name: /^Conflicts 2 000 0 / }).waitFor();
    await board.page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);

    const other = await world().openAs(world().ben, path);
    await other.get('tab', 'Conflicts').click();
    const entry = await other.sees('button', CONFLICT);
    await expect.poll(() => entry.getAttribute('aria-description'), { timeout: PATIENCE_MS }).toBe('seen');

    await board.press('Apply 1');
    await expect.poll(() => board.page.title(), { timeout: PATIENCE_MS }).toMatch(/^0 conflicts/);
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => other.page.title(), { timeout: PATIENCE_MS }).toMatch(/^0 conflicts/);
    await board.press('Undo');
    await board.sees('button', CONFLICT);
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
  });

  test('a conflict is accepted for a while by one planner, for all of them', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const other = await world().openAs(world().ben, path);
    for (const one of [board, other]) await one.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);
    await board.get('textbox', 'Note').fill('Agreed with the tower');
    await board.get('combobox', 'Accept until').click();
    await board.get('option', 'For good').click();
    for (const one of [board, other]) {
      await one.press('1 accepted');
      await one.sees('button', CONFLICT);
    }
    await other.press(CONFLICT);
    await other.page.getByText('Accepted by Ann: Agreed with the tower').waitFor();
    await other.press('No longer');
    await other.get('button', '1 accepted').waitFor({ state: 'detached' });
  });

  test('a strategy is tried in a draft, by keys alone; what is live stays', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.get('tab', 'Conflicts').focus();
    await board.page.keyboard.press('Enter');
    const entry = await board.sees('button', CONFLICT);
    await entry.focus();
    await board.page.keyboard.press('Enter');
    await board.sees('button', 'Apply 1');
    await board.get('button', 'Apply 1 in a draft').focus();
    await board.page.keyboard.press('Enter');
    await board.says('Mode', /^Draft: Resolve BA 20$/);
    await expect.poll(() => board.page.title(), { timeout: PATIENCE_MS }).toMatch(/^0 conflicts/);
    await board.get('combobox', 'Workspace').click();
    await board.get('option', /^Live/).click();
    await board.says('Mode', 'Live');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
  });

  test('whoever comes back is told what is new since then', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Conflicts').click();
    await board.sees('button', CONFLICT);
    expect(await board.page.getByText(/new since/).count()).toBe(0);
    await board.page.goto('about:blank');
    const operation = `${path.slice('/p/'.length)}-CX30`;
    const resource = operation.replace('CX30', 'A1');
    await world().server.request('/v1/assignments/', { method: 'POST', body: { operation, resource } });
    await board.goTo(path);
    await board.isReady();
    await board.page.getByText(/^2 new since \d\d:\d\d$/).waitFor();
    await board.page.getByText('3 that hang together').waitFor();
    const state = async (name: RegExp): Promise<string | null> =>
      (await board.sees('button', name)).getAttribute('aria-description');
    expect(await state(/^AZ 10 and CX 30 on A1/)).toBe('new');
    expect(await state(/^AZ 10 and BA 20 on A1/)).not.toBe('new');
  });
};
