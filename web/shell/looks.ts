import type { Operation } from '../../client/planningTables.ts';
import { type Bar, operationName } from '../timeline/model/bar.ts';
import type { Density } from '../timeline/model/rows.ts';
import { isZone } from '../timeline/model/zone.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { Scene } from '../timeline/model/scene.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BoardStore, TimeMode } from './boardState.ts';
import { tintsBy } from './tints.ts';

const NONE: ReadonlySet<string> = new Set();

/** What it needs of the board. */
export interface LookHost {
  readonly store: BoardStore;
  readonly document: LiveDocument;
  readonly scene: Scene;
  readonly timeline: Timeline | null;
  select(operations: readonly string[]): void;
  say(message: string): void;
}

/** How the planning is looked at: clocks, colors, rows, what is searched and picked out. */
export class Looks {
  readonly #board: LookHost;
  #tint: { readonly revision: number; readonly colorBy: string | null; readonly of: (bar: Bar) => number } | null =
    null;
  #found: { readonly revision: number; readonly search: string; readonly operations: ReadonlySet<string> } | null =
    null;
  #previews: readonly Ghost[] = [];

  constructor(board: LookHost) {
    this.#board = board;
  }

  /** The zone whose clocks are shown. */
  zone(): string {
    const { timeMode } = this.#board.store.getState();
    if (timeMode === 'utc') return 'UTC';
    if (timeMode === 'mine') return Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { timezone = 'UTC' } = this.#board.document.planning;
    return isZone(timezone) ? timezone : 'UTC';
  }

  setTimeMode(timeMode: TimeMode): void {
    this.#board.store.setState({ timeMode });
    this.#board.timeline?.refresh();
  }

  setDensity(density: Density): void {
    this.#board.store.setState({ density });
    this.#board.scene.setOptions({ density });
    this.#board.timeline?.refresh();
  }

  /** 0: bars as scheduled; 1: as expected. */
  setBlend(blend: number): void {
    this.#board.store.setState({ blend });
    this.#board.scene.setOptions({ blend });
    this.#board.timeline?.refresh();
  }

  setColorBy(colorBy: string | null): void {
    this.#board.store.setState({ colorBy });
    this.#board.timeline?.refresh();
  }

  tintOf(bar: Bar): number {
    const { revision, colorBy } = this.#board.store.getState();
    if (this.#tint === null || this.#tint.revision !== revision || this.#tint.colorBy !== colorBy) {
      this.#tint = { revision, colorBy, of: tintsBy(this.#board.document, colorBy) };
    }
    return this.#tint.of(bar);
  }

  setSearch(search: string): void {
    this.#board.store.setState({ search });
    this.#board.timeline?.refresh();
  }

  /** What the search finds, in order of time; null: none is on. */
  found(): ReadonlySet<string> | null {
    const { search, revision } = this.#board.store.getState();
    const words = search.trim().toLowerCase();
    if (words === '') return null;
    if (this.#found === null || this.#found.search !== words || this.#found.revision !== revision) {
      const matches = [...this.#board.document.operations()].filter((operation) =>
        this.#textOf(operation).includes(words),
      );
      const startOf = ({ id }: Operation): number => this.#board.scene.barsOfOperation(id)[0]?.left ?? 0;
      matches.sort((a, b) => startOf(a) - startOf(b));
      this.#found = { revision, search: words, operations: new Set(matches.map(({ id }) => id)) };
    }
    return this.#found.operations;
  }

  /** The next one that the search found, from the one that is chosen on; selected, in view, with the focus. */
  showFound(step: 1 | -1): void {
    const found = [...(this.found() ?? [])];
    if (found.length === 0) return this.#board.say('Nothing was found.');
    const at = found.indexOf(this.#board.store.getState().selection.at(-1) ?? '');
    const next = at < 0 ? (step === 1 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
    this.#board.select([found[next]]);
    this.#board.timeline?.reveal(found[next], { focus: true });
  }

  hover(operation: string | null): void {
    if (this.#board.store.getState().hovered === operation) return;
    this.#board.store.setState({ hovered: operation });
    this.#board.timeline?.refreshOverlay();
  }

  /** The others of its group. */
  relatedTo(id: string): ReadonlySet<string> {
    const group = this.#board.document.operation(id)?.group;
    if (group == null) return NONE;
    const related = [...this.#board.document.operations()].filter((one) => one.group === group && one.id !== id);
    return new Set(related.map((one) => one.id));
  }

  /** Where things would be, shown until it is called with nothing: strategies, proposals, plans on their way. */
  preview(ghosts: readonly Ghost[]): void {
    this.#previews = ghosts;
    this.#board.timeline?.refreshOverlay();
  }

  previews(): readonly Ghost[] {
    return this.#previews;
  }

  #textOf(operation: Operation): string {
    const { tags } = this.#board.document.tables;
    const values = (operation.tags ?? []).map((uuid) => tags.get(uuid)?.value ?? '');
    const { externalId, inboundTask, outboundTask } = operation;
    const texts = [
      operationName(operation),
      operation.id,
      externalId,
      inboundTask?.externalId,
      outboundTask?.externalId,
    ];
    return [...texts, ...values].join('\n').toLowerCase();
  }
}
