import { expect, test } from 'vitest';
import type { BoardWorld } from '../boardWorld.ts';

/** What is proposed in words is applied only by a click. */
export const assistantJourneys = (world: () => BoardWorld): void => {
  test('the assistant proposes, the board previews, and only the planner’s click applies it', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.get('tab', 'Assistant').click();
    await board.get('textbox', 'Message').fill('Resolve the conflict of BA 20');
    await board.press('Send');
    const proposal = await board.sees('article', 'Proposal');
    await board.sees('log', 'Conversation');
    await proposal.getByRole('button', { name: 'Preview' }).click();
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await proposal.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await proposal.getByText('Applied').waitFor();
    await board.press('Undo');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
  });
};
