import type { Bar } from '../timeline/model/bar.ts';
import type { Density } from '../timeline/model/rows.ts';
import { type Times, timesOf } from '../timeline/model/times.ts';
import { isZone } from '../timeline/model/zone.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import { nameOf } from '../planning/gestures.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { JudgeClient } from '../judge/judgeClient.ts';
import { Scene, type SceneOptions } from '../timeline/model/scene.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BoardState, BoardStore, TimeMode } from './boardState.ts';
import type { ColorBy } from './colorBy.ts';
import { type Filter, matches, NO_FILTER, picksBars, rowsOf } from './filter.ts';
import { type Found, type Match, search } from './search.ts';
import { mainCategory, type Tints, tintsBy } from './tints.ts';

const NONE: ReadonlySet<string> = new Set();
/** The most pinned rows. More would leave no room for the others. */
const MOST_PINS = 20;

/** The settings of a view that belong to a planning. */
export type Taken = Pick<BoardState, 'filter' | 'pins' | 'colorBy'>;

export const PLAIN: Taken = { filter: NO_FILTER, pins: [], colorBy: null };

/** Caches the tint of each bar, since it is needed in each frame. */
const remembered = (of: (bar: Bar) => number): ((bar: Bar) => number) => {
  const known = new WeakMap<Bar, number>();
  return (bar) => {
    let tint = known.get(bar);
    if (tint === undefined) known.set(bar, (tint = of(bar)));
    return tint;
  };
};

/** The part of the board that views use. */
export interface LookHost {
  readonly store: BoardStore;
  readonly document: LiveDocument;
  readonly scene: Scene;
  readonly timeline: Timeline | null;
  readonly judge: JudgeClient | null;
  select(operations: readonly string[]): void;
  say(message: string): void;
  viewMoved(): void;
}

/** The view of the planning: time zone, colors, rows, search and filter. */
export class Looks {
  private readonly board: LookHost;
  private lastTint: ({ readonly revision: number; readonly scene: Scene } & Tints) | null = null;
  private category: {
    readonly revision: number;
    readonly document: LiveDocument;
    readonly name: string | null;
  } | null = null;
  /** The cost of each operation in weight units, while bars are colored by cost. */
  private costs: ReadonlyMap<string, number> | null = null;
  /** The last scene whose conflicts are known. */
  private judgedScene: Scene | null = null;
  private picked: { readonly key: readonly unknown[]; readonly operations: ReadonlySet<string> } | null = null;
  private lastFound: {
    readonly typed: string;
    readonly revision: number;
    readonly scene: Scene;
    readonly found: Found | null;
  } | null = null;
  private chosenRow: string | null = null;
  private lastTints: readonly Ghost[] = [];

  constructor(board: LookHost) {
    this.board = board;
  }

  /** The time zone of displayed times. */
  zone(): string {
    const { timeMode } = this.board.store.getState();
    if (timeMode === 'utc') return 'UTC';
    if (timeMode === 'mine') return Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { timezone = 'UTC' } = this.board.document.planning;
    return isZone(timezone) ? timezone : 'UTC';
  }

  /** How the times of the plan are said. */
  times(): Times {
    return timesOf(this.zone(), this.board.scene.busySpan());
  }

  setTimeMode(timeMode: TimeMode): void {
    this.board.store.setState({ timeMode });
    this.board.timeline?.refresh();
  }

  setDensity(density: Density): void {
    this.board.store.setState({ density });
    this.board.scene.setOptions({ density });
    this.board.timeline?.refresh();
  }

  /** Sets the blend: 0 shows bars as scheduled, 1 as expected. */
  setBlend(blend: number): void {
    this.board.store.setState({ blend });
    this.board.scene.setOptions({ blend });
    this.board.timeline?.refresh();
  }

  setColorBy(colorBy: ColorBy): void {
    this.board.store.setState({ colorBy });
    void this.judgedAnew();
    this.changed();
  }

  /** The chosen coloring, or else the one that distinguishes the most bars of the planning. */
  colorBy(): ColorBy {
    const { colorBy } = this.board.store.getState();
    if (colorBy !== null) return colorBy;
    const category = this.mainCategory();
    return category === null ? 'none' : `tag:${category}`;
  }

  private mainCategory(): string | null {
    const { revision } = this.board.store.getState();
    const { document } = this.board;
    if (this.category?.revision !== revision || this.category.document !== document)
      this.category = { revision, document, name: mainCategory(document) };
    return this.category.name;
  }

  tintOf(bar: Bar): number {
    return this.colors().of(bar);
  }

  /** The subject and the entries of the color legend. */
  legend(): Pick<Tints, 'about' | 'legend'> {
    return this.colors();
  }

  private colors(): Tints {
    const { revision } = this.board.store.getState();
    const known = this.lastTint;
    const { document, scene } = this.board;
    if (known?.revision === revision && known.scene === scene) return known;
    const tints = tintsBy({ document, scene, costs: this.costs }, this.colorBy());
    this.lastTint = { ...tints, revision, scene, of: remembered(tints.of) };
    return this.lastTint;
  }

  /** Called when the worker has compiled the present plan. Updates colors by cost. */
  async judgedAnew(): Promise<void> {
    if (this.board.store.getState().colorBy !== 'cost') return;
    this.costs = (await this.board.judge?.costs()) ?? null;
    this.lastTint = null;
    this.board.store.setState(({ colorsRevision }) => ({ colorsRevision: colorsRevision + 1 }));
    this.board.timeline?.refresh();
  }

  setFilter(filter: Filter): void {
    this.board.store.setState({ filter });
    this.board.scene.setOptions({ keepsResource: rowsOf(filter, this.board.document, this.board.scene) });
    this.changed();
  }

