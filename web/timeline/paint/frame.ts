/** A part of the timeline's area. CSS pixels from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the timeline's area is divided. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly ruler: Box;
  readonly labels: Box;
  readonly body: Box;
  /** Of no height while everything has a place. */
  readonly unassigned: Box;
  readonly overview: Box;
}

const LABEL_WIDTH = 132;
const RULER_HEIGHT = 42;
const OVERVIEW_HEIGHT = 40;
const UNASSIGNED_TITLE = 22;
const MOST_UNASSIGNED = 0.3;

/** `unassignedHeight`: what its lanes need; it gets no more than a share of the height, and then scrolls. */
export const layOutFrame = (width: number, height: number, unassignedHeight: number): Frame => {
  const unassigned =
    unassignedHeight === 0 ? 0 : Math.min(unassignedHeight + UNASSIGNED_TITLE, Math.floor(height * MOST_UNASSIGNED));
  const bodyHeight = Math.max(0, height - RULER_HEIGHT - OVERVIEW_HEIGHT - unassigned);
  const x = Math.min(LABEL_WIDTH, width / 3);
  const bodyWidth = Math.max(0, width - x);
  return {
    width,
    height,
    ruler: { x, y: 0, width: bodyWidth, height: RULER_HEIGHT },
    labels: { x: 0, y: RULER_HEIGHT, width: x, height: bodyHeight },
    body: { x, y: RULER_HEIGHT, width: bodyWidth, height: bodyHeight },
    unassigned: { x, y: RULER_HEIGHT + bodyHeight, width: bodyWidth, height: unassigned },
    overview: { x, y: height - OVERVIEW_HEIGHT, width: bodyWidth, height: OVERVIEW_HEIGHT },
  };
};

/** Of the pane, what its lanes have. */
export const unassignedLanes = ({ unassigned }: Frame): Box => ({
  ...unassigned,
  y: unassigned.y + UNASSIGNED_TITLE,
  height: Math.max(0, unassigned.height - UNASSIGNED_TITLE),
});

export const isInside = ({ x, y, width, height }: Box, px: number, py: number): boolean =>
  px >= x && px < x + width && py >= y && py < y + height;
