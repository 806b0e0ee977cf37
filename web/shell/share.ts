import type { Board } from './board.ts';

/** Copies the address of the view, to be sent to somebody else. */
export const copyLink = async (board: Board): Promise<void> => {
  board.address.write();
  try {
    await navigator.clipboard.writeText(location.href);
    board.say('The link to this view is copied.');
  } catch {
    // Some browsers do not let pages write to the clipboard.
    board.explain({ title: 'Link to this view', detail: location.href });
  }
};