  setPins(pins: readonly string[]): void {
    this.board.store.setState({ pins });
    this.board.scene.setOptions({ pins });
    this.changed();
  }

  /** Pins a row above the split, or unpins it. */
  pin(resource: string): void {
    const { pins } = this.board.store.getState();
    const isPinned = pins.includes(resource);
    this.setPins(isPinned ? pins.filter((id) => id !== resource) : [...pins, resource].slice(-MOST_PINS));
    const { name = resource } = this.board.document.tables.resources.get(resource) ?? {};
    this.board.say(isPinned ? `${name} is no longer pinned.` : `${name} is pinned above the others.`);
  }

  resize(sizes: Partial<BoardState['sizes']>): void {
    this.board.store.setState((state) => ({ sizes: { ...state.sizes, ...sizes } }));
    this.board.timeline?.refresh();
  }

  /** Applies the settings of an address or a saved view. */
  take({ filter, pins, colorBy }: Taken): void {
    this.board.store.setState({ filter, pins, colorBy });
    const { document, scene } = this.board;
    scene.setOptions({ pins, keepsResource: rowsOf(filter, document, scene) });
    void this.judgedAnew();
    this.changed();
  }

  /** Called when conflicts are known for the first time. Computes the rows of a filter again, since it may depend on conflicts. */
  conflictsKnown(): void {
    const { filter } = this.board.store.getState();
    this.lastTint = null;
    if (this.judgedScene === this.board.scene) return;
    this.judgedScene = this.board.scene;
    if (filter.hidesRows && filter.conditions.includes('conflict')) this.setFilter(filter);
  }

  /** The options for the scene of a planning that was just loaded. */
  sceneOptions(document: LiveDocument): Partial<SceneOptions> {
    const { density, blend, filter, pins } = this.board.store.getState();
    // The bars on rows matter only for hiding rows.
    const bare = filter.hidesRows ? new Scene(document, { density, blend }) : this.board.scene;
    return { density, blend, pins, keepsResource: rowsOf(filter, document, bare) };
  }

  private changed(): void {
    this.lastTint = null;
    this.board.timeline?.refresh();
    this.board.viewMoved();
  }

  setSearch(typed: string): void {
    this.chosenRow = null;
    this.board.store.setState({ search: typed });
    this.board.timeline?.refresh();
  }

  /** What the search finds; null when there is none. */
  found(): Found | null {
    const { search: typed, revision } = this.board.store.getState();
    const { document, scene } = this.board;
    const known = this.lastFound;
    if (known?.typed === typed && known.revision === revision && known.scene === scene) return known.found;
    const found = search(typed, document, scene);
    this.lastFound = { typed, revision, scene, found };
    return found;
  }

  /** The resource that was chosen last among those that the search finds; null when there is none. */
  get chosenResource(): string | null {
    return this.chosenRow;
  }

  /** The operations that are highlighted by search and filter, while others fade; null when nothing is highlighted. */
  standingOut(): ReadonlySet<string> | null {
    const { filter, revision, conflicts } = this.board.store.getState();
    const found = this.found()?.operations ?? null;
    if (!picksBars(filter)) return found;
    const key = [filter, revision, conflicts, found, this.board.scene];
    if (this.picked === null || this.picked.key.some((one, i) => one !== key[i])) {
      const { document, scene } = this.board;
      const picked = [...document.operations()].filter(
        (operation) => (found?.has(operation.id) ?? true) && matches(filter, operation, scene),
      );
      this.picked = { key, operations: new Set(picked.map(({ id }) => id)) };
    }
    return this.picked.operations;
  }

  /** Brings the next match of the search into view and focuses it. Operations are selected, rows are marked. */
  showFound(step: 1 | -1): void {
    const matches = this.found()?.matches ?? [];
    const last = this.chosenRow ?? this.board.store.getState().selection.at(-1);
    const at = matches.findIndex(({ id }) => id === last);
    const next = matches.at(at < 0 ? Math.min(step, 0) : (at + step) % matches.length);
    if (next === undefined) return this.board.say('Nothing was found.');
    const { kind, id } = next;
    this.chosenRow = kind === 'resource' ? id : null;
    this.board.select(kind === 'operation' ? [id] : []);
    this.board.timeline?.refresh();
    this.reveal(next);
  }

  private reveal({ kind, id }: Match): void {
    const { timeline, scene, document } = this.board;
    const row = scene.rows.rowOf.get(id);
    if (kind === 'operation' && scene.barsOfOperation(id).length > 0) timeline?.reveal(id, { focus: true });
    else if (kind === 'resource' && row !== undefined) {
      timeline?.focusRow(row);
      if (timeline?.mirror.focusedBar === null) this.board.say(`Nothing is on ${row.name} in the shown time.`);
    } else {
      const name = kind === 'operation' ? nameOf(document, [id]) : document.tables.resources.get(id)?.name;
      this.board.say(`${name} is not on the rows that the filter shows.`);
    }
  }

  hover(operation: string | null): void {
    if (this.board.store.getState().hovered === operation) return;
    this.board.store.setState({ hovered: operation });
    this.board.timeline?.refreshOverlay();
  }

  /** The other operations of its group. */
  relatedTo(id: string): ReadonlySet<string> {
    const group = this.board.document.operation(id)?.group;
    if (group == null) return NONE;
    const related = [...this.board.document.operations()].filter((one) => one.group === group && one.id !== id);
    return new Set(related.map((one) => one.id));
  }

  /** Highlights gaps on the board, until it is called with an empty list. */
  tint(ghosts: readonly Ghost[]): void {
    this.lastTints = ghosts;
    this.board.timeline?.refreshOverlay();
  }

  tints(): readonly Ghost[] {
    return this.lastTints;
  }
}
