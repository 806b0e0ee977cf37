import { expect, test } from 'vitest';
import { accepted, dataOf } from '../../../client/tidegate.ts';
import type { BoardWorld } from '../boardWorld.ts';

/** What is proposed in words is applied only by a click. */
export const assistantJourneys = (world: () => BoardWorld): void => {
  test('the assistant proposes, the board previews, and only the planner’s click applies it', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Assistant').click();
    await board.get('textbox', 'Message').fill('Resolve the conflict of BA 20');
    await board.press('Send');
    const proposal = await board.sees('article', 'Proposal');
    const proposals = board.get('article', 'Proposal');
    await board.sees('log', 'Conversation');
    await proposal.getByRole('button', { name: 'Preview' }).click();
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await proposal.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await proposal.getByText('Applied').waitFor();
    await board.press('Undo');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await proposal.getByText('Undone').waitFor();
    await board.press('Redo');
    await proposal.getByText('Applied').waitFor();
    await board.get('tab', 'Changes').click();
    await board.get('list', 'Changes').getByRole('button').first().click();
    await board.press('Revert');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.get('tab', 'Assistant').click();
    await proposal.getByText('Undone').waitFor();
    // The same when somebody else brings it back, or undoes it.
    const { tidegate } = world().server;
    const id = path.slice('/p/'.length);
    for (const state of ['Applied', 'Undone']) {
      const [last] = await dataOf(tidegate.GET('/v1/plannings/{id}/changesets/', { params: { path: { id } } }));
      const params = { path: { id, change_id: last?.id ?? '' } };
      await accepted(tidegate.POST('/v1/plannings/{id}/changesets/{change_id}/revert/', { params }));
      await proposal.getByText(state).waitFor();
    }

    // What has become impossible since is refused with the operation's name, not its id.
    board.expected.add(400);
    await board.get('textbox', 'Message').fill('Move BA 20 to A4');
    await board.press('Send');
    await expect.poll(() => proposals.count()).toBe(2);
    await board.focusCell('BA 20');
    await board.page.keyboard.press('l');
    await board.says('Messages', 'Lock BA 20: saved');
    await proposals.last().getByRole('button', { name: 'Apply' }).click();
    const problem = await board.sees('alert', 'Problem');
    expect(await problem.innerText()).toContain('can be made any more: operation BA 20 is fixed.');
  });

  test('what is proposed fits into the panel, however long the names of stands are', async () => {
    const path = await world().newPlan((plan) => ({
      ...plan,
      resources: plan.resources.map((one) => ({ ...one, name: `${one.name} (north apron, remote, towing needed)` })),
    }));
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Assistant').click();
    await board.get('textbox', 'Message').fill('Resolve the conflict of BA 20');
    await board.press('Send');
    const moves = (await board.sees('article', 'Proposal')).getByRole('listitem');
    await moves.first().waitFor();
    expect(await moves.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);

    // Nor do they leave no room for the operations of an optimization's plan.
    await board.get('tab', 'Optimize').click();
    await board.press('Start');
    const named = (await board.sees('list', 'Moves')).getByText(/^(?:BA 20|AZ 10|FR 60)$/);
    await named.first().waitFor();
    const cut = (all: readonly Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
    expect(await named.evaluateAll(cut)).toBe(0);
  });

  test('a message that was not answered need not be written again', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    board.expected.add(503);
    await board.get('tab', 'Assistant').click();
    const message = board.get('textbox', 'Message');
    await message.fill('Resolve the conflict of BA 20');
    // What is written stays while another panel is looked at.
    await board.get('tab', 'Metrics').click();
    await board.get('tab', 'Assistant').click();
    expect(await message.inputValue()).toBe('Resolve the conflict of BA 20');
    await board.page.route('**/agent/', (route) => route.fulfill({ status: 503, body: 'Busy' }), { times: 1 });
    await board.press('Send');
    await board.page.getByRole('alert').filter({ hasText: 'was not answered' }).waitFor();
    expect(await message.inputValue()).toBe('Resolve the conflict of BA 20');
    await board.press('Try again');
    await board.sees('article', 'Proposal');
    expect(await message.inputValue()).toBe('');
    expect(await board.get('log', 'Conversation').getByText('You: ').count()).toBe(1);
  });
};
