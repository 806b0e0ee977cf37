import type { JudgeClient } from '../judge/judgeClient.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { ServiceError } from '../../client/serviceError.ts';
import type { Endpoints, Service } from '../server/endpoints.ts';
import { mayPass } from '../server/mayPass.ts';
import type { Reach } from '../server/reach.ts';
import { openService } from '../server/service.ts';
import { ServerClock } from '../server/serverClock.ts';
import { Session } from '../server/session.ts';
import { operationName } from '../../engine/instance/operationName.ts';
import type { PlacedBar, Scene } from '../timeline/model/scene.ts';
import { including, NOTHING, toggled } from '../timeline/model/selection.ts';
import type { DragMode } from '../timeline/intents.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { Actions } from './actions.ts';
import type { Address } from './address.ts';
import { AddressBar } from './addressBar.ts';
import type { Baseline } from './baseline.ts';
import { createBoardStore, isSamePlanning, NOBODY, organizationIn } from './boardState.ts';
import type { BoardState, BoardStore, OpenLayer, Problem, Remedy } from './boardState.ts';
import type { Editing } from './editing.ts';
import { Looks, PLAIN } from './looks.ts';
import { Membership } from './membership.ts';
import { News } from './news.ts';
import { OpenPlanning } from './openPlanning.ts';
import { Previews } from './previews.ts';
import { refusalOf } from './refusalOf.ts';
import { endedDraft, isEditable, isViewer, mayEdit } from './rights.ts';
import { Unwritten } from './unwritten.ts';

/**
 * The board, which all components and commands use. Its state is in `store`, the shown planning is in `document`, and the layout of the timeline is
 * in `scene`. Panels, dialogs and commands get it from `useBoard()`.
 */
export class Board {
  readonly store: BoardStore = createBoardStore();
  readonly session = new Session();
  readonly clock = new ServerClock();
  readonly actions = new Actions(this);
  readonly looks = new Looks(this);
  readonly previews = new Previews(this);
  readonly unwritten = new Unwritten();
  readonly news = new News(this);
  readonly membership = new Membership(this);
  timeline: Timeline | null = null;
  private readonly openPlanning: OpenPlanning;
  /** The server as it is used for the shown planning. */
  reach: Reach;
  private readonly reachIn: (organization: string | null) => Reach;
  /** The layer of the planning for which the timeline has already chosen a view. */
  private settledFor: OpenLayer | null = null;
  readonly address = new AddressBar(this.store, () => this.timeline);

  /** Opens a client of the server for the mainline or a draft. */
  get service(): Service {
    return this.reach.service;
  }

  get endpoints(): Endpoints {
    return this.reach.endpoints;
  }

  get document(): LiveDocument {
    return this.openPlanning.document;
  }

  get scene(): Scene {
    return this.openPlanning.scene;
  }

  get judge(): JudgeClient | null {
    return this.openPlanning.judge;
  }

  get editing(): Editing | null {
    return this.openPlanning.editing;
  }

  /** The mainline under a draft. */
  get baseline(): Baseline {
    return this.openPlanning.baseline;
  }

  constructor() {
    this.reachIn = openService(this.session.token, this.clock, {
      build: (build) => {
        const isOld = build !== __BUILD__;
        if (isOld !== this.store.getState().isOldBuild) this.store.setState({ isOldBuild: isOld });
      },
      forbidden: () => void this.membership.loadUser(),
    });
    this.reach = this.reachIn(null);
    this.openPlanning = new OpenPlanning(this);
    this.session.onChange(async (event) => {
      if (event === 'began') await this.enter();
      else if (event === 'renewed') {
        this.openPlanning.renew();
        await this.membership.loadUser();
      } else if (this.store.getState().session === 'open') this.store.setState({ session: 'ended' });
    });
    addEventListener('popstate', () => void this.followAddress());
  }

