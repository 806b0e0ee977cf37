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
}

export interface OutlineOptions {
  readonly dash?: readonly number[];
  readonly radius?: number;
}

const HATCH_PIXELS = 6;
const SOLID: readonly number[] = [];

/** A canvas as large as its viewport, at the screen's own resolution. */
export class CanvasSurface implements Surface {
  width = 0;
  height = 0;
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private ratio = 1;
  private readonly hatches = new Map<string, CanvasPattern>();

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d')!;
  }

  /** Keeps nothing of what was drawn. */
  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    if (ratio !== this.ratio) this.hatches.clear();
    this.ratio = ratio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  clear(): void {
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
    this.context.textBaseline = 'middle';
  }

  /** Colors changed: patterns are made anew. */
  forgetColors(): void {
    this.hatches.clear();
  }

  fill(color: string, rects: Numbers, radius = 0): void {
    if (rects.length === 0) return;
    const context = this.context;
    context.fillStyle = color;
    if (radius === 0) {
      for (let i = 0; i < rects.length; i += 4) context.fillRect(rects[i], rects[i + 1], rects[i + 2], rects[i + 3]);
      return;
    }
    context.beginPath();
    this.path(rects, radius);
    context.fill();
  }

  outline(color: string, width: number, rects: Numbers, { dash = SOLID, radius = 0 }: OutlineOptions = {}): void {
    if (rects.length === 0) return;
    const context = this.context;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash as number[]);
    context.beginPath();
    this.path(rects, radius);
    context.stroke();
  }

  lines(color: string, width: number, lines: Numbers, dash: readonly number[] = SOLID): void {
    if (lines.length === 0) return;
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
    const context = this.context;
    context.fillStyle = this.hatchOf(color);
    for (let i = 0; i < rects.length; i += 4) context.fillRect(rects[i], rects[i + 1], rects[i + 2], rects[i + 3]);
  }

  texts(color: string, font: string, labels: readonly Label[], align: CanvasTextAlign = 'left'): void {
    if (labels.length === 0) return;
    const context = this.context;
    context.fillStyle = color;
    context.font = font;
    context.textAlign = align;
    for (const { text, x, y } of labels) context.fillText(text, x, y);
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

  private path(rects: Numbers, radius: number): void {
    const context = this.context;
    for (let i = 0; i < rects.length; i += 4) {
      const [x, y, width, height] = [rects[i], rects[i + 1], rects[i + 2], rects[i + 3]];
      if (radius > 0 && width > 3 * radius) context.roundRect(x, y, width, height, radius);
      else context.rect(x, y, width, height);
    }
  }

  private hatchOf(color: string): CanvasPattern | string {
    const known = this.hatches.get(color);
    if (known !== undefined) return known;
    const size = Math.round(HATCH_PIXELS * this.ratio);
    const tile = document.createElement('canvas');
    tile.width = size;
    tile.height = size;
    const context = tile.getContext('2d')!;
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
