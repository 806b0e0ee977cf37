import type { Look } from './look.ts';
import type { Surface } from './surface.ts';

/** The rows above the split as if they were all there are; null: nothing is pinned. */
const pinnedPane = (look: Look): Look | null => {
  const { frame, view, pinnedTop } = look;
  const { pinned } = frame;
  if (pinned.height === 0) return null;
  const labels = { ...frame.labels, y: pinned.y, height: pinned.height };
  return { ...look, frame: { ...frame, body: pinned, labels }, view: { ...view, top: pinnedTop } };
};

/** What rows are drawn in: those that scroll, and those above the split. */
export const panesOf = (look: Look): readonly Look[] => {
  const pinned = pinnedPane(look);
  return pinned === null ? [look] : [look, pinned];
};

/** The pane that a row is in. */
export const paneOf = (look: Look, row: number): Look => {
  const { tops, pinnedHeight } = look.scene.rows;
  return (row >= 0 && tops[row] < pinnedHeight ? pinnedPane(look) : null) ?? look;
};

/** The line below the rows that do not scroll. */
export const paintSplit = (surface: Surface, { frame, palette }: Look): void => {
  const { pinned } = frame;
  if (pinned.height === 0) return;
  surface.fill(palette.lineStrong, [0, pinned.y + pinned.height - 2, frame.width, 2]);
};
