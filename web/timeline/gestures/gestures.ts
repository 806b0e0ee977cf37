import { present } from '../../../engine/present.ts';
import { afterFrame } from '../../parts/afterFrame.ts';
import type { BarName } from '../model/bar.ts';
import { hitTest, hitUnassigned, type Hit } from '../model/hit.ts';
import { rowAt } from '../model/rows.ts';
import type { PlacedBar } from '../model/scene.ts';
import { lassoed } from '../model/selection.ts';
import { panTime, timeAt, type View } from '../model/view.ts';
import { type Frame, isInside, isOnRows, unassignedLanes } from '../paint/frame.ts';
import type { DragMode, RevealOptions, TimelineHost } from '../intents.ts';
import type { HoverCard } from '../hoverCard.ts';
import type { Emphasis } from '../paint/look.ts';
import type { MoveSession } from './moveSession.ts';
import type { Point } from './touches.ts';

/** The part of the timeline that gestures use. */
export interface GestureTarget {
  readonly host: TimelineHost;
  readonly frame: Frame;
  readonly view: View;
  readonly unassignedTop: number;
  readonly pinnedTop: number;
  readonly dragMode: DragMode;
  readonly move: MoveSession | null;
  readonly card: HoverCard;
  focus(bar: BarName): void;
  reveal(operation: string, options: RevealOptions): void;
  setView(view: View): void;
  setGesture(look: Partial<Pick<Emphasis, 'lasso' | 'closing'>>): void;
  scrollAt(x: number, y: number, pixels: number): void;
  take(operations: readonly string[], grabbed?: PlacedBar): MoveSession | null;
  release(drop: boolean): void;
}

/** A pointer gesture from press to release. */
export interface Gesture {
  move(at: Point, event: PointerEvent): void;
  /** `isDone` is true when the pointer was released, and false when the gesture was canceled. */
  end(isDone: boolean, at: Point, event: PointerEvent | null): void;
}

const SNAP_SECONDS = 300;
const FINE_SNAP_SECONDS = 60;
const EDGE = 28;
const EDGE_PIXELS = 9;

/** The y coordinate in the content of the rows for a point at height `y`. */
const contentAt = (timeline: GestureTarget, y: number): number => {
  const { frame, view, pinnedTop } = timeline;
  const { pinned, body } = frame;
  return y < pinned.y + pinned.height ? y - pinned.y + pinnedTop : y - body.y + view.top;
};

export const hitAt = (timeline: GestureTarget, { x, y }: Point): Hit => {
  const { frame, host, view } = timeline;
  const lanes = unassignedLanes(frame);
  if (frame.unassigned.height > 0 && isInside(lanes, x, y)) {
    return hitUnassigned(host.scene, view, x - lanes.x, y - lanes.y + timeline.unassignedTop);
  }
  if (isInside(frame.body, x, y)) return hitTest(host.scene, view, x - frame.body.x, y - frame.body.y);
  if (isInside(frame.pinned, x, y)) {
    const pinned = { ...view, top: timeline.pinnedTop };
    return hitTest(host.scene, pinned, x - frame.pinned.x, y - frame.pinned.y);
  }
  const row =
    x < frame.labels.width && isOnRows(frame, frame.body.x, y) ? rowAt(host.scene.rows, contentAt(timeline, y)) : -1;
  return { row: row >= host.scene.rows.rows.length ? -1 : row, at: momentAt(timeline, x), bar: null };
};

/** The time at an x coordinate. Outside the time axis, as on the names of rows, it is now if that is in view, else the start of the view. */
const momentAt = (timeline: GestureTarget, x: number): number => {
  const { frame, host, view } = timeline;
  if (x >= frame.body.x) return timeAt(view, x - frame.body.x);
  const now = host.now();
  return now !== null && now > view.from && now < timeAt(view, frame.body.width) ? now : view.from;
};

export const panning = (timeline: GestureTarget, start: Point, view: View): Gesture => ({
  move: ({ x, y }) => timeline.setView({ ...panTime(view, start.x - x), top: view.top + start.y - y }),
  end: () => {},
});

