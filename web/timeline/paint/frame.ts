/** A part of the timeline's area, in CSS pixels from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The division of the timeline's area. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly ruler: Box;
  readonly labels: Box;
  readonly body: Box;
  /** The pinned rows above the others. The height is 0 when nothing is pinned. */
  readonly pinned: Box;
  /** The pane of operations without a place. The height is 0 when there are none. */
  readonly unassigned: Box;
  readonly overview: Box;
}

export const RULER_HEIGHT = 42;
const OVERVIEW_HEIGHT = 40;
const UNASSIGNED_TITLE = 22;
const MOST_PINNED = 0.4;

/** The sizes that the user has set with splitters. */
export interface FrameSizes {
  /** The width of the rows' names in pixels. */
  readonly labels: number;
  /** The largest share of the height for the pane of operations without a place; beyond it, the pane scrolls. */
  readonly unassigned: number;
}

export const USUAL_SIZES: FrameSizes = { labels: 132, unassigned: 0.3 };

/** The heights that rows and lanes need, in pixels. */
export interface FrameNeeds {
  readonly unassigned: number;
  readonly pinned: number;
}

export const layOutFrame = (width: number, height: number, needs: FrameNeeds, sizes: FrameSizes): Frame => {
  const unassigned =
    needs.unassigned === 0 ? 0 : Math.min(needs.unassigned + UNASSIGNED_TITLE, Math.floor(height * sizes.unassigned));
  const rowsHeight = Math.max(0, height - RULER_HEIGHT - OVERVIEW_HEIGHT - unassigned);
  const pinned = Math.min(needs.pinned, Math.floor(rowsHeight * MOST_PINNED));
  const bodyHeight = rowsHeight - pinned;
  const top = RULER_HEIGHT + pinned;
  const x = Math.min(sizes.labels, width / 3);
  const bodyWidth = Math.max(0, width - x);
  return {
    width,
    height,
    ruler: { x, y: 0, width: bodyWidth, height: RULER_HEIGHT },
    labels: { x: 0, y: top, width: x, height: bodyHeight },
    body: { x, y: top, width: bodyWidth, height: bodyHeight },
    pinned: { x, y: RULER_HEIGHT, width: bodyWidth, height: pinned },
    unassigned: { x, y: top + bodyHeight, width: bodyWidth, height: unassigned },
    overview: { x, y: height - OVERVIEW_HEIGHT, width: bodyWidth, height: OVERVIEW_HEIGHT },
  };
};

/** The part of the pane below its title, in which the lanes are. */
export const unassignedLanes = ({ unassigned }: Frame): Box => ({
  ...unassigned,
  y: unassigned.y + UNASSIGNED_TITLE,
  height: Math.max(0, unassigned.height - UNASSIGNED_TITLE),
});

/** Whether a point is on the rows, pinned or not. */
export const isOnRows = ({ body, pinned }: Frame, px: number, py: number): boolean =>
  isInside(body, px, py) || isInside(pinned, px, py);

export const isInside = ({ x, y, width, height }: Box, px: number, py: number): boolean =>
  px >= x && px < x + width && py >= y && py < y + height;
