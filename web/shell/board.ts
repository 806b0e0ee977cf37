import type { ChangeMessage, OtherMessage } from '../../client/livePlanning.ts';
import type { Touched } from '../../client/planningPatch.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { JudgeClient } from '../judge/judgeClient.ts';
import { nameOf } from '../planning/gestures.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import { type Endpoints, endpointsOf } from '../server/endpoints.ts';
import { openService, type Service } from '../server/service.ts';
import { Session } from '../server/session.ts';
import { operationName } from '../timeline/model/bar.ts';
import { Scene } from '../timeline/model/scene.ts';
import { including, NOTHING, only, pruned, toggled } from '../timeline/model/selection.ts';
import type { DragMode } from '../timeline/intents.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { Actions } from './actions.ts';
import { AddressBar } from './addressBar.ts';
import { Baseline } from './baseline.ts';
import { type BoardState, createBoardStore, type BoardStore, type OpenLayer, type Problem } from './boardState.ts';
import { markOf, operationsTold } from './told.ts';
import { Editing } from './editing.ts';
import { LiveLayer } from './liveLayer.ts';
import { Looks, PLAIN } from './looks.ts';
import { Presence, type PresenceMessage } from './presence.ts';
import { Pulses } from './pulses.ts';
import { isViewer, mayEdit } from './rights.ts';
import { Views } from './views.ts';

/**
 * The board: whoever shows or does something asks it. Its state is in `store`; the planning that is shown in `document`, where everything
 * is on the sheet in `scene`. Panels, dialogs and commands get it by `useBoard()`.
 */
export class Board {
  readonly store: BoardStore = createBoardStore();
  readonly session = new Session();
  /** Every endpoint of the server, of the mainline or a draft. */
  readonly service: Service;
  readonly endpoints: Endpoints;
  readonly actions = new Actions(this);
  readonly looks = new Looks(this);
  readonly views = new Views(this);
  document = LiveDocument.empty();
  scene = new Scene(this.document);
  judge: JudgeClient | null = null;
  editing: Editing | null = null;
  timeline: Timeline | null = null;
  /** The mainline below a draft. */
  readonly baseline: Baseline;
  readonly pulses = new Pulses(() => this.timeline?.refreshOverlay());
  #live: LiveLayer | null = null;
  /** What was loaded, and is followed while something older is looked at; the change that it was asked for at. */
  #now = this.document;
  #openedAt: string | null = null;
  readonly #watched = new WeakSet<LiveDocument>();
  #presence = new Presence();
  /** The planning that the timeline shows a part of. */
  #settledFor: string | null = null;
  /** As the socket has it; a browser without a network knows sooner. */
  #connection: BoardState['connection'] = 'reconnecting';
  readonly #messageListeners = new Set<(message: OtherMessage) => void>();
  readonly address = new AddressBar(this.store, () => this.timeline);

