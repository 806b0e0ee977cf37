import type { Hit } from '../model/hit.ts';
import { sayBar } from '../model/saying.ts';
import { panTime, timeAt, type View, zoomAt } from '../model/view.ts';
import { unassignedBeyond } from '../model/visible.ts';
import { isInside, isOnRows, unassignedLanes } from '../paint/frame.ts';
import { brushing, closing, type Gesture, type GestureTarget, hitAt, lassoing, moving, panning } from './gestures.ts';
import { type Point, Touches } from './touches.ts';

/** The distance in pixels from which a press becomes a drag; a shorter one is a click with an unsteady hand. */
const DRAG_FROM = 4;
const HOLD_MS = 350;
const WHEEL_ZOOM = 0.0022;
const LINE_PIXELS = 16;

interface Press {
  readonly at: Point;
  readonly view: View;
  readonly hit: Hit;
}

/** Handles pointer, wheel and touch on the timeline. Returns a function that stops listening. */
export const listenToPointer = (root: HTMLElement, timeline: GestureTarget): (() => void) => {
  const pointer = new Pointer(root, timeline);
  const controller = new AbortController();
  const { signal } = controller;
  root.addEventListener('pointerdown', (event) => pointer.down(event), { signal });
  root.addEventListener('pointermove', (event) => pointer.move(event), { signal });
  root.addEventListener('pointerup', (event) => pointer.up(event), { signal });
  root.addEventListener('pointercancel', (event) => pointer.lost(event), { signal });
  root.addEventListener('pointerleave', () => pointer.leave(), { signal });
  root.addEventListener('wheel', (event) => pointer.wheel(event), { signal, passive: false });
  root.addEventListener('dblclick', (event) => pointer.open(event), { signal });
  root.addEventListener('contextmenu', (event) => pointer.menu(event), { signal });
  addEventListener('keydown', (event) => pointer.key(event), { signal, capture: true });
  return () => controller.abort();
};

/** Turns events of the pointer into gestures, clicks and menus. */
class Pointer {
  private readonly root: HTMLElement;
  private readonly timeline: GestureTarget;
  private readonly touches = new Touches();
  private gesture: Gesture | null = null;
  private pressed: Press | null = null;
  private held: ReturnType<typeof setTimeout> | undefined;
  /** Whether a bar was held and not moved, so that releasing it opens its menu. */
  private isHeld = false;

  constructor(root: HTMLElement, timeline: GestureTarget) {
    this.root = root;
    this.timeline = timeline;
  }

  down(event: PointerEvent): void {
    const { timeline, touches } = this;
    const at = this.pointOf(event);
    const isTouch = event.pointerType === 'touch';
    timeline.card.hide();
    if (isTouch) {
      touches.add(event.pointerId, at);
      if (touches.isPinch) return this.cancel();
    }
    if (event.button !== 0) return;
    const hit = hitAt(timeline, at);
    this.pressed = { at, view: timeline.view, hit };
    this.root.setPointerCapture(event.pointerId);
    clearTimeout(this.held);
    if (isTouch && hit.bar !== null) this.held = setTimeout(() => this.hold(hit, at), HOLD_MS);
  }

  move(event: PointerEvent): void {
    const { timeline, touches, pressed } = this;
    const at = this.pointOf(event);
    touches.follow(event.pointerId, at);
    if (touches.isPinch) return timeline.setView(touches.pinched(timeline.view, timeline.frame.body.x));
    if (pressed === null) return this.hover(at);
    if (Math.hypot(at.x - pressed.at.x, at.y - pressed.at.y) >= DRAG_FROM) {
      clearTimeout(this.held);
      this.isHeld = false;
      this.gesture ??= begin(timeline, pressed, event);
    }
    if (!this.isHeld) this.gesture?.move(at, event);
  }

  up(event: PointerEvent): void {
    this.touches.remove(event.pointerId);
    clearTimeout(this.held);
    const { pressed, gesture, isHeld } = this;
    if (pressed === null) return;
    const at = this.pointOf(event);
    this.gesture = null;
    this.pressed = null;
    this.isHeld = false;
    if (isHeld) {
      gesture?.end(false, at, event);
      this.openMenu(event);
    } else if (gesture !== null) gesture.end(true, at, event);
    else click(this.timeline, pressed.hit, at, event);
  }

  lost({ pointerId }: PointerEvent): void {
    this.touches.remove(pointerId);
    this.isHeld = false;
    this.cancel();
  }

