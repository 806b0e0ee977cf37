import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../../client/livePlanning.ts';
import type { Reverts } from '../planning/reverts.ts';
import type { Author, PlanningEntry, UserRecord, WorkspaceRecord } from '../server/endpoints.ts';
import type { Theme } from '../theme/theme.ts';
import type { BarName } from '../timeline/model/bar.ts';
import type { Density } from '../timeline/model/rows.ts';
import type { ConflictMark } from '../timeline/model/scene.ts';
import { NOTHING, type Selection } from '../timeline/model/selection.ts';
import type { DragMode } from '../timeline/intents.ts';
import { type FrameSizes, USUAL_SIZES } from '../timeline/paint/frame.ts';
import type { ColorBy } from './colorBy.ts';
import { type Filter, NO_FILTER } from './filter.ts';
import type { Preview } from './plan.ts';
import type { SavedView, TimeMode } from './savedViews.ts';

/** The shown layer: a planning's mainline or one of its drafts, now or after a change. */
export interface OpenLayer {
  readonly planning: string;
  /** The organization of the planning; null until it is known. */
  readonly organization: string | null;
  readonly workspace: string | null;
  readonly change: string | null;
}

export type { TimeMode } from './savedViews.ts';

/** What the user can do about what is said, as a button. */
export interface Remedy {
  readonly label: string;
  readonly run: () => void;
}

/** A problem that is shown, with what the user can do about it. */
export interface Problem {
  readonly title: string;
  readonly detail: string;
  readonly action?: Remedy;
}

export type Dialog =
  | { readonly kind: 'move'; readonly operation: string }
  | { readonly kind: 'commands' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'views' }
  /** A dialog of a panel or a command. */
  | { readonly kind: 'other'; readonly name: string; readonly about?: string };

export interface ContextMenuAt {
  readonly x: number;
  readonly y: number;
  readonly operation: string | null;
  readonly resource: string | null;
  /** Unix seconds. */
  readonly at: number;
}

