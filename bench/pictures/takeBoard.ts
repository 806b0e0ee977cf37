/** `npm run bench -- board-picture` starts the demo day and takes the README's picture of the planning board. */
import path from 'node:path';
import { BoardPage } from '../../tests/board/boardPage.ts';
import { withBoard } from '../board/withBoard.ts';

const FILE = path.join(import.meta.dirname, '../../docs/pictures/board.png');
/** The operation that is open in the picture: a turnaround in conflict, beside its candidates. */
const SHOWN = 'N879AS.1';

await withBoard(async ({ server, browser, ann }) => {
  const board = await BoardPage.open(browser, server.base, { viewport: { width: 1440, height: 810 } });
  // Skip the tour that new users see.
  await board.page.addInitScript(() => localStorage.setItem('tidegate-tour', 'done'));
  await board.enter(ann, `/p/${server.demo}?select=${SHOWN}`);
  await board.sees('table', 'Candidates');
  await board.page.screenshot({ path: FILE });
  console.log(FILE);
});
