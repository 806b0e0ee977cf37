import { present } from '../../../engine/present.ts';
import type { Label, Numbers, OutlineOptions, Surface } from './surface.ts';

const SVG = 'http://www.w3.org/2000/svg';
const HATCH_PIXELS = 6;
const ANCHORS: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end' };

type Attributes = Readonly<Record<string, string | number>>;

const make = (name: string, attributes: Attributes): SVGElement => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
};

const pathOf = (rects: Numbers): string => {
  const steps: string[] = [];
  for (let i = 0; i < rects.length; i += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = rects.slice(i, i + 4).map((value) => Math.round(value * 10) / 10);
    steps.push(`M${x},${y}h${width}v${height}h${-width}z`);
  }
  return steps.join('');
};

/** A surface that draws SVG for printing, with vector shapes and real text. Coordinates are CSS pixels. */
export class SvgSurface implements Surface {
  readonly root: SVGElement;
  readonly width: number;
  readonly height: number;
  private readonly id: string;
  private readonly defs = make('defs', {});
  private readonly hatches = new Map<string, string>();
  private readonly meter = present(document.createElement('canvas').getContext('2d'));
  private into: SVGElement;
  private clips = 0;

  /** `id` makes the ids of its patterns unique within the page. */
  constructor(id: string, width: number, height: number) {
    this.id = id;
    this.width = width;
    this.height = height;
    this.root = make('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'xMinYMin' });
    this.root.append(this.defs);
    this.into = this.root;
  }

  fill(color: string, rects: Numbers): void {
    if (rects.length > 0) this.into.append(make('path', { fill: color, d: pathOf(rects) }));
  }

  outline(color: string, width: number, rects: Numbers, { dash = [] }: OutlineOptions = {}): void {
    if (rects.length > 0) this.stroke(color, width, pathOf(rects), dash);
  }

  lines(color: string, width: number, lines: Numbers, dash: readonly number[] = []): void {
    if (lines.length === 0) return;
    const steps: string[] = [];
    for (let i = 0; i < lines.length; i += 4) {
      steps.push(`M${lines[i]},${lines[i + 1]}L${lines[i + 2]},${lines[i + 3]}`);
    }
    this.stroke(color, width, steps.join(''), dash);
  }

  hatch(color: string, rects: Numbers): void {
    if (rects.length > 0) this.into.append(make('path', { fill: `url(#${this.hatchOf(color)})`, d: pathOf(rects) }));
  }

  texts(color: string, font: string, labels: readonly Label[], align: CanvasTextAlign = 'left'): void {
    if (labels.length === 0) return;
    const group = make('g', { fill: color, 'dominant-baseline': 'central', 'text-anchor': ANCHORS[align] ?? 'start' });
    group.style.font = font;
    for (const { text, x, y } of labels) {
      const label = make('text', { x, y });
      label.textContent = text;
      group.append(label);
    }
    this.into.append(group);
  }

  inside(x: number, y: number, width: number, height: number, draw: () => void): void {
    const id = `${this.id}-clip-${++this.clips}`;
    const clip = make('clipPath', { id });
    clip.append(make('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height) }));
    this.defs.append(clip);
    const group = make('g', { 'clip-path': `url(#${id})` });
    const outer = this.into;
    outer.append(group);
    this.into = group;
    draw();
    this.into = outer;
  }

  picture(
    _of: object,
    _x: number,
    _y: number,
    _width: number,
    _height: number,
    draw: (surface: Surface) => void,
  ): void {
    draw(this);
  }

  measure(text: string, font: string): number {
    this.meter.font = font;
    return this.meter.measureText(text).width;
  }

  private stroke(color: string, width: number, d: string, dash: readonly number[]): void {
    const dashes: Attributes = dash.length === 0 ? {} : { 'stroke-dasharray': dash.join(' ') };
    this.into.append(make('path', { fill: 'none', stroke: color, 'stroke-width': width, d, ...dashes }));
  }

  private hatchOf(color: string): string {
    const known = this.hatches.get(color);
    if (known !== undefined) return known;
    const id = `${this.id}-hatch-${this.hatches.size}`;
    const size = HATCH_PIXELS;
    const pattern = make('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' });
    pattern.append(make('path', { d: `M0,${size}L${size},0`, stroke: color, 'stroke-width': 1.25 }));
    this.defs.append(pattern);
    this.hatches.set(color, id);
    return id;
  }
}
