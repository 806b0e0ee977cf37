import { present } from '../../../engine/present.ts';
/** Rectangles as x, y, width, height one after another; lines as x1, y1, x2, y2. */
export type Numbers = number[];

export interface Label {
  readonly text: string;
  readonly x: number;
  /** Of its middle. */
  readonly y: number;
}

/**
 * What layers draw on: batches of one style each, so that a style is set once for thousands of shapes. Coordinates are CSS pixels.
 */
export interface Surface {
  readonly width: number;
  readonly height: number;
  fill(color: string, rects: Numbers, radius?: number): void;
  outline(color: string, width: number, rects: Numbers, options?: OutlineOptions): void;
  lines(color: string, width: number, lines: Numbers, dash?: readonly number[]): void;
  /** Slanted lines over the rectangles. */
  hatch(color: string, rects: Numbers): void;
  texts(color: string, font: string, labels: readonly Label[], align?: CanvasTextAlign): void;
  /** Whatever is drawn meanwhile stays inside. */
  inside(x: number, y: number, width: number, height: number, draw: () => void): void;
  measure(text: string, font: string): number;
  /** What is drawn at this place the same in many frames, `of` telling when it is not: kept as a picture where that helps. */
  picture(of: object, x: number, y: number, width: number, height: number, draw: (surface: Surface) => void): void;
}

export interface OutlineOptions {
  readonly dash?: readonly number[];
  readonly radius?: number;
}

const HATCH_PIXELS = 6;
/** Corners of narrower rectangles are not rounded: a path costs three times what a rectangle does, and there are thousands. */
const ROUNDED_FROM = 28;
const SOLID: readonly number[] = [];

/** A canvas as large as its viewport, at the screen's own resolution. */
export class CanvasSurface implements Surface {
  width = 0;
  height = 0;
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private ratio = 1;
  /** Nothing was drawn since it was cleared. */
  private isBlank = true;
  private readonly hatches = new Map<string, CanvasPattern>();
  private kept: { readonly of: object; readonly canvas: HTMLCanvasElement } | null = null;

  /** A layer of its own over what the element has. */
  static on(root: HTMLElement, isOpaque: boolean): CanvasSurface {
    const canvas = document.createElement('canvas');
    canvas.className = 'layer';
    canvas.setAttribute('aria-hidden', 'true');
    root.append(canvas);
    return new CanvasSurface(canvas, isOpaque);
  }

  /** `isOpaque`: it is drawn all over in each frame, so that nothing below it has to be mixed in. */
  constructor(canvas: HTMLCanvasElement, isOpaque: boolean) {
    this.canvas = canvas;
    this.context = present(canvas.getContext('2d', { alpha: !isOpaque }));
  }

  /** Keeps nothing of what was drawn. */
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

  /** A layer with nothing on it is none: the browser need not lay it over the others. */
  present(): void {
    if (this.canvas.hidden !== this.isBlank) this.canvas.hidden = this.isBlank;
  }

  /** Colors changed: patterns and pictures are made anew. */
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
    context.setLineDash(dash as number[]);
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
    context.setLineDash(dash as number[]);
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
    // On whole pixels letters are drawn from what is kept of them.
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

  /** One at a time. */
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

/** Shapes gathered by style. */
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
