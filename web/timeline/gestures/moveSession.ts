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

/** What the judge answered, by the ids of resources. */
interface Judged {
  /** The shift in seconds for which the verdicts were computed. */
  readonly shiftSeconds: number;
  readonly byResource: ReadonlyMap<string, JudgedRow>;
}

/**
 * A move of bars to other rows or times, by pointer or by keys. Computes where they would land, requests the verdicts of rows, and announces
 * them. It ends when the caller applies its `moves`, or drops it. Rows may come and go meanwhile: they are remembered by their resources.
 */
export class MoveSession {
  private readonly host: TimelineHost;
  private readonly first: PlacedBar;
  private readonly bars: readonly PlacedBar[];
  private readonly changed: (isJudged: boolean) => void;
  /** The resource on which the first bar would land; null for the pane of operations without a place. */
  private target: string | null;
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
    this.target = this.first.bar.resource;
    void this.ask();
  }

  /** The row on which the first bar would land; −1 when that is none. */
  get row(): number {
    return this.rowOf(this.target);
  }

  get shiftSeconds(): number {
    return this.shift;
  }

  get operations(): readonly string[] {
    return this.bars.map(({ bar }) => bar.operation);
  }

  get isMoved(): boolean {
    return this.target !== this.first.bar.resource || this.shift !== 0;
  }

  /** Sets the row on which the first bar would land; −1 for no place. Ignores rows of locations. */
  setRow(row: number): void {
    const line = this.host.scene.rows.rows[row];
    if (row >= 0 && line?.kind !== 'resource') return;
    this.setTarget(line?.id ?? null);
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
        ? rows.slice(this.row + 1).find(isResource)
        : rows.slice(0, Math.max(0, this.row)).findLast(isResource);
    if (next !== undefined) this.setTarget(next.id);
  }

  /** Moves to the next better (−1) or worse (1) eligible row by cost, or to the best one from any other row. The present place is not one of them. */
  stepBest(step: 1 | -1): void {
    const order = [...(this.judged?.byResource ?? [])]
      .filter(([id, { verdict }]) => verdict !== Verdict.ineligible && id !== this.first.bar.resource)
      .sort(([a, first], [b, second]) => first.delta - second.delta || this.rowOf(a) - this.rowOf(b))
      .map(([id]) => id);
    const at = this.target === null ? -1 : order.indexOf(this.target);
    const next = order[at < 0 ? 0 : at + step];
    if (next !== undefined) this.setTarget(next);
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
      verdicts === null ? null : { shiftSeconds, byResource: new Map(shown.map(({ id }, i) => [id, judgedRow(i)])) };
    this.changed(true);
    if (this.isHalfSaid) this.announce();
    const { waiting } = this;
    this.waiting = [];
    for (const run of waiting) run();
  }

  /** Ends the move: verdicts that come later are not announced. */
  end(): void {
    this.asked++;
  }

  /** Announces the present row, and again once its verdict is known if it is not known yet. */
  announce(): void {
    this.isHalfSaid = this.target !== null && this.judgedRow === undefined;
    this.host.intend({ type: 'say', text: this.says() });
  }

  /** The verdict of the present row for the present time; undefined when it is not known yet. */
  private get judgedRow(): JudgedRow | undefined {
    if (this.target === null || this.judged?.shiftSeconds !== this.shift) return undefined;
    return this.judged.byResource.get(this.target);
  }

  /** Why the place is not eligible; null when it is, or when that is not known yet. */
  get refusal(): string | null {
    return this.judgedRow?.verdict === Verdict.ineligible ? this.says() : null;
  }

  /** The text for the present row. */
  says(): string {
    if (this.target === null) return 'Unassigned';
    const name = this.host.scene.rows.rowOf.get(this.target)?.name ?? '';
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
      row: this.row,
      verdicts: this.verdicts(),
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
      const isKept = row === undefined && this.target !== null;
      return { operation, part, resource: isKept ? resource : (row?.id ?? null) };
    });
  }

  private setTarget(resource: string | null): void {
    if (resource === this.target) return;
    this.target = resource;
    this.changed(false);
  }

  /** The row of a resource; −1 when it has none, or there is no resource. */
  private rowOf(resource: string | null): number {
    return resource === null ? -1 : (this.host.scene.rows.rowOf.get(resource)?.index ?? -1);
  }

  /** The verdicts by row; null when there are none yet. */
  private verdicts(): DragLook['verdicts'] {
    if (this.judged === null) return null;
    return new Map([...this.judged.byResource].map(([id, verdict]) => [this.rowOf(id), verdict]));
  }

  private resourceRows(): readonly Row[] {
    return this.host.scene.rows.rows.filter(isResource);
  }

  /** The row on which a bar lands, as many resources above or below the first one as it is now; −1 when there is none. */
  private targetOf(placed: PlacedBar): number {
    const { row } = this;
    const own = this.rowOf(placed.bar.resource);
    const first = this.rowOf(this.first.bar.resource);
    if (row < 0 || own === first) return row;
    if (own < 0 || first < 0) return own;
    const shown = this.resourceRows();
    const placeOf = (at: number): number => shown.findIndex(({ index }) => index === at);
    return shown[placeOf(row) + placeOf(own) - placeOf(first)]?.index ?? -1;
  }
}
