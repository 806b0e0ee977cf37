import { readPalette, type Palette } from '../theme/palette.ts';
import { MoveSession } from './gestures/moveSession.ts';
import { listenToPointer } from './gestures/pointer.ts';
import { HoverCard } from './hoverCard.ts';
import type { DragMode, RevealOptions, TimelineHost } from './intents.ts';
import { cellName } from './mirror/cellNames.ts';
import { Mirror, uncrowded } from './mirror/mirror.ts';
import type { BarName } from './model/bar.ts';
import { areaOf, isInView, type Place } from './model/places.ts';
import type { Row } from './model/rows.ts';
import type { PlacedBar } from './model/scene.ts';
import { Ruler } from './model/ticks.ts';
import { type Direction, firstBar, firstOn, neighbor } from './model/selection.ts';
import { fitTime, panTime, reveal, scrollTo, timeAt, type View, ZOOM_STEP, zoomAt } from './model/view.ts';
import { type Frame, isInside, layOutFrame, USUAL_SIZES, unassignedLanes } from './paint/frame.ts';
import { type Emphasis, type Look, NO_EMPHASIS } from './paint/look.ts';
import { Names } from './paint/names.ts';
import { paintBars, paintUnassigned } from './paint/paintBars.ts';
import { paintGrid, paintRuler, ticksOfLook } from './paint/paintGrid.ts';
import { paintLabels } from './paint/paintLabels.ts';
import { paintBeyond, paintOverAll, paintOverRows, paintSaying, paintVerdicts } from './paint/paintOverlay.ts';
import { paintOverview } from './paint/paintOverview.ts';
import { paintSplit, paneOf, panesOf } from './paint/panes.ts';
import { CanvasSurface } from './paint/surface.ts';
import { Splitters } from './splitters.ts';

const HOUR = 3600;
const PAGE_SHARE = 0.8;
/** How many pixels beside a bar are also shown when the pane of operations without a place scrolls to it. */
const LANE_ROOM = 3;

/** What a pointer gesture shows while it is in progress. */
export type GestureLook = Pick<Emphasis, 'lasso' | 'closing'>;

/**
 * The timeline. It draws on layered canvases with the mirror over them, and turns gestures into intents. It reads its host and its own view, and
 * draws at most once a frame.
 */
export class Timeline {
  readonly host: TimelineHost;
  readonly mirror = new Mirror();
  readonly card: HoverCard;
  dragMode: DragMode = 'place';
  private readonly root: HTMLElement;
  /** The layer of grid, labels and bars, which need not be redrawn while something is highlighted or dragged. */
  private readonly base: CanvasSurface;
  private readonly over: CanvasSurface;
  private readonly names = new Names();
  private readonly ruler = new Ruler();
  private readonly stops: (() => void)[] = [];
  private palette: Palette;
  private readonly splitters: Splitters;
  private laidOut: Frame = layOutFrame(0, 0, { unassigned: 0, pinned: 0 }, USUAL_SIZES);
  private shown: View = { from: Date.now() / 1000 - HOUR, secondsPerPixel: 40, top: 0 };
  private unassignedOffset = 0;
  private pinnedOffset = 0;
  private gesture: GestureLook = { lasso: null, closing: null };
  private moveInHand: MoveSession | null = null;
  private isDirty = true;
  private request = 0;

  constructor(root: HTMLElement, host: TimelineHost) {
    this.root = root;
    this.host = host;
    this.base = CanvasSurface.on(root, true);
    this.over = CanvasSurface.on(root, false);
    root.append(this.mirror.root);
    this.card = new HoverCard(root);
    this.splitters = new Splitters(root, host, () => this.laidOut);
    this.palette = readPalette(document.documentElement);
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(root);
    this.stops.push(() => observer.disconnect(), listenToPointer(root, this));
    this.resize();
  }

  close(): void {
    cancelAnimationFrame(this.request);
    for (const stop of this.stops) stop();
    this.card.hide();
    this.mirror.close();
    this.root.replaceChildren();
  }

  get view(): View {
    return this.shown;
  }

  get frame(): Frame {
    return this.laidOut;
  }

