import type { Look } from './look.ts';
import type { Surface } from './surface.ts';

/** The look of the pane of pinned rows; null when nothing is pinned. */
const pinnedPane = (look: Look): Look | null => {
  const { frame, view, pinnedTop } = look;
  const { pinned } = frame;
  if (pinned.height === 0) return null;
  const labels = { ...frame.labels, y: pinned.y, height: pinned.height };
  return { ...look, frame: { ...frame, body: pinned, labels }, view: { ...view, top: pinnedTop } };
};

/** The looks of the panes with rows: the scrolling rows, and the pinned ones if there are any. */
export const panesOf = (look: Look): readonly Look[] => {
  const pinned = pinnedPane(look);
  return pinned === null ? [look] : [look, pinned];
};

/** The look of the pane with a row. */
export const paneOf = (look: Look, row: number): Look => {
  const { rows, pinnedHeight } = look.scene.rows;
  const isPinned = (rows[row]?.top ?? pinnedHeight) < pinnedHeight;
  return (isPinned ? pinnedPane(look) : null) ?? look;
};

/** Paints the line below the pinned rows. */
export const paintSplit = (surface: Surface, { frame, palette }: Look): void => {
  const { pinned } = frame;
  if (pinned.height === 0) return;
  surface.fill(palette.lineStrong, [0, pinned.y + pinned.height - 2, frame.width, 2]);
};