  constructor() {
    this.service = openService(this.session.token, (build) => {
      const isOld = build !== __BUILD__;
      if (isOld !== this.store.getState().isOldBuild) this.store.setState({ isOldBuild: isOld });
    });
    this.endpoints = endpointsOf(this.service);
    this.baseline = new Baseline(this.endpoints);
    this.session.onChange((event) => {
      if (event === 'began') void this.#enter();
      else if (this.store.getState().session === 'open') this.store.setState({ session: 'ended' });
    });
    for (const event of ['offline', 'online']) addEventListener(event, () => this.#tellConnection(this.#connection));
    addEventListener('popstate', () => void this.#followAddress());
  }

  /** Goes where the address leads, if anybody is logged in. */
  async start(): Promise<void> {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code !== null) history.replaceState(null, '', location.pathname + location.search);
    try {
      if (code !== null) return await this.session.exchange(code);
      const token = await this.session.token(null);
      if (token === null) this.store.setState({ session: 'none' });
      else await this.#enter();
    } catch (error) {
      this.store.setState({ session: 'none' });
      this.fail('Starting', error);
    }
  }

  async logOut(): Promise<void> {
    this.#closeLayer();
    await this.session.logOut().catch(() => {});
    this.store.setState({
      session: 'none',
      user: null,
      layer: null,
      loading: 'idle',
      plannings: [],
      selection: NOTHING,
    });
    history.replaceState(null, '', '/');
  }

  // What is shown.

  async open(layer: OpenLayer): Promise<void> {
    const known = this.store.getState().layer;
    this.#closeLayer();
    this.store.setState({ layer, loading: 'loading', loadError: '', problem: null, conflicts: [] });
    if (known?.planning !== layer.planning) this.store.setState({ selection: NOTHING, workspaces: [] });
    if (known !== null && known.planning !== layer.planning) this.looks.take(PLAIN);
    this.address.write();
    void this.loadWorkspaces();
    this.judge = new JudgeClient({
      conflicts: (conflicts) => this.#showConflicts(conflicts),
      refreshed: () => {
        void this.timeline?.move?.ask();
        void this.looks.judgedAnew();
      },
      failed: (message) => this.fail('Judging this planning', new Error(message)),
    });
    this.#live = new LiveLayer(this.session.token, this.endpoints, layer, {
      loaded: (document, text) => void this.#loaded(layer, document, text),
      failed: (error) => {
        this.store.setState({ loading: 'failed', loadError: error instanceof Error ? error.message : String(error) });
      },
      changed: (message) => this.#heardChange(message),
      connection: (connection) => this.#tellConnection(connection),
      other: (message) => this.#heard(message),
      sessionOver: () => this.store.setState({ session: 'ended' }),
    });
    await this.baseline.load(layer);
    this.#compareWithBaseline();
  }

  /** Shows a past state of what is open, which goes on being followed behind it; null: what is now. */
  showPast(past: LiveDocument | null, change: string | null): void {
    const { layer } = this.store.getState();
    if (layer === null) return;
    if (past === null && this.#openedAt !== null) return void this.open({ ...layer, change: null });
    const document = past ?? this.#now;
    if (document !== this.document) {
      this.#look(document);
      this.judge?.load(document.document());
    }
    this.store.setState(({ revision }) => ({ layer: { ...layer, change }, revision: revision + 1 }));
    this.#compareWithBaseline();
    this.viewMoved();
  }

  async loadWorkspaces(): Promise<void> {
    const { layer } = this.store.getState();
    if (layer === null) return;
    const workspaces = await this.endpoints.workspaces(layer.planning).catch(() => []);
    if (this.store.getState().layer?.planning === layer.planning) this.store.setState({ workspaces });
  }

  /** Whether what is shown may be changed by whoever is here. */
  mayEdit(): boolean {
    return mayEdit(this.store.getState());
  }

  isViewer(): boolean {
    return isViewer(this.store.getState());
  }

  operationName(id: string): string {
    const operation = this.document.operation(id);
    return operation === undefined ? id : operationName(operation);
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
          : operations.length === 1
            ? only(operations[0])
            : operations;
    this.store.setState({ selection: next });
    this.timeline?.refreshOverlay();
    this.#live?.tellPresence(next.at(-1) ?? null);
    this.address.write();
  }

  /** Selects, scrolls there, and shows its panel. */
  show(operation: string): void {
    this.select([operation]);
    this.store.setState({ isPanelOpen: true, panel: 'operation' });
    this.timeline?.reveal(operation, { focus: true });
  }

  /** Escape: closes the last thing that was opened, then lets go of the selection. */
  stepBack(): void {
    const { menu, dialog, dragMode, search, selection } = this.store.getState();
    if (menu !== null) this.store.setState({ menu: null });
    else if (dialog !== null) this.store.setState({ dialog: null });
    else if (dragMode !== 'place') this.setDragMode('place');
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

  say(message: string): void {
    this.store.setState({ message });
  }

  /** Shows what went wrong; null: no longer. */
  explain(problem: Problem | null): void {
    this.store.setState({ problem });
  }

  fail(what: string, error: unknown): void {
    this.explain({ title: `${what}: not possible`, detail: error instanceof Error ? error.message : String(error) });
  }

  /** The timeline that shows the scene; null: there is none any more. */
  attach(timeline: Timeline | null): void {
    this.timeline = timeline;
    this.#settledFor = null;
    if (timeline !== null) timeline.dragMode = this.store.getState().dragMode;
    this.settleView();
  }

  /** Called by the timeline when what it shows has moved, and after each selection: the address follows. */
  viewMoved(): void {
    this.address.writeSoon();
  }

  /** The timeline is there, or a planning was loaded into it: shows what the address asked for. */
  settleView(): void {
    const { timeline } = this;
    if (timeline === null || this.store.getState().loading !== 'ready') return;
    const { wanted } = this.address;
    this.address.wanted = null;
    timeline.refresh();
    const planning = this.store.getState().layer?.planning ?? null;
    if (wanted?.from != null && wanted.to != null) timeline.showWindow(wanted.from, wanted.to);
    // A draft of what is shown, or the same again after a break: where one looked stays.
    else if (planning !== this.#settledFor) timeline.showFirst();
    this.#settledFor = planning;
    const known = (wanted?.select ?? []).filter((id) => this.document.operation(id) !== undefined);
    if (known.length > 0) {
      this.store.setState({ selection: known });
      timeline.reveal(known[known.length - 1], { isInRowsOnly: wanted?.from != null });
    }
  }

  async #enter(): Promise<void> {
    const before = this.store.getState();
    const [user, plannings] = await Promise.all([this.endpoints.currentUser(), this.endpoints.plannings()]);
    this.store.setState({ session: 'open', user, plannings });
    this.views.load();
    // Logged in again over a board that is still there: it goes on where it was.
    if (before.session === 'ended' && before.layer !== null && before.user?.id === user.id)
      await this.open(before.layer);
    else await this.#followAddress();
  }

  async #followAddress(): Promise<void> {
    const { session, plannings, layer } = this.store.getState();
    if (session !== 'open') return;
    const address = this.address.read();
    const planning = address.planning ?? plannings[0]?.id ?? null;
    if (planning === null) {
      this.store.setState({ loading: 'idle', layer: null });
      return;
    }
    this.address.wanted = address;
    const wanted: OpenLayer = { planning, workspace: address.workspace, change: address.change };
    const isSame =
      layer?.planning === planning && layer.workspace === wanted.workspace && layer.change === wanted.change;
    const opened = isSame ? Promise.resolve() : this.open(wanted);
    this.looks.take(address);
    if (isSame) this.settleView();
    await opened;
  }

  #closeLayer(): void {
    this.#live?.close();
    this.judge?.close();
    [this.#live, this.judge, this.editing] = [null, null, null];
    this.#presence = new Presence();
    this.store.setState({ undoLabel: null, redoLabel: null, people: [] });
  }

  async #loaded(layer: OpenLayer, document: LiveDocument, text: string): Promise<void> {
    this.#now = document;
    this.#openedAt = layer.change;
    this.#look(document);
    this.judge?.load(text);
    this.editing =
      this.#live === null
        ? null
        : new Editing(this.endpoints, this.store, layer, this.#live, document, {
            operation: (id) => this.operationName(id),
            resource: (id) => this.resourceName(id),
          });
    this.store.setState(({ revision, selection }) => ({
      loading: 'ready',
      heardAt: Date.now(),
      ...(layer.change === null ? {} : { connection: 'connected' as const }),
      revision: revision + 1,
      selection: pruned(selection, (id) => document.operation(id) !== undefined),
    }));
    this.#compareWithBaseline();
    this.settleView();
  }

  #look(document: LiveDocument): void {
    this.document = document;
    this.scene = new Scene(document, this.looks.sceneOptions(document));
    if (this.#watched.has(document)) return;
    this.#watched.add(document);
    document.onChange((touched) => this.document === document && this.#documentChanged(touched));
  }

  #documentChanged({ operations, isStructural }: Touched): void {
    if (isStructural) {
      this.scene.rebuild();
      this.judge?.load(this.document.document());
    } else {
      this.scene.touch(operations);
      this.judge?.update(
        [...operations].map((id) => ({
          id,
          operation: this.document.operation(id) ?? null,
          assignment: this.document.assignmentOf(id) ?? null,
        })),
      );
    }
    this.#compareWithBaseline();
    this.store.setState(({ revision, selection }) => ({
      revision: revision + 1,
      selection: pruned(selection, (id) => this.document.operation(id) !== undefined),
    }));
    this.timeline?.refresh();
  }

  #compareWithBaseline(): void {
    this.scene.setChangedInDraft(this.baseline.changed(this.document));
    this.timeline?.refresh();
  }

  #showConflicts(records: readonly ConflictRecord[]): void {
    const conflicts = records.map(markOf);
    this.scene.setConflicts(conflicts);
    this.store.setState({ conflicts });
    this.looks.conflictsKnown();
    this.timeline?.refresh();
  }

  #heardChange({ author, events }: ChangeMessage): void {
    const { user } = this.store.getState();
    this.store.setState({ heardAt: Date.now() });
    if (author === null || author.id === user?.id) return;
    const operations = operationsTold(events);
    if (operations.size === 0) return;
    this.pulses.add(operations);
    this.say(`${author.name ?? 'Somebody'} changed ${nameOf(this.document, [...operations])}.`);
  }

  #tellConnection(known: BoardState['connection']): void {
    this.#connection = known;
    const connection = navigator.onLine ? known : 'offline';
    this.store.setState({ connection, ...(connection === 'connected' ? { heardAt: Date.now() } : {}) });
  }

  #heard(message: OtherMessage): void {
    if (message.type === 'presence') this.store.setState({ people: this.#presence.take(message as PresenceMessage) });
    this.store.setState({ heardAt: Date.now() });
    for (const listener of this.#messageListeners) listener(message);
  }

  /** What comes over the socket besides changes: optimizations, marks, presence. Answers how to stop. */
  onMessage(listener: (message: OtherMessage) => void): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }
}
