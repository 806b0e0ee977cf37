import { afterFrame } from '../../parts/afterFrame.ts';
import { hitTest, hitUnassigned, type Hit } from '../model/hit.ts';
import { rowAt } from '../model/rows.ts';
import { lassoed } from '../model/selection.ts';
import { panTime, timeAt, type View, zoomAt } from '../model/view.ts';
import { type Frame, isInside, isOnRows, unassignedLanes } from '../paint/frame.ts';
import type { DragMode, TimelineHost } from '../intents.ts';
import type { HoverCard } from '../hoverCard.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { PlacedBar } from '../model/scene.ts';
import type { Emphasis, Look } from '../paint/look.ts';
import type { MoveSession } from './moveSession.ts';
import { type Point, spanOf } from './touches.ts';

/** What a gesture may do with the timeline. */
export interface GestureTarget {
  readonly host: TimelineHost;
  readonly mirror: Mirror;
  readonly frame: Frame;
  readonly view: View;
  readonly unassignedTop: number;
  readonly pinnedTop: number;
  readonly dragMode: DragMode;
  readonly move: MoveSession | null;
  readonly card: HoverCard;
  look(): Look;
  setView(view: View): void;
  setGesture(look: Partial<Pick<Emphasis, 'lasso' | 'closing'>>): void;
  scrollAt(x: number, y: number, pixels: number): void;
  take(operations: readonly string[], grabbed?: PlacedBar): MoveSession | null;
  release(drop: boolean): void;
}

/** Less is a click with an unsteady hand. */
const DRAG_FROM = 4;
const SNAP_SECONDS = 300;
const FINE_SNAP_SECONDS = 60;
const HOLD_MS = 350;
const WHEEL_ZOOM = 0.0022;
const LINE_PIXELS = 16;
const EDGE = 28;
const EDGE_PIXELS = 9;

/** A gesture between pressing and letting go. */
interface Gesture {
  move(at: Point, event: PointerEvent): void;
  /** `isDone`: let go; else taken back. */
  end(isDone: boolean, at: Point, event: PointerEvent | null): void;
}

