import { percentText } from '../../engine/wording.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS } from '../../engine/instance/window.ts';
import type { JudgeClient } from '../judge/judgeClient.ts';
import type { EntryUpdate } from '../judge/planningJudge.ts';
import { type Edit, editEntry, editsByOperation } from '../planning/edit.ts';
import { isNothing } from '../planning/gestures.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { planEdit } from '../planning/planEdit.ts';
import { barsOf } from '../timeline/model/bar.ts';
import type { ConflictMark, Scene } from '../timeline/model/scene.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BoardStore } from './boardState.ts';
import type { Plan } from './plan.ts';
import { markOf } from './received.ts';

/** The part of the board that previews use. */
export interface PreviewHost {
  readonly store: BoardStore;
  readonly document: LiveDocument;
  readonly scene: Scene;
  readonly timeline: Timeline | null;
  readonly judge: JudgeClient | null;
  operationName(id: string): string;
}

const NONE: ReadonlySet<string> = new Set();

/** Previews plans: their places, their conflicts, and the evaluation of other places in them. */
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

  /** The ghosts of the previewed plan, and of the conflicts that it would create. */
  get ghosts(): readonly Ghost[] {
    return this.drawnGhosts;
  }

  /** The previewed plan as an edit of the shown state. */
  get edit(): Edit {
    return this.previewed;
  }

  /** Previews a plan while the pointer is on it; null ends that. */
  pass(plan: Plan | null): void {
    this.passing = plan;
    this.show();
  }

  /** Pins the preview of a plan; null unpins it. */
  pin(plan: Plan | null): void {
    this.pinned = plan;
    this.passing = null;
    this.show();
  }

  /** Unpins a plan, unless another one was pinned in the meantime. */
  unpin(key: string): void {
    if (this.pinned?.key === key) this.pin(null);
  }

  end(): void {
    this.pin(null);
  }

  /** Called when the shown state has changed. Updates the preview. */
  planChanged(): void {
    if (this.plan !== null) this.show();
  }

  /** Called when the conflicts of the shown state have changed. */
  conflictsKnown(): void {
    if (this.plan !== null) void this.judge();
  }

  /** The operations that the preview changes, with their state in it. */
  entries(): readonly EntryUpdate[] {
    const { document } = this.board;
    return [...editsByOperation(this.previewed)].map(([id, edit]) => {
      const { operation = null, assignment = null } = editEntry(document.entryOf(id), edit);
      return { id, operation, assignment };
    });
  }

  /** Brings the places of the previewed plan into view. */
  reveal(): void {
    // Moves to other resources come before delays.
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
    // The plan was applied, or somebody made the same changes.
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
      // The conflicts of the previous preview stay until this one is evaluated, a few milliseconds later, so that nothing flickers.
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
  name: `! ${percentText(probability)}`,
  kind: 'conflict',
});