  /** Shows what the address names, if the user is logged in. */
  async start(): Promise<void> {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code !== null) history.replaceState(null, '', location.pathname + location.search);
    try {
      if (code !== null) return await this.session.exchange(code);
      const token = await this.session.token(null);
      if (token === null) this.store.setState({ session: 'none' });
      else await this.enter();
    } catch (error) {
      this.store.setState({ session: 'none' });
      this.fail('Starting', error);
    }
  }

  async logOut(): Promise<void> {
    await this.unwritten.written(() => this.say('You are logged out as soon as everything is saved.'));
    this.closeLayer();
    this.store.setState(NOBODY);
    await this.session.logOut().catch(() => {});
    history.replaceState(null, '', '/');
  }

  // What is shown.

  async open(layer: OpenLayer, { keepsBars = false } = {}): Promise<void> {
    const { layer: known, dialog, connection } = this.store.getState();
    this.closeLayer();
    if (connection === 'none') this.news.connected('connecting');
    // What an address asked for that could not be shown is no view of another planning.
    if (!isSamePlanning(this.address.wanted, layer)) this.address.wanted = null;
    this.reach = this.reachIn(layer.organization);
    this.store.setState({
      layer,
      loading: 'loading',
      keepsBars,
      loadError: '',
      problem: null,
      // They are about what was shown until now, except for a filter.
      dialog: dialog?.kind === 'filter' ? dialog : null,
      menu: null,
      conflicts: [],
      areConflictsKnown: false,
    });
    if (!isSamePlanning(known, layer)) {
      this.store.setState({ selection: NOTHING, workspaces: [] });
      if (known !== null) this.looks.take(PLAIN);
    }
    this.address.write();
    // The planning is requested first, since it is visible.
    this.openPlanning.open(layer);
    await this.loadWorkspaces();
  }

  /** Focuses the bar that had the focus last, or else the timeline. */
  focusTimeline(): void {
    this.timeline?.focus(this.store.getState().lastBar);
  }

  /** Shows a past state of the open planning, whose present state is still followed in the background; null shows the present state. */
  showPast(past: LiveDocument | null, change: string | null): void {
    const { layer } = this.store.getState();
    if (layer === null) return;
    if (past === null && !this.openPlanning.knowsNow) void this.open({ ...layer, change: null });
    else this.openPlanning.show(past, change);
  }

  /** Resolves once the opened planning is loaded and followed, or has failed to load. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const isSettled = ({ loading, connection }: BoardState): boolean =>
        loading === 'ready' ? connection === 'connected' : loading !== 'loading';
      if (isSettled(this.store.getState())) return resolve();
      const stop = this.store.subscribe((state) => {
        if (!isSettled(state)) return;
        stop();
        resolve();
      });
    });
  }

  async loadWorkspaces(): Promise<void> {
    const { layer } = this.store.getState();
    if (layer === null) return;
    const { reach } = this;
    let workspaces: BoardState['workspaces'];
    try {
      workspaces = await reach.endpoints.workspaces(layer.planning);
    } catch (error) {
      if (this.reach === reach && error instanceof ServiceError && error.status === 404) await this.lost(error);
      return;
    }
    if (this.reach !== reach) return;
    this.store.setState({ workspaces });
    // Panels render anew, without what changes the draft.
    if (endedDraft(this.store.getState()) !== undefined)
      this.store.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  /** Whether the user may change the shown planning. */
  mayEdit(): boolean {
    return mayEdit(this.store.getState());
  }

  /** Whether the user may change the shown planning now, or when the connection is back. */
  mayEditLater(): boolean {
    return isEditable(this.store.getState());
  }

  isViewer(): boolean {
    return isViewer(this.store.getState());
  }

  operationName(id: string): string {
    const operation = this.document.operation(id);
    return operation === undefined ? id : operationName(operation);
  }

  /** The bar of an operation that commands act on: the one that was clicked or focused last, or else the first. */
  barOf(operation: string): PlacedBar | undefined {
    const { lastBar } = this.store.getState();
    return this.scene.barOf(lastBar?.operation === operation ? lastBar : { operation, part: 0 });
  }

  partOf(operation: string): number {
    return this.barOf(operation)?.bar.part ?? 0;
  }

  resourceName(id: string | null): string {
    return id === null ? 'unassigned' : (this.document.tables.resources.get(id)?.name ?? id);
  }

  // What is chosen.

  select(operations: readonly string[], how: 'only' | 'toggle' | 'add' = 'only'): void {
    const { selection } = this.store.getState();
    const next =
      how === 'add'
        ? including(selection, operations)
        : how === 'toggle'
          ? operations.reduce(toggled, selection)
          : operations;
    this.store.setState({ selection: next });
    this.timeline?.refreshOverlay();
    this.openPlanning.tellPresence(next.at(-1) ?? null);
    this.address.writeSoon();
  }

  /** Selects an operation, scrolls to it, and shows its panel. */
  show(operation: string): void {
    this.select([operation]);
    this.store.setState({ isPanelOpen: true, panel: 'operation' });
    this.timeline?.reveal(operation, { part: this.partOf(operation), focus: true });
  }

  readonly closeDialog = (): void => this.store.setState({ dialog: null });

  /** Handles Escape: closes what was opened last, or else clears the selection. */
  stepBack(): void {
    const { menu, dialog, problem, dragMode, preview, search, selection } = this.store.getState();
    if (menu !== null) this.store.setState({ menu: null });
    else if (dialog !== null) this.closeDialog();
    else if (problem !== null) this.explain(null);
    else if (dragMode !== 'place') this.setDragMode('place');
    else if (preview?.isPinned === true) this.previews.end();
    else if (search !== '') this.looks.setSearch('');
    else if (selection.length > 0) this.select([]);
  }

  setDragMode(dragMode: DragMode): void {
    this.store.setState({ dragMode });
    if (this.timeline !== null) this.timeline.dragMode = dragMode;
  }

  openPanel(panel: string): void {
    this.store.setState({ panel, isPanelOpen: true });
  }

  say(message: string, remedy: Remedy | null = null): void {
    this.store.setState(({ said }) => ({ message, remedy, said: said + 1 }));
  }

  /** Shows a problem; null hides it. */
  explain(problem: Problem | null): void {
    this.store.setState(({ problems }) => ({ problem, problems: problems + 1 }));
  }

  /** Explains why something was not done. With `again`, it is offered once more where it may succeed later. */
  fail(what: string, error: unknown, again?: () => void): void {
    const run = (): void => {
      this.explain(null);
      again?.();
    };
    const title = `${what}: ${mayPass(error) ? 'not possible now' : 'not possible'}`;
    const action = again !== undefined && mayPass(error) ? { action: { label: 'Try again', run } } : {};
    void refusalOf(this, error).then((detail) => this.explain({ title, detail, ...action }));
  }

  /** Sets the timeline that shows the scene; null when it was removed. */
  attach(timeline: Timeline | null): void {
    this.timeline = timeline;
    this.settledFor = null;
    if (timeline !== null) timeline.dragMode = this.store.getState().dragMode;
    this.settleView();
  }

  /** Called by the timeline when its view has moved, and after each selection. Updates the address. */
  viewMoved(): void {
    this.address.writeSoon();
  }

  /** Called when the timeline was created, or a planning was loaded. Shows what the address requested. */
  settleView(): void {
    const { timeline } = this;
    if (timeline === null || this.store.getState().loading !== 'ready') return;
    const { wanted } = this.address;
    this.address.wanted = null;
    timeline.refresh();
    const { layer } = this.store.getState();
    if (wanted?.from != null && wanted.to != null) timeline.showWindow(wanted.from, wanted.to);
    // For a draft of the shown planning, or after reconnecting, the view stays where it is.
    else if (!isSamePlanning(this.settledFor, layer)) timeline.showFirst();
    this.settledFor = layer;
    const known = (wanted?.select ?? []).filter((id) => this.document.operation(id) !== undefined);
    const last = known.at(-1);
    if (last !== undefined) {
      this.store.setState({ selection: known });
      timeline.reveal(last, { isInRowsOnly: wanted?.from != null });
    }
    timeline.showAtOnce();
  }

  private async enter(): Promise<void> {
    const before = this.store.getState();
    const address = this.address.read();
    // The planning in the address is already loading while the user is being requested.
    const isAhead = before.layer === null && address.planning !== null;
    const opened = isAhead ? this.goTo(address) : null;
    // Shown after these requests were sent, since rendering the board takes longer than the responses.
    const shown = isAhead ? setTimeout(() => this.store.setState({ session: 'open' })) : undefined;
    try {
      const [user, plannings] = await Promise.all([this.endpoints.currentUser(), this.endpoints.plannings()]);
      // Nothing that one user has begun is sent or shown as another one.
      if (before.user !== null && before.user.id !== user.id) return this.unwritten.reload();
      this.session.resume();
      this.store.setState({ session: 'open', user });
      this.membership.take(plannings);
      void import('./views.ts').then(({ viewsOf }) => viewsOf(this).load(), console.warn);
      // A user who has logged in again over the open board continues there.
      if (before.session !== 'ended') await (opened ?? this.followAddress());
    } catch (error) {
      clearTimeout(shown);
      if (before.session === 'ended') throw error;
      if (isAhead) this.closeLayer();
      this.store.setState({ session: 'none', layer: null, loading: 'idle' });
      this.fail('Starting', error);
    }
  }

  private async followAddress(): Promise<void> {
    if (this.store.getState().session === 'open') await this.goTo(this.address.read());
  }

  private async goTo(address: Address): Promise<void> {
    const { plannings, layer } = this.store.getState();
    const planning = address.planning ?? plannings[0]?.id ?? null;
    if (planning === null) {
      this.store.setState({ loading: 'idle', layer: null });
      return;
    }
    this.address.wanted = { ...address, planning };
    const organization = address.organization ?? organizationIn(plannings, planning);
    const { workspace, change } = address;
    const wanted: OpenLayer = { planning, organization, workspace, change };
    const isSame = isSamePlanning(wanted, layer) && layer?.workspace === workspace && layer.change === change;
    const opened = isSame ? Promise.resolve() : this.open(wanted);
    this.looks.take(address);
    if (isSame) this.settleView();
    await opened;
  }

  /** Called when a planning was deleted, or the user has no access to it any more. */
  private async lost(error: ServiceError): Promise<void> {
    this.closeLayer();
    this.news.connected('none');
    this.store.setState({ loading: 'failed', loadError: error.message, dialog: null, menu: null });
    await this.membership.loadPlannings();
  }

  private closeLayer(): void {
    this.openPlanning.close();
    this.news.forget();
    this.store.setState({ undoLabel: null, redoLabel: null });
  }
}
