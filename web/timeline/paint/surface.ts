import { present } from '../../../engine/present.ts';
/** A flat list of rectangles (x, y, width, height) or lines (x1, y1, x2, y2). */
export type Numbers = number[];

export interface Label {
  readonly text: string;
  readonly x: number;
  /** The vertical middle of the text. */
  readonly y: number;
}

/**
 * The surface on which layers draw. Shapes are drawn in batches of one style, so that a style is set once for thousands of shapes. Coordinates are
 * CSS pixels.
 */
export interface Surface {
  readonly width: number;
  readonly height: number;
  fill(color: string, rects: Numbers, radius?: number): void;
  outline(color: string, width: number, rects: Numbers, options?: OutlineOptions): void;
  lines(color: string, width: number, lines: Numbers, dash?: readonly number[]): void;
  /** Hatches the rectangles with slanted lines. */
  hatch(color: string, rects: Numbers): void;
  texts(color: string, font: string, labels: readonly Label[], align?: CanvasTextAlign): void;
  /** Clips everything that `draw` draws to the rectangle. */
  inside(x: number, y: number, width: number, height: number, draw: () => void): void;
  measure(text: string, font: string): number;
  /** Draws something that stays the same in many frames. It may be cached as an image for as long as `of` is the same object. */
  picture(of: object, x: number, y: number, width: number, height: number, draw: (surface: Surface) => void): void;
}

export interface OutlineOptions {
  readonly dash?: readonly number[];
  readonly radius?: number;
}

const HATCH_PIXELS = 6;
/** Narrower rectangles have no rounded corners, since a path costs three times as much as a rectangle, and there are thousands. */
const ROUNDED_FROM = 28;
const SOLID: readonly number[] = [];

/** A canvas as large as its viewport, at the screen's own resolution. */
export class CanvasSurface implements Surface {
  width = 0;
  height = 0;
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private ratio = 1;
  /** Whether nothing was drawn since the canvas was cleared. */
  private isBlank = true;
  private readonly hatches = new Map<string, CanvasPattern>();
  private kept: { readonly of: object; readonly canvas: HTMLCanvasElement } | null = null;

  /** Adds a canvas as a new layer to an element. */
  static on(root: HTMLElement, isOpaque: boolean): CanvasSurface {
    const canvas = document.createElement('canvas');
    canvas.className = 'layer';
    canvas.setAttribute('aria-hidden', 'true');
    root.append(canvas);
    return new CanvasSurface(canvas, isOpaque);
  }

  /** `isOpaque` says that every frame covers the whole canvas, so that the browser need not blend it with what is below. */
  constructor(canvas: HTMLCanvasElement, isOpaque: boolean) {
    this.canvas = canvas;
    this.context = present(canvas.getContext('2d', { alpha: !isOpaque }));
  }