  get unassignedTop(): number {
    return this.unassignedOffset;
  }

  /** The pixels by which the pinned rows are scrolled, since they may need more height than they have. */
  get pinnedTop(): number {
    return this.pinnedOffset;
  }

  /** The move in progress, by keys or pointer; null when there is none. */
  get move(): MoveSession | null {
    return this.moveInHand;
  }

  look(): Look {
    const { host } = this;
    return {
      frame: this.laidOut,
      view: this.shown,
      scene: host.scene,
      palette: this.palette,
      names: this.names,
      zone: host.zone(),
      now: host.now(),
      unassignedTop: this.unassignedOffset,
      pinnedTop: this.pinnedOffset,
      tintOf: (bar) => host.tintOf(bar),
      emphasis: { ...NO_EMPHASIS, ...host.emphasis(), ...this.gesture, drag: this.moveInHand?.look() ?? null },
    };
  }

  /** Redraws everything after bars, rows or colors have changed. */
  refresh(): void {
    const { clientWidth, clientHeight } = this.root;
    const { unassignedHeight, rows } = this.host.scene;
    const needs = { unassigned: unassignedHeight, pinned: rows.pinnedHeight };
    this.laidOut = layOutFrame(clientWidth, clientHeight, needs, this.host.sizes());
    this.shown = this.clamped(this.shown);
    this.scrollFixed(0, 0);
    this.splitters.place();
    this.draw(true);
    this.mirror.schedule(() => this.look());
  }

  /** Redraws the overlay after highlights have changed, and the bars only where a search or filter fades those that are not selected. */
  refreshOverlay(): void {
    const emphasis = this.host.emphasis();
    this.draw(emphasis.found !== null);
    this.mirror.mark(emphasis, this.host.scene);
  }

  refreshColors(): void {
    this.palette = readPalette(document.documentElement);
    for (const surface of [this.base, this.over]) surface.forgetColors();
    this.names.forget();
    this.draw(true);
  }

  setView(view: View): void {
    this.shown = this.clamped(view);
    this.draw(true);
    this.mirror.schedule(() => this.look());
    this.host.intend({ type: 'view', view: this.shown });
  }

  /** Scrolls the pane at a point, if its content is higher than the pane. */
  scrollAt(x: number, y: number, pixels: number): void {
    if (isInside(this.laidOut.unassigned, x, y)) this.scrollFixed(pixels, 0);
    else if (isInside(this.laidOut.pinned, x, y)) this.scrollFixed(0, pixels);
    this.draw(true);
    this.mirror.schedule(() => this.look());
  }

  private scrollFixed(unassigned: number, pinned: number): void {
    const { scene } = this.host;
    const within = (top: number, content: number, height: number): number =>
      Math.min(Math.max(0, content - height), Math.max(0, top));
    const lanes = unassignedLanes(this.laidOut);
    this.unassignedOffset = within(this.unassignedOffset + unassigned, scene.unassignedHeight, lanes.height);
    this.pinnedOffset = within(this.pinnedOffset + pinned, scene.rows.pinnedHeight, this.laidOut.pinned.height);
  }

  setGesture(look: Partial<GestureLook>): void {
    this.gesture = { ...this.gesture, ...look };
    this.draw(false);
  }

  /** The shown span of time in Unix seconds. */
  window(): { readonly from: number; readonly to: number } {
    return { from: this.shown.from, to: timeAt(this.shown, this.laidOut.body.width) };
  }

  showWindow(from: number, to: number): void {
    this.setView(fitTime(this.shown, from, to, this.laidOut.body.width, 0));
  }

  /** Shows the whole time of the planning. */
  fit(): void {
    const extent = this.host.scene.extent();
    if (extent !== null) this.setView(fitTime(this.shown, extent.from, extent.to, this.laidOut.body.width));
  }

  /** Shows some hours around now, or around the first bar when now is far from all bars. */
  showNow(): void {
    const now = this.host.present();
    const { width } = this.laidOut.body;
    this.setView({ ...this.shown, from: now - (width / 4) * this.shown.secondsPerPixel });
  }