/** Pointer, wheel and touch on the timeline. Answers how to stop. */
export const listenToPointer = (root: HTMLElement, timeline: GestureTarget): (() => void) => {
  let gesture: Gesture | null = null;
  let pressed: { readonly at: Point; readonly view: View; readonly hit: Hit } | null = null;
  let held: ReturnType<typeof setTimeout> | undefined;
  const touches = new Map<number, Point>();
  let pinch: { readonly apart: number; readonly x: number; readonly y: number } | null = null;
  /** A bar was held and has not moved since: letting it go opens its menu. */
  let isHeld = false;

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  /** Pixel of the rows' content at this height. */
  const contentAt = (y: number): number => {
    const { frame, view, pinnedTop } = timeline;
    const { pinned, body } = frame;
    return y < pinned.y + pinned.height ? y - pinned.y + pinnedTop : y - body.y + view.top;
  };

  const hitAt = ({ x, y }: Point): Hit => {
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
    const row = x < frame.labels.width && isOnRows(frame, frame.body.x, y) ? rowAt(host.scene.rows, contentAt(y)) : -1;
    return { row: row >= host.scene.rows.rows.length ? -1 : row, at: momentAt(x), bar: null };
  };

  /** Beside time, as on the names of rows, it is now where that is in view, else when the view begins. */
  const momentAt = (x: number): number => {
    const { frame, host, view } = timeline;
    if (x >= frame.body.x) return timeAt(view, x - frame.body.x);
    const now = host.now();
    return now !== null && now > view.from && now < timeAt(view, frame.body.width) ? now : view.from;
  };

  const panning = (start: Point, view: View): Gesture => ({
    move: ({ x, y }) => timeline.setView({ ...panTime(view, start.x - x), top: view.top + start.y - y }),
    end: () => {},
  });

  const brushing = (): Gesture => {
    const show = ({ x }: Point): void => {
      const extent = timeline.host.scene.extent();
      if (extent === null) return;
      const { overview, body } = timeline.frame;
      const middle = extent.from + ((x - overview.x) / overview.width) * (extent.to - extent.from);
      timeline.setView({ ...timeline.view, from: middle - (body.width / 2) * timeline.view.secondsPerPixel });
    };
    return { move: show, end: (isDone, at) => (isDone ? show(at) : undefined) };
  };

  const lassoing = (start: Point): Gesture => ({
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

  const closing = (row: number, at: number): Gesture => {
    const snap = (time: number): number => Math.round(time / SNAP_SECONDS) * SNAP_SECONDS;
    const from = snap(at);
    const timeOf = ({ x }: Point): number => snap(timeAt(timeline.view, x - timeline.frame.body.x));
    return {
      move: (point) => timeline.setGesture({ closing: { row, from, to: timeOf(point) } }),
      end: (isDone, point) => {
        timeline.setGesture({ closing: null });
        const to = timeOf(point);
        if (!isDone || to === from) return;
        const { id } = timeline.host.scene.rows.rows[row];
        timeline.host.intend({ type: 'close', resource: id, from: Math.min(from, to), to: Math.max(from, to) });
      },
    };
  };

  const moving = (hit: Hit, start: Point): Gesture | null => {
    const grabbed = hit.bar!;
    const { selected } = timeline.host.emphasis();
    const { operation } = grabbed.bar;
    const operations = selected.has(operation) ? [...selected] : [operation];
    const session = timeline.take(operations, grabbed);
    if (session === null) return null;
    let last = start;
    /** Rows scroll by so many pixels a frame while the pointer rests at the edge. */
    let scrolling = 0;
    let request = 0;
    const toRow = (): void => {
      const { frame, host } = timeline;
      const isBelow = last.y >= frame.body.y + frame.body.height && frame.unassigned.height > 0;
      const y = Math.min(Math.max(last.y, frame.pinned.y), frame.body.y + frame.body.height - 1);
      const row = rowAt(host.scene.rows, contentAt(y));
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
        // What panels have to say of it waits until it lies where it was dropped.
        if (!selected.has(operation))
          afterFrame(() => timeline.host.intend({ type: 'select', operations: [operation], how: 'only' }));
      },
    };
  };

  /** What a press becomes once it moves. */
  const begin = (event: PointerEvent): Gesture | null => {
    const { at, view, hit } = pressed!;
    const { frame, host } = timeline;
    if (isInside(frame.overview, at.x, at.y)) return brushing();
    if (event.pointerType === 'touch' && timeline.move === null) return panning(at, view);
    if (hit.bar !== null && host.mayEdit()) return moving(hit, at);
    if (!isOnRows(frame, at.x, at.y)) return panning(at, view);
    if (event.shiftKey) return lassoing(at);
    if (timeline.dragMode === 'close' && host.mayEdit() && host.scene.rows.rows[hit.row]?.kind === 'resource') {
      return closing(hit.row, hit.at);
    }
    return panning(at, view);
  };

  const cancel = (): void => {
    clearTimeout(held);
    gesture?.end(false, { x: 0, y: 0 }, null);
    gesture = null;
    pressed = null;
  };

  const down = (event: PointerEvent): void => {
    const at = pointOf(event);
    timeline.card.hide();
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, at);
      if (touches.size === 2) {
        cancel();
        pinch = spanOf(touches);
        return;
      }
    }
    if (event.button !== 0) return;
    const { host } = timeline;
    const hit = hitAt(at);
    pressed = { at, view: timeline.view, hit };
    root.setPointerCapture(event.pointerId);
    clearTimeout(held);
    if (event.pointerType === 'touch' && hit.bar !== null) {
      held = setTimeout(() => {
        isHeld = true;
        if (host.mayEdit()) gesture = moving(hit, at);
      }, HOLD_MS);
    }
  };

  const move = (event: PointerEvent): void => {
    const at = pointOf(event);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at);
    if (touches.size === 2) {
      const next = spanOf(touches);
      if (pinch !== null) {
        const zoomed = zoomAt(timeline.view, pinch.x - timeline.frame.body.x, next.apart / pinch.apart);
        timeline.setView({ ...panTime(zoomed, pinch.x - next.x), top: zoomed.top + pinch.y - next.y });
      }
      pinch = next;
      return;
    }
    if (pressed === null) {
      hover(at);
      return;
    }
    const far = Math.hypot(at.x - pressed.at.x, at.y - pressed.at.y) >= DRAG_FROM;
    if (far) {
      clearTimeout(held);
      isHeld = false;
      gesture ??= begin(event);
    }
    if (!isHeld) gesture?.move(at, event);
  };

  const hover = (at: Point): void => {
    const hit = hitAt(at);
    timeline.host.intend({ type: 'hover', operation: hit.bar?.bar.operation ?? null });
    const { frame, host } = timeline;
    timeline.card.point(hit.bar, host.scene, host.zone(), at);
    const onBody = isOnRows(frame, at.x, at.y);
    root.style.cursor =
      hit.bar !== null
        ? host.mayEdit()
          ? 'grab'
          : 'pointer'
        : onBody && timeline.dragMode === 'close'
          ? 'crosshair'
          : 'default';
  };

  const up = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    clearTimeout(held);
    if (pressed === null) return;
    const at = pointOf(event);
    const { hit } = pressed;
    const done = gesture;
    const opensMenu = isHeld;
    gesture = null;
    pressed = null;
    isHeld = false;
    if (opensMenu) {
      done?.end(false, at, event);
      menuAt(event);
    } else if (done !== null) done.end(true, at, event);
    else click(hit, at, event);
  };

  const click = ({ bar }: Hit, at: Point, event: PointerEvent): void => {
    const { host, frame } = timeline;
    if (isInside(frame.overview, at.x, at.y)) brushing().end(true, at, event);
    else if (bar !== null) {
      const how = event.ctrlKey || event.metaKey ? 'toggle' : 'only';
      host.intend({ type: 'select', operations: [bar.bar.operation], how });
      timeline.mirror.focus(bar.bar.operation, timeline.look());
    } else if (isOnRows(frame, at.x, at.y) && !event.shiftKey) {
      host.intend({ type: 'select', operations: [], how: 'only' });
    }
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    timeline.card.hide();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
    const at = pointOf(event);
    const { frame, view } = timeline;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey) {
      timeline.setView(zoomAt(view, at.x - frame.body.x, Math.exp(-dy * WHEEL_ZOOM)));
    } else if (event.shiftKey) timeline.setView(panTime(view, dx === 0 ? dy : dx));
    else if (isInside(frame.unassigned, at.x, at.y) || isInside(frame.pinned, at.x, at.y))
      timeline.scrollAt(at.x, at.y, dy);
    else timeline.setView({ ...panTime(view, dx), top: view.top + dy });
  };

  const open = (event: MouseEvent): void => {
    const { bar } = hitAt(pointOf(event));
    if (bar !== null) timeline.host.intend({ type: 'open', operation: bar.bar.operation });
  };

  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    // A finger that rests long: what it holds is told when it is lifted.
    if (touches.size === 0) menuAt(event);
  };

  const menuAt = (event: MouseEvent): void => {
    const { bar, row, at } = hitAt(pointOf(event));
    const { host } = timeline;
    const line = host.scene.rows.rows[row];
    host.intend({
      type: 'menu',
      operation: bar?.bar.operation ?? null,
      resource: line?.kind === 'resource' ? line.id : null,
      at,
      x: event.clientX,
      y: event.clientY,
    });
  };

  const lost = ({ pointerId }: PointerEvent): void => {
    touches.delete(pointerId);
    isHeld = false;
    cancel();
  };

  const leave = (): void => {
    if (pressed !== null) return;
    timeline.host.intend({ type: 'hover', operation: null });
    timeline.card.hide();
  };

  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || gesture === null) return;
    event.stopPropagation();
    cancel();
  };

  const controller = new AbortController();
  const { signal } = controller;
  root.addEventListener('pointerdown', down, { signal });
  root.addEventListener('pointermove', move, { signal });
  root.addEventListener('pointerup', up, { signal });
  root.addEventListener('pointercancel', lost, { signal });
  root.addEventListener('pointerleave', leave, { signal });
  root.addEventListener('wheel', wheel, { signal, passive: false });
  root.addEventListener('dblclick', open, { signal });
  root.addEventListener('contextmenu', menu, { signal });
  addEventListener('keydown', key, { signal, capture: true });
  return () => controller.abort();
};
