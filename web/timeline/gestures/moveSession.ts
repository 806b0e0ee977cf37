import { present } from '../../../engine/present.ts';
import { Verdict } from '../../judge/verdict.ts';
import type { PartMove, TimelineHost } from '../intents.ts';
import { sayRow, sayShift } from '../model/saying.ts';
import type { Row } from '../model/rows.ts';
import type { PlacedBar } from '../model/scene.ts';
import type { DragLook, RowVerdict } from '../paint/look.ts';

const isResource = ({ kind }: Row): boolean => kind === 'resource';

interface JudgedRow extends RowVerdict {
  readonly reason: string;
}

/** What the judge answered, by the indices of rows. */
interface Judged {
  /** The shift in seconds for which the verdicts were computed. */
  readonly shiftSeconds: number;
  readonly byRow: ReadonlyMap<number, JudgedRow>;
}

/**
 * A move of bars to other rows or times, by pointer or by keys. Computes where they would land, requests the verdicts of rows, and announces
 * them. It ends when the caller applies its `moves`, or drops it.
 */
export class MoveSession {
  private readonly host: TimelineHost;
  private readonly first: PlacedBar;
  private readonly bars: readonly PlacedBar[];
  private readonly changed: (isJudged: boolean) => void;
  /** The row of the first bar; −1 for the pane of operations without a place. */
  private targetRow: number;
  private shift = 0;
  private judged: Judged | null = null;
  private asked = 0;
  private answered = 0;
  /** What was wanted before there were verdicts. */
  private waiting: readonly (() => void)[] = [];
  /** Whether the row was announced before its verdict was known, so that it has to be announced again. */
  private isHalfSaid = false;

  /** The first bar is the one under the pointer or the focus. */
  constructor(host: TimelineHost, bars: readonly [PlacedBar, ...PlacedBar[]], changed: (isJudged: boolean) => void) {
    this.host = host;
    this.bars = bars;
    this.changed = changed;
    [this.first] = bars;
    this.targetRow = this.first.row;
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
    return this.targetRow !== this.first.row || this.shift !== 0;
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
    const next =
      step === 1
        ? rows.slice(this.targetRow + 1).find(isResource)
        : rows.slice(0, Math.max(0, this.targetRow)).findLast(isResource);
    if (next !== undefined) this.setRow(next.index);
  }

  /** Moves to the next better (−1) or worse (1) eligible row by cost, or to the best one from any other row. The present place is not one of them. */
  stepBest(step: 1 | -1): void {
    const order = [...(this.judged?.byRow ?? [])]
      .filter(([row, { verdict }]) => verdict !== Verdict.ineligible && row !== this.first.row)
      .sort(([a, first], [b, second]) => first.delta - second.delta || a - b)
      .map(([row]) => row);
    const at = order.indexOf(this.targetRow);
    const next = order[at < 0 ? 0 : at + step];
    if (next !== undefined) this.setRow(next);
  }

  /** Whether something waits for verdicts. */
  get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether the verdicts have come that were requested last. */
  get isJudged(): boolean {
    return this.answered === this.asked;
  }

  /** Runs it when the rows are judged, now or later. */
  whenJudged(run: () => void): void {
    if (this.isJudged) run();
    else this.waiting = [...this.waiting, run];
  }

  /** Requests the verdicts of rows. Ignores late responses to older requests. */
  async ask(): Promise<void> {
    const shown = this.resourceRows();
    const asked = ++this.asked;
    const shiftSeconds = this.shift;
    const verdicts = await this.host.judge({
      moved: this.bars.map(({ bar }) => ({ operation: bar.operation, part: bar.part })),
      shiftSeconds,
      resources: shown.map(({ id }) => id),
    });
    if (asked !== this.asked) return;
    this.answered = asked;
    const judgedRow = (i: number): JudgedRow => ({
      verdict: present(verdicts?.verdicts[i]),
      delta: present(verdicts?.deltas[i]),
      reason: present(verdicts?.reasons[i]),
    });
    this.judged =
      verdicts === null ? null : { shiftSeconds, byRow: new Map(shown.map(({ index }, i) => [index, judgedRow(i)])) };
    this.changed(true);
    if (this.isHalfSaid) this.announce();
    const { waiting } = this;
    this.waiting = [];
    for (const run of waiting) run();
  }

  /** Announces the present row, and again once its verdict is known if it is not known yet. */
  announce(): void {
    this.isHalfSaid = this.targetRow >= 0 && this.judgedRow === undefined;
    this.host.intend({ type: 'say', text: this.says() });
  }

  /** The verdict of the present row for the present time; undefined when it is not known yet. */
  private get judgedRow(): JudgedRow | undefined {
    return this.judged?.shiftSeconds === this.shift ? this.judged.byRow.get(this.targetRow) : undefined;
  }

  /** Why the place is not eligible; null when it is, or when that is not known yet. */
  get refusal(): string | null {
    return this.judgedRow?.verdict === Verdict.ineligible ? this.says() : null;
  }

  /** The text for the present row. */
  says(): string {
    if (this.targetRow < 0) return 'Unassigned';
    const name = this.host.scene.rows.rows[this.targetRow]?.name ?? '';
    const time = this.shift === 0 ? '' : `, ${sayShift(this.shift)}`;
    const judged = this.judgedRow;
    if (judged === undefined) return `${name}${time}`;
    return `${sayRow(name, judged.verdict, judged.delta, judged.reason)}${time}`;
  }

  look(): DragLook {
    return {
      bars: this.bars.map((placed) => ({
        name: placed.bar.name,
        row: this.targetOf(placed),
        from: placed.left + this.shift,
        to: placed.right + this.shift,
      })),
      row: this.targetRow,
      verdicts: this.judged?.byRow ?? null,
      shiftSeconds: this.shift,
      says: this.says(),
    };
  }

  /** Each part with its new place. A part for which there would be no row stays where it is. */
  moves(): readonly PartMove[] {
    const { rows } = this.host.scene.rows;
    return this.bars.map((placed) => {
      const { operation, part, resource } = placed.bar;
      const row = rows[this.targetOf(placed)];
      const isKept = row === undefined && this.targetRow >= 0;
      return { operation, part, resource: isKept ? resource : (row?.id ?? null) };
    });
  }

  private resourceRows(): readonly Row[] {
    return this.host.scene.rows.rows.filter(isResource);
  }

  /** The row on which a bar lands, as many resources above or below the first one as it is now; −1 when there is none. */
  private targetOf(placed: PlacedBar): number {
    const { first } = this;
    if (this.targetRow < 0 || placed.row === first.row) return this.targetRow;
    if (placed.row < 0 || first.row < 0) return placed.row;
    const shown = this.resourceRows();
    const placeOf = (row: number): number => shown.findIndex(({ index }) => index === row);
    return shown[placeOf(this.targetRow) + placeOf(placed.row) - placeOf(first.row)]?.index ?? -1;
  }
}