  /** Shows the initial view of a planning. */
  showFirst(): void {
    const first = this.host.scene.firstHours(this.host.now());
    if (first !== null) this.setView({ ...fitTime(this.shown, first.from, first.to, this.laidOut.body.width), top: 0 });
  }

  zoom(direction: 1 | -1): void {
    const { width } = this.laidOut.body;
    this.setView(zoomAt(this.shown, width / 2, direction === 1 ? ZOOM_STEP : 1 / ZOOM_STEP));
  }

  pageTime(direction: 1 | -1): void {
    this.setView(panTime(this.shown, direction * this.laidOut.body.width * PAGE_SHARE));
  }

  pageRows(direction: 1 | -1): void {
    this.setView({ ...this.shown, top: this.shown.top + direction * this.laidOut.body.height * PAGE_SHARE });
  }

  /** Brings places into view: all of them if they fit, else the first. */
  revealPlaces(places: readonly Place[]): void {
    const area = areaOf(places, this.host.scene.rows, this.shown, this.laidOut.body);
    if (area !== null) this.scrollToArea(area);
  }

  private scrollToArea(area: Parameters<typeof reveal>[1]): void {
    this.setView(reveal(this.shown, area, { ...this.laidOut.body, contentHeight: this.host.scene.rows.height }));
  }

  /** Focuses a bar. Commands then act on it. */
  focus(bar: BarName | null): void {
    if (bar !== null) this.host.intend({ type: 'focus', bar });
    this.mirror.focus(bar, this.look());
  }

  /** Scrolls as little as needed to show an operation, or one of its parts, and focuses it if requested. */
  reveal(operation: string, options: RevealOptions = {}): void {
    const { scene } = this.host;
    const placed = scene.barOf({ operation, part: options.part ?? 0 });
    if (placed === undefined) return;
    if (placed.row < 0) this.revealLane(placed);
    this.showRow(scene.rows.rows[placed.row], options.isInRowsOnly === true ? null : placed);
    if (options.focus === true) this.focus(placed.bar);
  }

  /** Scrolls as little as needed to show a row, unless it is pinned, and the time of a bar. */
  private showRow(row: Row | undefined, bar: PlacedBar | null): void {
    const isScrolled = row !== undefined && row.top >= this.host.scene.rows.pinnedHeight;
    const { top, bottom } = isScrolled ? row : { top: this.shown.top, bottom: this.shown.top };
    this.scrollToArea({ from: bar?.left ?? null, to: bar?.right ?? null, top, bottom });
  }

  /** Shows a row, and focuses its first bar in the shown time, or the grid if there is none. */
  focusRow(row: Row): void {
    this.showRow(row, null);
    this.focus(firstOn(this.host.scene, row.index, this.window())?.bar ?? null);
  }

  /** Brings operations into view, unless one of them is visible already. */
  bring(operations: readonly string[]): void {
    const { scene } = this.host;
    const placed = operations.flatMap((id) => scene.barsOfOperation(id).slice(0, 1));
    const [first] = placed;
    const isSeen = placed.some((one) => isInView(one, scene.rows, this.shown, this.laidOut.body));
    if (first !== undefined && !isSeen) this.reveal(first.bar.operation);
  }

  /** Scrolls the pane of operations without a place as little as needed to show a bar. */
  private revealLane({ top, height }: PlacedBar): void {
    const { height: shown } = unassignedLanes(this.laidOut);
    if (top < this.unassignedOffset) this.scrollFixed(top - LANE_ROOM - this.unassignedOffset, 0);
    else if (top + height > this.unassignedOffset + shown)
      this.scrollFixed(top + height + LANE_ROOM - shown - this.unassignedOffset, 0);
  }

  /** Handles arrow keys: moves the focus from one bar to the next, or into view if no bar has it. */
  step(direction: Direction): string | null {
    const { host, mirror } = this;
    const from = mirror.focusedBar;
    const next =
      from === null ? firstBar(host.scene, this.window(), this.shown.top) : neighbor(host.scene, from, direction);
    if (next === null) return null;
    const { operation, part } = next.bar;
    this.reveal(operation, { part, focus: true });
    if (mirror.isOnSummary) host.intend({ type: 'say', text: cellName(host.scene, host.zone(), next) });
    return operation;
  }