  /** Resizes the canvas, which clears it. */
  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    if (ratio !== this.ratio) this.forgetColors();
    this.ratio = ratio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.isBlank = true;
  }

  clear(): void {
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (!this.isBlank) this.context.clearRect(0, 0, this.width, this.height);
    this.context.textBaseline = 'middle';
    this.isBlank = true;
  }

  /** Ends a frame. A blank layer is hidden, so that the browser need not composite it. */
  present(): void {
    if (this.canvas.hidden !== this.isBlank) this.canvas.hidden = this.isBlank;
  }

  /** Drops cached patterns and images, because colors have changed. */
  forgetColors(): void {
    this.hatches.clear();
    this.kept = null;
  }

  fill(color: string, rects: Numbers, radius = 0): void {
    if (rects.length === 0) return;
    this.isBlank = false;
    const context = this.context;
    context.fillStyle = color;
    if (radius > 0) context.beginPath();
    for (let i = 0; i < rects.length; i += 4) {
      const width = rects[i + 2];
      if (radius > 0 && width >= ROUNDED_FROM) context.roundRect(rects[i], rects[i + 1], width, rects[i + 3], radius);
      else context.fillRect(rects[i], rects[i + 1], width, rects[i + 3]);
    }
    if (radius > 0) context.fill();
  }

  outline(color: string, width: number, rects: Numbers, { dash = SOLID, radius = 0 }: OutlineOptions = {}): void {
    if (rects.length === 0) return;
    this.isBlank = false;
    const context = this.context;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    if (radius > 0) context.beginPath();
    for (let i = 0; i < rects.length; i += 4) {
      const across = rects[i + 2];
      if (radius > 0 && across >= ROUNDED_FROM) context.roundRect(rects[i], rects[i + 1], across, rects[i + 3], radius);
      else context.strokeRect(rects[i], rects[i + 1], across, rects[i + 3]);
    }
    if (radius > 0) context.stroke();
  }

  lines(color: string, width: number, lines: Numbers, dash: readonly number[] = SOLID): void {
    if (lines.length === 0) return;
    this.isBlank = false;
    const context = this.context;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
      context.moveTo(lines[i], lines[i + 1]);
      context.lineTo(lines[i + 2], lines[i + 3]);
    }
    context.stroke();
  }

  hatch(color: string, rects: Numbers): void {
    if (rects.length === 0) return;
    this.isBlank = false;
    const context = this.context;
    context.fillStyle = this.hatchOf(color);
    for (let i = 0; i < rects.length; i += 4) context.fillRect(rects[i], rects[i + 1], rects[i + 2], rects[i + 3]);
  }

  texts(color: string, font: string, labels: readonly Label[], align: CanvasTextAlign = 'left'): void {
    if (labels.length === 0) return;
    this.isBlank = false;
    const context = this.context;
    context.fillStyle = color;
    context.font = font;
    context.textAlign = align;
    // On whole pixels, the browser draws letters from its glyph cache.
    for (const { text, x, y } of labels) context.fillText(text, Math.round(x), Math.round(y));
  }

  inside(x: number, y: number, width: number, height: number, draw: () => void): void {
    const context = this.context;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
  }

  measure(text: string, font: string): number {
    this.context.font = font;
    return this.context.measureText(text).width;
  }

  /** Caches one image at a time. */
  picture(of: object, x: number, y: number, width: number, height: number, draw: (surface: Surface) => void): void {
    if (width <= 0 || height <= 0) return;
    if (this.kept?.of !== of) {
      const canvas = document.createElement('canvas');
      const surface = new CanvasSurface(canvas, false);
      surface.resize(width, height, this.ratio);
      surface.clear();
      surface.context.translate(-x, -y);
      draw(surface);
      this.kept = { of, canvas };
    }
    this.isBlank = false;
    this.context.drawImage(this.kept.canvas, x, y, width, height);
  }

  private hatchOf(color: string): CanvasPattern | string {
    const known = this.hatches.get(color);
    if (known !== undefined) return known;
    const size = Math.round(HATCH_PIXELS * this.ratio);
    const tile = document.createElement('canvas');
    tile.width = size;
    tile.height = size;
    const context = present(tile.getContext('2d'));
    context.strokeStyle = color;
    context.lineWidth = this.ratio * 1.25;
    context.beginPath();
    for (const shift of [-size, 0, size]) {
      context.moveTo(shift, size);
      context.lineTo(shift + size, 0);
    }
    context.stroke();
    const pattern = this.context.createPattern(tile, 'repeat');
    if (pattern === null) return color;
    pattern.setTransform(new DOMMatrix().scale(1 / this.ratio));
    this.hatches.set(color, pattern);
    return pattern;
  }
}

/** Collects shapes by style. */
export class Batches {
  private readonly lists = new Map<string, Numbers>();

  add(style: string, a: number, b: number, c: number, d: number): void {
    const list = this.lists.get(style);
    if (list) list.push(a, b, c, d);
    else this.lists.set(style, [a, b, c, d]);
  }

  each(draw: (style: string, shapes: Numbers) => void): void {
    for (const [style, shapes] of this.lists) draw(style, shapes);
  }
}
