/** What part of time and rows is shown. */
export interface View {
  /** Unix seconds at the left edge. */
  readonly from: number;
  readonly secondsPerPixel: number;
  /** Pixels that rows are scrolled by. */
  readonly top: number;
}

/** An hour fills a screen; a month does. */
const LEAST_SECONDS_PER_PIXEL = 1.5;
const MOST_SECONDS_PER_PIXEL = 3600;
const FIT_MARGIN = 0.02;
/** Pixels of the rows above and below that are shown too. */
const ROWS_AROUND = 70;

export const timeAt = (view: View, x: number): number => view.from + x * view.secondsPerPixel;
export const xOf = (view: View, at: number): number => (at - view.from) / view.secondsPerPixel;
/** Where a bar's edge is drawn: on whole pixels, so that it is sharp. */
export const edgeOf = (view: View, at: number): number => Math.round(xOf(view, at));

const clampScale = (secondsPerPixel: number): number =>
  Math.min(MOST_SECONDS_PER_PIXEL, Math.max(LEAST_SECONDS_PER_PIXEL, secondsPerPixel));

/** Closer by the factor (below 1: further away); what is under x stays there. */
export const zoomAt = (view: View, x: number, factor: number): View => {
  const secondsPerPixel = clampScale(view.secondsPerPixel / factor);
  return { ...view, secondsPerPixel, from: timeAt(view, x) - x * secondsPerPixel };
};

export const panTime = (view: View, pixels: number): View => ({
  ...view,
  from: view.from + pixels * view.secondsPerPixel,
});

/** [from, to) over the width, with a little room on both sides when `margin` is set. */
export const fitTime = (view: View, from: number, to: number, width: number, margin = FIT_MARGIN): View => {
  const room = (to - from) * margin;
  const secondsPerPixel = clampScale((to - from + 2 * room) / Math.max(1, width));
  const middle = (from + to) / 2;
  return { ...view, secondsPerPixel, from: middle - (width / 2) * secondsPerPixel };
};

/** Rows never leave the height empty while there are more of them. */
export const scrollTo = (view: View, top: number, contentHeight: number, height: number): View => ({
  ...view,
  top: Math.min(Math.max(0, contentHeight - height), Math.max(0, top)),
});

/** Scrolled just so far that [from, to) and the rows' [top, bottom) are to be seen; null: time stays as it is. */
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