  leave(): void {
    if (this.pressed !== null) return;
    this.timeline.host.intend({ type: 'hover', operation: null });
    this.timeline.card.hide();
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const { timeline } = this;
    timeline.card.hide();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
    const at = this.pointOf(event);
    const { frame, view } = timeline;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey) {
      timeline.setView(zoomAt(view, at.x - frame.body.x, Math.exp(-dy * WHEEL_ZOOM)));
    } else if (event.shiftKey) timeline.setView(panTime(view, dx === 0 ? dy : dx));
    else if (isInside(frame.unassigned, at.x, at.y) || isInside(frame.pinned, at.x, at.y))
      timeline.scrollAt(at.x, at.y, dy);
    else timeline.setView({ ...panTime(view, dx), top: view.top + dy });
  }

  open(event: MouseEvent): void {
    const { bar } = hitAt(this.timeline, this.pointOf(event));
    if (bar !== null) this.timeline.host.intend({ type: 'open', operation: bar.bar.operation });
  }

  menu(event: MouseEvent): void {
    event.preventDefault();
    // For a long press with a finger, the menu opens when the finger is lifted.
    if (this.touches.isNone) this.openMenu(event);
  }

  key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.gesture === null) return;
    event.stopPropagation();
    this.cancel();
  }

  private pointOf(event: MouseEvent): Point {
    const { left, top } = this.root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private hold(hit: Hit, at: Point): void {
    this.isHeld = true;
    if (this.timeline.host.mayEdit()) this.gesture = moving(this.timeline, hit, at);
  }

  private hover(at: Point): void {
    const { root, timeline } = this;
    const { host } = timeline;
    const { bar, row } = hitAt(timeline, at);
    host.intend({ type: 'hover', operation: bar?.bar.operation ?? null });
    const named = at.x < timeline.frame.labels.width ? (host.scene.rows.rows[row] ?? null) : null;
    if (named === null) timeline.card.point(bar, () => (bar === null ? [] : sayBar(host.scene, host.zone(), bar)), at);
    else timeline.card.point(named, () => host.detailsOf(named), at);
    const closes = timeline.dragMode === 'close' && isOnRows(timeline.frame, at.x, at.y);
    if (bar !== null) root.style.cursor = host.mayEdit() ? 'grab' : 'pointer';
    else root.style.cursor = closes ? 'crosshair' : 'default';
  }

  private openMenu(event: MouseEvent): void {
    const { bar, row, at } = hitAt(this.timeline, this.pointOf(event));
    const { host } = this.timeline;
    const line = host.scene.rows.rows[row];
    host.intend({
      type: 'menu',
      bar: bar?.bar ?? null,
      resource: line?.kind === 'resource' ? line.id : null,
      at,
      x: event.clientX,
      y: event.clientY,
    });
  }

  private cancel(): void {
    clearTimeout(this.held);
    this.gesture?.end(false, { x: 0, y: 0 }, null);
    this.gesture = null;
    this.pressed = null;
  }
}

/** A drag of a bar that cannot be moved now. It does not move the view instead. */
const refused = ({ host }: GestureTarget): Gesture => {
  host.intend({ type: 'say', text: 'Nothing can be changed until the connection is back.' });
  return { move: () => {}, end: () => {} };
};

/** The gesture that a press becomes once the pointer moves. */
const begin = (timeline: GestureTarget, { at, view, hit }: Press, event: PointerEvent): Gesture | null => {
  const { frame, host } = timeline;
  if (isInside(frame.overview, at.x, at.y)) return brushing(timeline);
  if (event.pointerType === 'touch' && timeline.move === null) return panning(timeline, at, view);
  if (hit.bar !== null && host.mayEdit()) return moving(timeline, hit, at);
  if (hit.bar !== null && host.isInterrupted()) return refused(timeline);
  if (!isOnRows(frame, at.x, at.y)) return panning(timeline, at, view);
  if (event.shiftKey) return lassoing(timeline, at);
  if (timeline.dragMode === 'close' && host.mayEdit() && host.scene.rows.rows[hit.row]?.kind === 'resource') {
    return closing(timeline, hit.row, hit.at);
  }
  return panning(timeline, at, view);
};

/** Shows the operation without a place that is next to the shown time on one side. */
const showBeyond = (timeline: GestureTarget, side: 'earlier' | 'later'): void => {
  const { host, view, frame } = timeline;
  const { nearest } = unassignedBeyond(host.scene, view.from, timeAt(view, frame.body.width))[side];
  if (nearest !== null) timeline.reveal(nearest.bar.operation, { part: nearest.bar.part, focus: true });
};

const click = (timeline: GestureTarget, { bar }: Hit, at: Point, event: PointerEvent): void => {
  const { host, frame } = timeline;
  const { unassigned } = frame;
  if (isInside(frame.overview, at.x, at.y)) brushing(timeline).end(true, at, event);
  else if (isInside(unassigned, at.x, at.y) && at.y < unassignedLanes(frame).y)
    showBeyond(timeline, at.x < unassigned.x + unassigned.width / 2 ? 'earlier' : 'later');
  else if (bar !== null) {
    const how = event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    host.intend({ type: 'select', operations: [bar.bar.operation], how });
    timeline.focus(bar.bar);
  } else if (isOnRows(frame, at.x, at.y) && !event.shiftKey) {
    host.intend({ type: 'select', operations: [], how: 'only' });
  }
};
