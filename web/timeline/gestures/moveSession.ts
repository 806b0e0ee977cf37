import { present } from '../../../engine/present.ts';
import { Verdict, type Verdicts } from '../../judge/judge.ts';
import type { PartMove, TimelineHost } from '../intents.ts';
import { sayRow, sayShift } from '../model/saying.ts';
import type { PlacedBar } from '../model/scene.ts';
import type { DragLook, RowVerdict } from '../paint/look.ts';

/**
 * A move of bars to other rows or times, by pointer or by keys. Computes where they would land, requests the verdicts of rows, and announces
 * them. It ends when the caller applies its `moves`, or drops it.
 */
export class MoveSession {
  private readonly host: TimelineHost;
  private readonly bars: readonly PlacedBar[];
  private readonly changed: (isJudged: boolean) => void;
  /** The row of the first bar; −1 for the pane of operations without a place. */
  private targetRow: number;
  private shift = 0;
  private verdicts: Verdicts | null = null;
  /** The rows of the verdicts. */
  private rows: readonly number[] = [];
  /** The shift in seconds for which the verdicts were computed. */
  private judgedShift = 0;
  private asked = 0;
  /** Whether the row was announced before its verdict was known, so that it has to be announced again. */
  private isHalfSaid = false;

  /** The first bar is the one under the pointer or the focus. */
  constructor(host: TimelineHost, bars: readonly PlacedBar[], changed: (isJudged: boolean) => void) {
    this.host = host;
    this.bars = bars;
    this.changed = changed;
    this.targetRow = bars[0].row;
    void this.ask();
  }

  get row(): number {
    return this.targetRow;
  }

  get shiftSeconds(): number {
    return this.shift;
  }

  get operations(): readonly string[] {
    return this.bars.map(({ bar }) => bar.operation);
  }

  get isMoved(): boolean {
    return this.targetRow !== this.bars[0].row || this.shift !== 0;
  }

  /** Sets the row on which the first bar would land; −1 for no place. Ignores rows of locations. */
  setRow(row: number): void {
    const { rows } = this.host.scene.rows;
    if (row === this.targetRow || (row >= 0 && rows[row]?.kind !== 'resource')) return;
    this.targetRow = row;
    this.changed(false);
  }

  setShift(seconds: number): void {
    if (seconds === this.shift) return;
    this.shift = seconds;
    void this.ask();
    this.changed(false);
  }

  /** Moves to the next row of a resource, up or down. */
  stepRow(step: 1 | -1): void {
    const { rows } = this.host.scene.rows;
    for (let row = this.targetRow + step; row >= 0 && row < rows.length; row += step) {
      if (rows[row].kind !== 'resource') continue;
      this.setRow(row);
      return;
    }
  }

  /** Moves to the next better (−1) or worse (1) eligible row by cost, or to the best one from any other row. The present place is not one of them. */
  stepBest(step: 1 | -1): void {
    const verdicts = this.verdicts;
    if (verdicts === null) return;
    const order = this.rows
      .map((row, i) => ({ row, verdict: verdicts.verdicts[i], delta: verdicts.deltas[i] }))
      .filter(({ verdict, row }) => verdict !== Verdict.ineligible && row !== this.bars[0].row)
      .sort((a, b) => a.delta - b.delta || a.row - b.row);
    if (order.length === 0) return;
    const at = order.findIndex(({ row }) => row === this.targetRow);
    const next = at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + step));
    this.setRow(order[next].row);
  }

  /** Requests the verdicts of rows. Ignores late responses to older requests. */
  async ask(): Promise<void> {
    const { rows } = this.host.scene.rows;
    const shown = this.resourceRows();
    const asked = ++this.asked;
    const shiftSeconds = this.shift;
    const verdicts = await this.host.judge({
      moved: this.bars.map(({ bar }) => ({ operation: bar.operation, part: bar.part })),
      shiftSeconds,
      resources: shown.map((row) => rows[row].id),
    });
    if (asked !== this.asked) return;
    this.verdicts = verdicts;
    this.rows = shown;
    this.judgedShift = shiftSeconds;
    this.changed(true);
    if (this.isHalfSaid) this.announce();
  }

  /** Announces the present row, and again once its verdict is known if it is not known yet. */
  announce(): void {
    this.isHalfSaid = this.targetRow >= 0 && this.index < 0;
    this.host.intend({ type: 'say', text: this.says() });
  }

  /** The index of the present row among the verdicts for the present time; −1 when it is not known yet. */
  private get index(): number {
    return this.verdicts === null || this.judgedShift !== this.shift ? -1 : this.rows.indexOf(this.targetRow);
  }

  /** Why the place is not eligible; null when it is, or when that is not known yet. */
  get refusal(): string | null {
    const at = this.index;
    return at < 0 || present(this.verdicts).verdicts[at] !== Verdict.ineligible ? null : this.says();
  }

  /** The text for the present row. */
  says(): string {
    if (this.targetRow < 0) return 'Unassigned';
    const name = this.host.scene.rows.rows[this.targetRow]?.name ?? '';
    const time = this.shift === 0 ? '' : `, ${sayShift(this.shift)}`;
    const at = this.index;
    if (at < 0) return `${name}${time}`;
    const { verdicts, deltas, reasons } = present(this.verdicts);
    return `${sayRow(name, verdicts[at], deltas[at], reasons[at])}${time}`;
  }

  look(): DragLook {
    const verdicts = this.verdicts;
    const byRow = new Map<number, RowVerdict>();
    if (verdicts !== null) {
      for (const [i, row] of this.rows.entries()) {
        byRow.set(row, { verdict: verdicts.verdicts[i], delta: verdicts.deltas[i] });
      }
    }
    return {
      bars: this.bars.map((placed) => ({
        name: placed.bar.name,
        row: this.targetOf(placed),
        from: placed.left + this.shift,
        to: placed.right + this.shift,
      })),
      row: this.targetRow,
      verdicts: verdicts === null ? null : byRow,
      shiftSeconds: this.shift,
      says: this.says(),
    };
  }

  /** Each part with its new place. A part for which there would be no row stays where it is. */
  moves(): readonly PartMove[] {
    const { rows } = this.host.scene.rows;
    return this.bars.map((placed) => {
      const { operation, part, resource } = placed.bar;
      const row = this.targetOf(placed);
      const isKept = row < 0 && this.targetRow >= 0;
      return { operation, part, resource: isKept ? resource : row < 0 ? null : rows[row].id };
    });
  }

  private resourceRows(): readonly number[] {
    return this.host.scene.rows.rows.flatMap(({ kind }, row) => (kind === 'resource' ? [row] : []));
  }

  /** The row on which a bar lands, as many resources above or below the first one as it is now; −1 when there is none. */
  private targetOf(placed: PlacedBar): number {
    const [first] = this.bars;
    if (this.targetRow < 0 || placed.row === first.row) return this.targetRow;
    if (placed.row < 0 || first.row < 0) return placed.row;
    const shown = this.resourceRows();
    return shown[shown.indexOf(this.targetRow) + shown.indexOf(placed.row) - shown.indexOf(first.row)] ?? -1;
  }
}
