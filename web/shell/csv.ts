import { csvLine, SPREADSHEET_MARK } from '../../engine/csvLine.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { PlacedBar, Scene } from '../timeline/model/scene.ts';
import { visitBars } from '../timeline/model/visible.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { Board } from './board.ts';
import { shownName } from './mode.ts';

const COLUMNS = [
  'operation',
  'name',
  'part',
  'resource',
  'location',
  'start',
  'end',
  'scheduledStart',
  'scheduledEnd',
  'conflicts',
  'conflictProbability',
  'locked',
  'closure',
  'tags',
] as const;

export interface CsvSource {
  readonly scene: Scene;
  readonly document: LiveDocument;
  /** The highlighted operations; null when all are. */
  readonly shown: ReadonlySet<string> | null;
}

/**
 * The CSV of all bars in [from, to) on shown rows, row by row, and then of operations without a place. Times are UTC; lines end with CR LF (RFC
 * 4180). It begins with a byte order mark, for spreadsheets.
 */
export const csvOf = ({ scene, document, shown }: CsvSource, from: number, to: number): string => {
  const { resources, locations, tags } = document.tables;
  const lines = [SPREADSHEET_MARK + COLUMNS.join(',')];
  const add = ({ bar }: PlacedBar): void => {
    if (shown !== null && !shown.has(bar.operation)) return;
    const resource = bar.resource === null ? undefined : resources.get(bar.resource);
    const conflicts = scene.conflictsOf(bar.operation);
    const instant = (at: number): string => formatInstant(at * 1000);
    const cells: readonly (string | number)[] = [
      bar.operation,
      bar.name,
      bar.part + 1,
      resource?.name ?? '',
      locations.get(resource?.location ?? '')?.name ?? '',
      instant(bar.start),
      instant(bar.end),
      instant(bar.scheduledStart),
      instant(bar.scheduledEnd),
      conflicts.length,
      Math.max(0, ...conflicts.map(({ probability }) => probability)),
      String(bar.isLocked),
      String(bar.isBlocker),
      bar.tags.map((uuid) => tags.get(uuid)?.value ?? '').join(' '),
    ];
    lines.push(csvLine(cells));
  };
  for (const [row] of scene.rows.rows.entries()) visitBars(scene.rowBars(row), from, to, add);
  visitBars(scene.unassigned, from, to, add);
  return `${lines.join('\r\n')}\r\n`;
};

/** Saves the CSV of the shown bars as a file. */
export const saveCsv = (board: Board): void => {
  const window = board.timeline?.window();
  if (window === undefined) return;
  const { scene, document } = board;
  const text = csvOf({ scene, document, shown: board.looks.standingOut() }, window.from, window.to);
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = globalThis.document.createElement('a');
  link.href = address;
  const name = shownName(board) ?? 'planning';
  // Some systems do not allow these characters in the name of a file.
  link.download = `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(address);
  board.say(`${link.download} contains the shown bars.`);
};
