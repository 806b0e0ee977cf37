/** The part of time and rows that is shown. */
export interface View {
  /** The time at the left edge in Unix seconds. */
  readonly from: number;
  readonly secondsPerPixel: number;
  /** The pixels by which rows are scrolled. */
  readonly top: number;
}

/** The limits of the scale: an hour fills a screen, and a month does. */
const LEAST_SECONDS_PER_PIXEL = 1.5;
const MOST_SECONDS_PER_PIXEL = 3600;
const FIT_MARGIN = 0.02;
/** The factor of one step of zooming. */
export const ZOOM_STEP = 1.4;
/** How many pixels above and below are also brought into view. */
const ROWS_AROUND = 70;

export const timeAt = (view: View, x: number): number => view.from + x * view.secondsPerPixel;
export const xOf = (view: View, at: number): number => (at - view.from) / view.secondsPerPixel;
/** The x coordinate of a bar's edge, on a whole pixel so that it is sharp. */
export const edgeOf = (view: View, at: number): number => Math.round(xOf(view, at));

const clampScale = (secondsPerPixel: number): number =>
  Math.min(MOST_SECONDS_PER_PIXEL, Math.max(LEAST_SECONDS_PER_PIXEL, secondsPerPixel));

/** Zooms by a factor (below 1 zooms out); the time under `x` stays there. */
export const zoomAt = (view: View, x: number, factor: number): View => {
  const secondsPerPixel = clampScale(view.secondsPerPixel / factor);
  return { ...view, secondsPerPixel, from: timeAt(view, x) - x * secondsPerPixel };
};

export const panTime = (view: View, pixels: number): View => ({
  ...view,
  from: view.from + pixels * view.secondsPerPixel,
});

/** Fits [from, to) into the width, with a margin on both sides as a share of the time. */
export const fitTime = (view: View, from: number, to: number, width: number, margin = FIT_MARGIN): View => {
  const room = (to - from) * margin;
  const secondsPerPixel = clampScale((to - from + 2 * room) / Math.max(1, width));
  const middle = (from + to) / 2;
  return { ...view, secondsPerPixel, from: middle - (width / 2) * secondsPerPixel };
};

/** Scrolls rows, within the limits of the content. */
export const scrollTo = (view: View, top: number, contentHeight: number, height: number): View => ({
  ...view,
  top: Math.min(Math.max(0, contentHeight - height), Math.max(0, top)),
});

/** Scrolls as little as needed to show [from, to) and the pixels [top, bottom) of the rows; with null, the time stays as it is. */
export const reveal = (
  view: View,
  what: { readonly from: number | null; readonly to: number | null; readonly top: number; readonly bottom: number },
  size: { readonly width: number; readonly height: number; readonly contentHeight: number },
): View => {
  const margin = Math.min(60, size.width / 8);
  let { from } = view;
  if (what.from !== null && what.to !== null) {
    const left = xOf(view, what.from);
    const right = xOf(view, what.to);
    if (left < margin || right - left > size.width - 2 * margin) from = what.from - margin * view.secondsPerPixel;
    else if (right > size.width - margin) from = what.to - (size.width - margin) * view.secondsPerPixel;
  }
  const moved = { ...view, from };
  const room = Math.min(ROWS_AROUND, size.height / 4);
  if (what.top < view.top) return scrollTo(moved, what.top - room, size.contentHeight, size.height);
  if (what.bottom > view.top + size.height)
    return scrollTo(moved, what.bottom + room - size.height, size.contentHeight, size.height);
  return moved;
};
