import { expect, test } from 'vitest';
import { dataOf, openTidegate } from '../../../client/tidegate.ts';
import { importPlanning } from '../../served.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardServer, TestLogin } from '../boardServer.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { smallPlan } from '../smallPlan.ts';

const ELSEWHERE = 'Other port';
/** A test that is repeated has plannings of its own. */
let attempts = 0;

/** Logs a user in and makes an organization of theirs, with a planning of the same ids in both. */
const planTwice = async (server: BoardServer, { email, password }: TestLogin, id: string): Promise<string> => {
  await server.import(smallPlan(id, `Here ${id}`));
  const { POST } = openTidegate({ url: server.base });
  const { access } = await dataOf(POST('/auth/login/', { body: { email, password } }));
  const tidegate = openTidegate({ url: server.base, token: access });
  const { id: other } = await dataOf(tidegate.POST('/v1/organizations/', { body: { name: ELSEWHERE } }));
  const plan = smallPlan(id, `There ${id}`);
  expect(await importPlanning(tidegate, other, { ...plan, assignments: [] })).toBe(id);
  return other;
};

const choose = async (board: BoardPage, planning: RegExp): Promise<void> => {
  await board.get('combobox', 'Planning').click();
  await (await board.sees('option', planning)).click();
  await board.isReady();
};

/** Users who belong to several organizations. */
export const organizationJourneys = (world: () => BoardWorld): void => {
  test('plannings with the same id in two organizations are told apart', async () => {
    const { server } = world();
    const olga = await server.newUser('Olga', 'planner');
    const id = `twice${++attempts}`;
    const other = await planTwice(server, olga, id);

    // An address without an organization, as somebody sends it who is in one: the board asks which one is meant.
    const board = await world().openPage();
    board.expected.add(400);
    await board.goTo(`/p/${id}`);
    await board.logIn(olga);
    await board.press(`Show There ${id} (${ELSEWHERE})`);
    await board.isReady();
    await board.seesCell('BA 20, unassigned');
    board.expected.delete(400);
    await board.hasAnswers();

    // Everything that is asked for and heard is that of the chosen organization.
    const { page } = board;
    const named = (): string | null => new URL(page.url()).searchParams.get('organization');
    await expect.poll(named).toBe(other);
    await board.drag('BA 20, unassigned', 'A4');
    await board.says('Messages', /saved/);
    for (const panel of ['Changes', 'Metrics', 'Conflicts', 'Optimize', 'Operation']) {
      await board.get('tab', panel).click();
      await board.hasAnswers();
    }
    await page.reload();
    await board.isReady();
    await board.seesCell('BA 20, A4');

    // The other one in the list is the other one, and Back leads back.
    await choose(board, new RegExp(`^Here ${id}`));
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await expect.poll(named).toBe('demo');
    await page.goBack();
    await board.seesCell('BA 20, A4');
    await expect.poll(() => board.get('combobox', 'Planning').innerText()).toContain('There');

    // A shared link leads to the same planning, and a draft of it to the same draft.
    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Strike');
    await page.keyboard.press('Enter');
    await board.says('Mode', 'Draft: Strike');
    const link = page.url();
    const tab = await board.newTab();
    await tab.page.goto(link);
    await tab.isReady();
    await tab.says('Mode', 'Draft: Strike');
    await tab.seesCell('BA 20, A4');
    expect(tab.faults).toEqual([]);
    await expect.poll(() => tab.page.title()).toContain('There');
  });

  test('who follows a link into an organization of others is told that, and chooses from the list', async () => {
    const { server } = world();
    const path = await world().newPlan();
    const board = await world().openPage();
    board.expected.add(404);
    await board.goTo(`${path}?organization=others`);
    await board.logIn(await server.newUser('Olga', 'planner'));
    const alert = board.page.getByRole('alert');
    await alert.getByText('You have no access to the organization that the address names.').waitFor();
    // A planning of the same id in an organization of the user is another one.
    const id = path.slice('/p/'.length);
    await board.sees('button', `Show ${id} (Demo)`);
    expect(await board.get('combobox', 'Planning').innerText()).toBe('Planning…');

    // Neither a draft of others nor one of a planning that is gone has a live schedule that could be shown.
    const draft = 'workspace=01a22e72-7e02-763e-864c-71365ff2304a';
    for (const foreign of [`${path}?organization=others&${draft}`, `/p/gone?${draft}`]) {
      await board.goTo(foreign);
      await alert.waitFor();
      await board.sees('combobox', 'Another planning');
      expect(await board.get('button', 'Show the live schedule').count()).toBe(0);
    }
    for (const lost of [draft, 'change=01a22e6f-2c53-739a-a52a-660258db934a']) {
      await board.goTo(`${path}?${lost}`);
      await (await board.sees('button', 'Show the live schedule')).click();
      await board.says('Mode', 'Live');
      await board.seesCell('AZ 10, A1, 08:00–09:30, 1 conflict');
    }

    await board.goTo('/p/gone?organization=others');
    await alert.waitFor();
    await expect.poll(() => board.get('button', /^Show /).count()).toBe(0);
    await board.get('combobox', 'Another planning').click();
    await (await board.sees('option', id)).click();
    await board.isReady();
    await board.seesCell('AZ 10, A1, 08:00–09:30, 1 conflict');
  });
};