export const brushing = (timeline: GestureTarget): Gesture => {
  const show = ({ x }: Point): void => {
    const extent = timeline.host.scene.extent();
    if (extent === null) return;
    const { overview, body } = timeline.frame;
    const middle = extent.from + ((x - overview.x) / overview.width) * (extent.to - extent.from);
    timeline.setView({ ...timeline.view, from: middle - (body.width / 2) * timeline.view.secondsPerPixel });
  };
  return { move: show, end: (isDone, at) => (isDone ? show(at) : undefined) };
};

export const lassoing = (timeline: GestureTarget, start: Point): Gesture => ({
  move: ({ x, y }) =>
    timeline.setGesture({
      lasso: {
        x: Math.min(start.x, x),
        y: Math.min(start.y, y),
        width: Math.abs(x - start.x),
        height: Math.abs(y - start.y),
      },
    }),
  end: (isDone, { x, y }) => {
    timeline.setGesture({ lasso: null });
    if (!isDone) return;
    const { frame, view, host } = timeline;
    const operations = lassoed(host.scene, {
      from: timeAt(view, start.x - frame.body.x),
      to: timeAt(view, x - frame.body.x),
      top: start.y - frame.body.y + view.top,
      bottom: y - frame.body.y + view.top,
    });
    host.intend({ type: 'select', operations, how: 'add' });
  },
});

export const closing = (timeline: GestureTarget, row: number, at: number): Gesture => {
  const snap = (time: number): number => Math.round(time / SNAP_SECONDS) * SNAP_SECONDS;
  const from = snap(at);
  const timeOf = ({ x }: Point): number => snap(timeAt(timeline.view, x - timeline.frame.body.x));
  return {
    move: (point) => timeline.setGesture({ closing: { row, from, to: timeOf(point) } }),
    end: (isDone, point) => {
      timeline.setGesture({ closing: null });
      const to = timeOf(point);
      if (!isDone || to === from) return;
      const { id } = present(timeline.host.scene.rows.rows[row]);
      timeline.host.intend({ type: 'close', resource: id, from: Math.min(from, to), to: Math.max(from, to) });
    },
  };
};

export const moving = (timeline: GestureTarget, hit: Hit, start: Point): Gesture | null => {
  const grabbed = present(hit.bar);
  const { selected } = timeline.host.emphasis();
  const { operation } = grabbed.bar;
  const operations = selected.has(operation) ? [...selected] : [operation];
  const session = timeline.take(operations, grabbed);
  if (session === null) return null;
  let last = start;
  /** Pixels per frame by which rows scroll while the pointer is at an edge. */
  let scrolling = 0;
  let request = 0;
  const toRow = (): void => {
    const { frame, host } = timeline;
    const isBelow = last.y >= frame.body.y + frame.body.height && frame.unassigned.height > 0;
    const y = Math.min(Math.max(last.y, frame.pinned.y), frame.body.y + frame.body.height - 1);
    const row = rowAt(host.scene.rows, contentAt(timeline, y));
    session.setRow(isBelow ? -1 : Math.min(row, host.scene.rows.rows.length - 1));
    const isPinned = isInside(frame.pinned, last.x, last.y);
    if (!isPinned && last.y < frame.body.y + EDGE) scrolling = -EDGE_PIXELS;
    else if (!isBelow && last.y > frame.body.y + frame.body.height - EDGE) scrolling = EDGE_PIXELS;
    else scrolling = 0;
  };
  const scroll = (): void => {
    request = 0;
    if (scrolling === 0) return;
    timeline.setView({ ...timeline.view, top: timeline.view.top + scrolling });
    toRow();
    request = requestAnimationFrame(scroll);
  };
  return {
    move: (point, event) => {
      last = point;
      toRow();
      const isInTime = event.shiftKey || timeline.dragMode === 'time';
      const snap = event.altKey ? FINE_SNAP_SECONDS : SNAP_SECONDS;
      const seconds = (point.x - start.x) * timeline.view.secondsPerPixel;
      session.setShift(isInTime ? Math.round(seconds / snap) * snap : 0);
      if (scrolling !== 0 && request === 0) request = requestAnimationFrame(scroll);
    },
    end: (isDone) => {
      cancelAnimationFrame(request);
      timeline.release(isDone);
      // The selection, and with it the panels, changes only on drop, unless the operation is selected already.
      if (!selected.has(operation))
        afterFrame(() => timeline.host.intend({ type: 'select', operations: [operation], how: 'only' }));
    },
  };
};