export interface BoardState {
  readonly session: 'starting' | 'none' | 'open' | 'ended';
  readonly user: UserRecord | null;
  readonly plannings: readonly PlanningEntry[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly layer: OpenLayer | null;
  readonly loading: 'idle' | 'loading' | 'ready' | 'failed';
  /** Whether the bars of what was shown before stay in view while another layer is loading. */
  readonly keepsBars: boolean;
  readonly loadError: string;
  /** Incremented whenever the shown document changes. */
  readonly revision: number;
  readonly conflicts: readonly ConflictMark[];
  /** False until the opened planning is evaluated, which takes a moment after its bars are shown. */
  readonly areConflictsKnown: boolean;
  /** The previewed plan; null when there is none. */
  readonly preview: Preview | null;
  /** `connecting` until there was one for the first time; `none` when what is shown is gone, so that nothing is followed. */
  readonly connection: Connection | 'connecting' | 'none';
  /** When the last message of the server arrived, in epoch milliseconds. */
  readonly heardAt: number;
  readonly people: readonly Author[];
  readonly isOldBuild: boolean;
  /** A message that is announced to screen readers and shown for a moment. */
  readonly message: string;
  /** What the message offers to do; null for nothing. */
  readonly remedy: Remedy | null;
  /** How many messages there were: the same one may be said twice. */
  readonly said: number;
  readonly problem: Problem | null;
  /** How many problems there were: the same one may be shown twice. */
  readonly problems: number;
  readonly selection: Selection;
  /** The bar that was clicked or focused last; of its operation, commands act on this part. */
  readonly lastBar: BarName | null;
  readonly hovered: string | null;
  readonly panel: string;
  readonly isPanelOpen: boolean;
  /** The layer of which a command has asked for a stress test that has not started yet. */
  readonly stressAskedOf: OpenLayer | null;
  readonly dialog: Dialog | null;
  readonly menu: ContextMenuAt | null;
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  readonly reverts: Reverts;
  readonly dragMode: DragMode;
  readonly search: string;
  readonly theme: Theme;
  readonly density: Density;
  readonly timeMode: TimeMode;
  /** 0 shows bars as scheduled, 1 as expected. */
  readonly blend: number;
  readonly colorBy: ColorBy;
  /** Incremented when the meaning of colors changes, though nothing else does. */
  readonly colorsRevision: number;
  /** Whether the legend is shown below the timeline. */
  readonly isLegendOpen: boolean;
  readonly filter: Filter;
  /** The resources whose rows are pinned above the split. */
  readonly pins: readonly string[];
  readonly views: readonly SavedView[];
  /** The sizes that users have set with splitters. */
  readonly sizes: FrameSizes & { readonly panel: number };
}

/** The live schedule of a planning. */
export const liveOf = ({ id, organization }: Pick<PlanningEntry, 'id' | 'organization'>): OpenLayer => ({
  planning: id,
  organization,
  workspace: null,
  change: null,
});

type Shown = Pick<BoardState, 'plannings' | 'layer'>;

/** What is known of the shown planning from the list; undefined until it is loaded. */
export const shownPlanning = ({ plannings, layer }: Shown): PlanningEntry | undefined =>
  plannings.find(({ id, organization }) => id === layer?.planning && organization === layer.organization);

/** The organization with the planning; null when none or several of the user have one with its id. */
export const organizationIn = (plannings: BoardState['plannings'], planning: string | undefined): string | null => {
  const [one, ...others] = plannings.filter(({ id }) => id === planning);
  return others.length === 0 ? (one?.organization ?? null) : null;
};

/** The organization of the shown planning if another one of the user has a planning with the same id, or may have one; else null. */
export const namedOrganization = ({ plannings, layer }: Shown): string | null =>
  plannings.length === 0 || plannings.filter(({ id }) => id === layer?.planning).length > 1
    ? (layer?.organization ?? null)
    : null;

/** Tells the shown planning from all others; empty when none is shown. */
export const planningKey = (state: Shown): string =>
  [namedOrganization(state), state.layer?.planning].filter((id) => id != null).join(' ');

/** Whether both are of one planning, as far as their organizations are known. */
export const isSamePlanning = (
  one: { readonly [M in 'planning' | 'organization']: string | null } | null,
  other: OpenLayer | null,
): boolean =>
  one?.planning === other?.planning &&
  (one?.organization ?? other?.organization) === (other?.organization ?? one?.organization);

/** The saved views of the shown planning. */
export const shownViews = (state: BoardState): readonly SavedView[] =>
  state.views.filter(({ planning }) => planning === planningKey(state));

/** The state after a logout. */
export const NOBODY = {
  session: 'none',
  user: null,
  layer: null,
  loading: 'idle',
  plannings: [],
  selection: NOTHING,
} as const satisfies Partial<BoardState>;

/** The default width of the panel on the right, in pixels. */
export const USUAL_PANEL = 408;

export type BoardStore = StoreApi<BoardState>;

const KEPT = 'tidegate-board';
/** The settings that are stored in this browser for all plannings. */
const KEPT_MEMBERS = ['theme', 'density', 'timeMode', 'isPanelOpen', 'isLegendOpen', 'panel', 'sizes'] as const;
type Kept = Pick<BoardState, (typeof KEPT_MEMBERS)[number]>;

const readKept = (): Partial<Kept> => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
};

export const createBoardStore = (): BoardStore => {
  const store = createStore<BoardState>(() => ({
    session: 'starting',
    user: null,
    plannings: [],
    workspaces: [],
    layer: null,
    loading: 'idle',
    keepsBars: false,
    loadError: '',
    revision: 0,
    conflicts: [],
    areConflictsKnown: false,
    preview: null,
    connection: 'connecting',
    heardAt: 0,
    people: [],
    isOldBuild: false,
    message: '',
    remedy: null,
    said: 0,
    problem: null,
    problems: 0,
    selection: NOTHING,
    lastBar: null,
    hovered: null,
    panel: 'operation',
    isPanelOpen: true,
    stressAskedOf: null,
    dialog: null,
    menu: null,
    undoLabel: null,
    redoLabel: null,
    reverts: new Map(),
    dragMode: 'place',
    search: '',
    theme: 'system',
    density: 'normal',
    timeMode: 'planning',
    blend: 1,
    colorBy: null,
    colorsRevision: 0,
    isLegendOpen: true,
    filter: NO_FILTER,
    pins: [],
    views: [],
    sizes: { ...USUAL_SIZES, panel: USUAL_PANEL },
    ...readKept(),
  }));
  store.subscribe((state, before) => {
    if (KEPT_MEMBERS.every((member) => state[member] === before[member])) return;
    const kept = Object.fromEntries(KEPT_MEMBERS.map((member) => [member, state[member]]));
    try {
      localStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // Without storage, the next visit starts with the defaults.
    }
  });
  return store;
};
