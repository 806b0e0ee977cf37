import { expect, test } from 'vitest';
import { dataOf } from '../../../client/tidegate.ts';
import type { BoardWorld } from '../boardWorld.ts';

/** Metrics as charts, and the first visit. */
export const metricsJourneys = (world: () => BoardWorld): void => {
  test('metrics are shown as charts; the stress test lists the weakest gaps and links to them', async () => {
    const board = await world().openAs(world().ann, `/p/${world().server.demo}`);
    await board.get('tab', 'Metrics').click();
    await board.sees('img', 'Expected conflicts by hour');
    await board.sees('list', 'Utilization');
    await board.sees('list', 'Penalties by rule');
    const params = { path: { id: world().server.demo } };
    const { conflicts } = await dataOf(world().server.tidegate.GET('/v1/plannings/{id}/metrics/', { params }));
    const expected = board.get('tabpanel', 'Metrics').getByText(/^Expected\s*[\d.]+$/);
    expect(await expected.innerText()).toBe(`Expected\n${conflicts.expectedPairs.toFixed(1)}`);
    await board.press('Stress test');
    const gaps = await board.sees('list', 'Weakest gaps');
    await board
      .get('region', 'Risk')
      .getByText(/conflicts on average.*also counts gaps shorter than a hard buffer/)
      .waitFor();
    // On a phone there is no pointer that could rest on a name to read the rest of it.
    await board.page.setViewportSize({ width: 390, height: 844 });
    const names = board.get('tabpanel', 'Metrics').getByRole('listitem').locator('span');
    const cut = await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect([await names.count(), cut]).toEqual([expect.toSatisfy((count: number) => count > 10), 0]);
    await gaps.getByRole('button').first().click();
    await expect.poll(() => board.page.locator('[role=gridcell][aria-selected=true]').count()).toBeGreaterThan(0);
  });

  test('the stress test is among the commands: it leads to the metrics and starts, each time', async () => {
    const board = await world().openAs(world().vera, await world().newPlan());
    const { page } = board;
    const start = async (): Promise<void> => {
      await board.opensBy('Control+k', 'Commands');
      await page.keyboard.type('stress');
      await board.get('option', /^Stress test/).waitFor();
      const answer = page.waitForResponse((response) => response.url().endsWith('/stress/'));
      await page.keyboard.press('Enter');
      expect((await answer).status()).toBe(200);
      await board.says('Messages', /^Stress test: /);
      await expect.poll(() => board.get('tab', 'Metrics').getAttribute('aria-selected')).toBe('true');
    };
    await start();
    expect(await (await board.sees('list', 'Weakest gaps')).isVisible()).toBe(true);
    // Without hard rules, only overlaps are conflicts.
    expect(await board.get('region', 'Risk').innerText()).not.toContain('counts gaps');
    await start();
    await board.get('tab', 'Changes').click();
    await board.get('tab', 'Metrics').click();
    await board.sees('button', 'Stress test');
    await page.keyboard.press('Control+b');
    await board.get('tab', 'Metrics').waitFor({ state: 'detached' });
    await start();
  });

  test("a planner's first visit to the demo day starts a tour, once", async () => {
    const board = await world().openAs(world().ben, `/p/${world().server.demo}`);
    const tour = await board.sees('region', 'Tour');
    await board.press('Show the conflicts');
    await board.sees('list', 'Conflicts');
    await board.page.setViewportSize({ width: 360, height: 740 });
    const isInView = async (): Promise<boolean> => {
      const box = await tour.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360;
    };
    await expect.poll(isInView).toBe(true);
    for (let step = 0; step < 4; step++) await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByRole('button', { name: 'Done' }).click();
    await tour.waitFor({ state: 'detached' });
    await board.page.reload();
    await board.isReady();
    expect(await board.get('region', 'Tour').count()).toBe(0);
  });
};