  /** Zooms in until the focused bar has a cell of its own. Returns false when it has one, or no bar has the focus. */
  zoomToCells(): boolean {
    const { isOnSummary, focusedBar } = this.mirror;
    if (!isOnSummary || focusedBar === null) return false;
    this.setView(uncrowded(this.look(), focusedBar));
    this.reveal(focusedBar.operation, { part: focusedBar.part, focus: true });
    return true;
  }

  /** Begins a move of these bars by keys or by the pointer. */
  take(operations: readonly string[], grabbed?: PlacedBar): MoveSession | null {
    const { host } = this;
    const bars = operations.flatMap((id) => (id === grabbed?.bar.operation ? grabbed : host.barOf(id)) ?? []);
    const first = bars.length === 0 ? undefined : (grabbed ?? bars[0]);
    if (first === undefined || !host.mayEdit()) return null;
    const others = bars.filter((placed) => placed !== first);
    // A verdict changes the tints of rows, which are below the bars; otherwise only the dragged bars change.
    this.moveInHand = new MoveSession(host, [first, ...others], (isJudged) => this.draw(isJudged));
    this.draw(false);
    return this.moveInHand;
  }

  /** Ends the move: the bars stay where they are now (`drop`), or return to where they were. */
  release(drop: boolean): void {
    const move = this.moveInHand;
    if (move === null) return;
    this.moveInHand = null;
    move.end();
    if (drop && move.isMoved) {
      const { shiftSeconds, refusal } = move;
      this.host.intend({ type: 'move', moves: move.moves(), shiftSeconds, refusal });
    }
    this.isDirty = true;
    // Painted at once, so that the next frame on the screen shows the bars at their new places.
    this.paintAtOnce();
  }

  /** Keeps the row in view to which bars are being moved. */
  followMove(): void {
    const { rows, height, pinnedHeight } = this.host.scene.rows;
    const row = rows[this.moveInHand?.row ?? -1];
    if (row === undefined || row.top < pinnedHeight) return;
    const { body } = this.laidOut;
    const margin = 2 * (row.bottom - row.top);
    let { top } = this.shown;
    if (row.top - margin < top) top = row.top - margin;
    if (row.bottom + margin > top + body.height) top = row.bottom + margin - body.height;
    if (top !== this.shown.top) this.setView(scrollTo(this.shown, top, height, body.height));
  }

  private clamped(view: View): View {
    const { height, pinnedHeight } = this.host.scene.rows;
    const scrolled = scrollTo(view, view.top - pinnedHeight, height - pinnedHeight, this.laidOut.body.height);
    return { ...scrolled, top: scrolled.top + pinnedHeight };
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    const ratio = window.devicePixelRatio || 1;
    for (const surface of [this.base, this.over]) surface.resize(width, height, ratio);
    this.refresh();
    this.paint();
  }

  /** Draws in the next frame. */
  private draw(isDirty: boolean): void {
    this.isDirty ||= isDirty;
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.paint();
    });
  }

  /** Draws the first bars at once, with the grid of elements over them, instead of in the next frame. */
  showAtOnce(): void {
    this.paintAtOnce();
    this.mirror.build(this.look());
  }

  private paintAtOnce(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.paint();
  }

  private paint(): void {
    const look = this.look();
    if (this.isDirty) {
      this.isDirty = false;
      const ticks = ticksOfLook(look, this.ruler);
      this.base.clear();
      for (const pane of panesOf(look)) {
        paintGrid(this.base, pane, ticks);
        paintLabels(this.base, pane);
        paintVerdicts(this.base, pane);
        paintBars(this.base, pane);
      }
      paintRuler(this.base, look, ticks);
      paintOverview(this.base, look, look.scene.extent());
      paintUnassigned(this.base, look);
      paintSplit(this.base, look);
    }
    this.over.clear();
    for (const pane of panesOf(look)) paintOverRows(this.over, pane);
    paintOverAll(this.over, look);
    paintBeyond(this.over, look);
    paintSaying(this.over, paneOf(look, look.emphasis.drag?.row ?? -1));
    this.over.present();
  }
}
