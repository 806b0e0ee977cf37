import { present } from '../../../engine/present.ts';
import type { Hit } from '../model/hit.ts';
import { panTime, type View, zoomAt } from '../model/view.ts';
import { isInside, isOnRows } from '../paint/frame.ts';
import { brushing, closing, type Gesture, type GestureTarget, hitAt, lassoing, moving, panning } from './gestures.ts';
import { type Point, spanOf } from './touches.ts';

/** The distance in pixels from which a press becomes a drag; a shorter one is a click with an unsteady hand. */
const DRAG_FROM = 4;
const HOLD_MS = 350;
const WHEEL_ZOOM = 0.0022;
const LINE_PIXELS = 16;

/** Handles pointer, wheel and touch on the timeline. Returns a function that stops listening. */
export const listenToPointer = (root: HTMLElement, timeline: GestureTarget): (() => void) => {
  let gesture: Gesture | null = null;
  let pressed: { readonly at: Point; readonly view: View; readonly hit: Hit } | null = null;
  let held: ReturnType<typeof setTimeout> | undefined;
  const touches = new Map<number, Point>();
  let pinch: { readonly apart: number; readonly x: number; readonly y: number } | null = null;
  /** Whether a bar was held and not moved, so that releasing it opens its menu. */
  let isHeld = false;

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  /** The gesture that a press becomes once the pointer moves. */
  const begin = (event: PointerEvent): Gesture | null => {
    const { at, view, hit } = present(pressed);
    const { frame, host } = timeline;
    if (isInside(frame.overview, at.x, at.y)) return brushing(timeline);
    if (event.pointerType === 'touch' && timeline.move === null) return panning(timeline, at, view);
    if (hit.bar !== null && host.mayEdit()) return moving(timeline, hit, at);
    if (!isOnRows(frame, at.x, at.y)) return panning(timeline, at, view);
    if (event.shiftKey) return lassoing(timeline, at);
    if (timeline.dragMode === 'close' && host.mayEdit() && host.scene.rows.rows[hit.row]?.kind === 'resource') {
      return closing(timeline, hit.row, hit.at);
    }
    return panning(timeline, at, view);
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
    const hit = hitAt(timeline, at);
    pressed = { at, view: timeline.view, hit };
    root.setPointerCapture(event.pointerId);
    clearTimeout(held);
    if (event.pointerType === 'touch' && hit.bar !== null) {
      held = setTimeout(() => {
        isHeld = true;
        if (host.mayEdit()) gesture = moving(timeline, hit, at);
      }, HOLD_MS);
    }
  };

  const move = (event: PointerEvent): void => {
    const at = pointOf(event);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at);
    if (touches.size === 2) {
      const next = spanOf(touches);
      if (pinch !== null && next !== null) {
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
    const hit = hitAt(timeline, at);
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
    if (isInside(frame.overview, at.x, at.y)) brushing(timeline).end(true, at, event);
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
    const { bar } = hitAt(timeline, pointOf(event));
    if (bar !== null) timeline.host.intend({ type: 'open', operation: bar.bar.operation });
  };

  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    // For a long press with a finger, the menu opens when the finger is lifted.
    if (touches.size === 0) menuAt(event);
  };

  const menuAt = (event: MouseEvent): void => {
    const { bar, row, at } = hitAt(timeline, pointOf(event));
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
