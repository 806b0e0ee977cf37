import { panTime, type View, zoomAt } from '../model/view.ts';

/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The distance between two fingers, and the point in the middle. */
interface Span extends Point {
  readonly apart: number;
}

/** The fingers on the timeline. Two of them zoom and move the view. */
export class Touches {
  private readonly fingers = new Map<number, Point>();
  private span: Span | null = null;

  get isNone(): boolean {
    return this.fingers.size === 0;
  }

  get isPinch(): boolean {
    return this.fingers.size === 2;
  }

  add(finger: number, at: Point): void {
    this.fingers.set(finger, at);
    if (this.isPinch) this.span = this.spanNow();
  }

  /** Notes where a pointer is, if it is one of the fingers. */
  follow(finger: number, at: Point): void {
    if (this.fingers.has(finger)) this.fingers.set(finger, at);
  }

  remove(finger: number): void {
    this.fingers.delete(finger);
  }

  /** The view after the movement of both fingers since the last call. `bodyX` is where the time axis begins. */
  pinched(view: View, bodyX: number): View {
    const [before, now] = [this.span, this.spanNow()];
    this.span = now;
    if (before === null || now === null) return view;
    const zoomed = zoomAt(view, before.x - bodyX, now.apart / before.apart);
    return { ...panTime(zoomed, before.x - now.x), top: zoomed.top + before.y - now.y };
  }

  private spanNow(): Span | null {
    const [a, b] = [...this.fingers.values()];
    if (a === undefined || b === undefined) return null;
    return { apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}
