/** `npm run bench -- board-picture` starts the demo day and takes the README's picture of the planning board. */
import path from 'node:path';
import { noBrowser, launchBrowser } from '../../tests/board/browser.ts';
import { startBoard } from '../../tests/board/boardServer.ts';

const FILE = path.join(import.meta.dirname, '../../docs/pictures/board.png');
/** The operation that is open in the picture: a turnaround in conflict, beside its candidates. */
const SHOWN = 'N879AS.1';

if (noBrowser !== null) throw new Error(noBrowser);
const server = await startBoard();
const browser = await launchBrowser();
try {
  const { email, password } = await server.newUser('Ann', 'planner');
  const page = await browser.newPage({ viewport: { width: 1440, height: 810 } });
  // Skip the tour that new users see.
  await page.addInitScript(() => localStorage.setItem('tidegate-tour', 'done'));
  await page.goto(`${server.base}/p/${server.demo}?select=${SHOWN}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('table', { name: 'Candidates' }).waitFor();
  await page.getByRole('gridcell').first().waitFor();
  await page.screenshot({ path: FILE });
  console.log(FILE);
} finally {
  await browser.close();
  await server.stop();
}
