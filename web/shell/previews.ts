import { DEFAULT_MINIMUM_STAY_SECONDS } from '../../engine/instance/window.ts';
import type { JudgeClient } from '../judge/judgeClient.ts';
import type { EntryUpdate } from '../judge/planningJudge.ts';
import { type Edit, editEntry, operationsIn } from '../planning/edit.ts';
import { isNothing } from '../planning/gestures.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { planEdit } from '../planning/planEdit.ts';
import { barsOf } from '../timeline/model/bar.ts';
import type { ConflictMark, Scene } from '../timeline/model/scene.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BoardStore } from './boardState.ts';
import type { Plan } from './plan.ts';
import { markOf } from './told.ts';

/** What it needs of the board. */
export interface PreviewHost {
  readonly store: BoardStore;
  readonly document: LiveDocument;
  readonly scene: Scene;
  readonly timeline: Timeline | null;
  readonly judge: JudgeClient | null;
  operationName(id: string): string;
}

const NONE: ReadonlySet<string> = new Set();

/** What is looked at before it is done: where things would be, which conflicts there would be, what each place would then be worth. */
export class Previews {
  private readonly board: PreviewHost;
  private pinned: Plan | null = null;
  private passing: Plan | null = null;
  private previewed: Edit = {};
  private moved: readonly Ghost[] = [];
  private drawnGhosts: readonly Ghost[] = [];
  private asked = 0;

  constructor(board: PreviewHost) {
    this.board = board;
  }

  /** Ghosts of the plan that is looked at, and the conflicts that it would make. */
  get ghosts(): readonly Ghost[] {
    return this.drawnGhosts;
  }

  /** The plan that is looked at, as an edit of what is shown. */
  get edit(): Edit {
    return this.previewed;
  }

  /** Shows it for as long as something is pointed at; null: no longer. */
  pass(plan: Plan | null): void {
    this.passing = plan;
    this.show();
  }

  /** Keeps it on the board; null: no longer. */
  pin(plan: Plan | null): void {
    this.pinned = plan;
    this.passing = null;
    this.show();
  }

  /** Unless another one was chosen meanwhile. */
  unpin(key: string): void {
    if (this.pinned?.key === key) this.pin(null);
  }

  end(): void {
    this.pin(null);
  }

  /** What is shown is another plan now: what is left of the one that is looked at. */
  planChanged(): void {
    if (this.plan !== null) this.show();
  }

  /** The conflicts of what is shown are others. */
  conflictsKnown(): void {
    if (this.plan !== null) void this.judge();
  }

  /** Operations that would be elsewhere or at another time, as they would be. */
  entries(): readonly EntryUpdate[] {
    const { document } = this.board;
    return [...operationsIn(this.previewed)].map((id) => {
      const { operation = null, assignment = null } = editEntry(document.entryOf(id), id, this.previewed);
      return { id, operation, assignment };
    });
  }

  /** Brings where things would be into view. */
  reveal(): void {
    // What goes elsewhere before what is only later.
    const places = this.moved.toSorted((a, b) => Number(staysOn(a)) - Number(staysOn(b)));
    this.board.timeline?.revealPlaces(places);
  }

  private ghostsOfMoved(): readonly Ghost[] {
    const { document, scene } = this.board;
    const { blend } = scene.options;
    const { minimumStaySeconds = DEFAULT_MINIMUM_STAY_SECONDS } = document.planning;
    return this.entries().flatMap(({ id, operation, assignment }): Ghost[] => {
      if (operation === null) return [];
      const placed = scene.barsOfOperation(id);
      return barsOf(operation, assignment ?? undefined, minimumStaySeconds).flatMap((bar): Ghost[] => {
        const from = bar.scheduledStart + (bar.start - bar.scheduledStart) * blend;
        const to = Math.max(from + 1, bar.scheduledEnd + (bar.end - bar.scheduledEnd) * blend);
        const here = placed.find((one) => one.bar.part === bar.part);
        if (here?.bar.resource === bar.resource && here.left === from && here.right === to) return [];
        const was = here === undefined ? {} : { was: { resource: here.bar.resource, from: here.left, to: here.right } };
        const name = this.board.operationName(id);
        return [{ resource: bar.resource, from, to, name, kind: 'preview', operation: id, ...was }];
      });
    });
  }

  private get plan(): Plan | null {
    return this.passing ?? this.pinned;
  }

  private show(): void {
    const plan = this.plan;
    const { document, store, timeline } = this.board;
    this.previewed = plan === null ? {} : planEdit(document, plan.moves);
    // It was applied, or somebody did the same.
    if (plan !== null && plan === this.pinned && isNothing(this.previewed)) return this.pin(null);
    this.moved = plan === null ? [] : this.ghostsOfMoved();
    if (plan === null) {
      this.asked++;
      this.drawnGhosts = [];
      if (store.getState().preview !== null) store.setState({ preview: null });
    } else {
      const isPinned = plan === this.pinned;
      const known = store.getState().preview;
      const isSame = known?.plan.key === plan.key;
      this.drawnGhosts = isSame ? [...this.moved, ...known.begins.map(conflictGhost)] : this.moved;
      // What is told of the one before stays until this one is judged, a few milliseconds later: nothing blinks in between.
      store.setState({ preview: { conflicts: null, ends: NONE, begins: [], ...known, plan, isPinned } });
      void this.judge();
    }
    timeline?.refreshOverlay();
  }

  private async judge(): Promise<void> {
    const plan = this.plan;
    const asked = ++this.asked;
    const records = await this.board.judge?.preview(this.entries());
    const { conflicts: now, preview } = this.board.store.getState();
    if (asked !== this.asked || plan !== this.plan || plan === null || preview === null) return;
    if (records == null)
      return this.board.store.setState({ preview: { ...preview, conflicts: null, ends: NONE, begins: [] } });
    const conflicts = records.map(markOf);
    const then = new Set(conflicts.map(({ id }) => id));
    const known = new Set(now.map(({ id }) => id));
    const ends = new Set([...known].filter((id) => !then.has(id)));
    const begins = conflicts.filter(({ id }) => !known.has(id));
    this.drawnGhosts = [...this.moved, ...begins.map(conflictGhost)];
    this.board.store.setState({ preview: { ...preview, conflicts, ends, begins } });
    this.board.timeline?.refreshOverlay();
  }
}

const staysOn = ({ resource, was }: Ghost): boolean => was?.resource === resource;

const conflictGhost = ({ resource, start, end, probability }: ConflictMark): Ghost => ({
  resource,
  from: start,
  to: end,
  name: `! ${Math.round(100 * probability)} %`,
  kind: 'conflict',
});
