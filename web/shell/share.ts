import type { Board } from './board.ts';

/** The address of what is shown, for somebody else. */
export const copyLink = async (board: Board): Promise<void> => {
  board.address.write();
  try {
    await navigator.clipboard.writeText(location.href);
    board.say('The link to this view is copied.');
  } catch {
    // A browser that lets no page write there.
    board.explain({ title: 'Link to this view', detail: location.href });
  }
};
