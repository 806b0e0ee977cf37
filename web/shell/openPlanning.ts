import { messageOf } from '../../engine/messageOf.ts';
import type { ChangeMessage } from '../../client/livePlanning.ts';
import type { Touched } from '../../client/planningPatch.ts';
import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { JudgeClient } from '../judge/judgeClient.ts';
import { afterFrame } from '../parts/afterFrame.ts';
import { nameOf } from '../planning/gestures.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import type { Reach } from '../server/reach.ts';
import type { ServerClock } from '../server/serverClock.ts';
import { Scene } from '../timeline/model/scene.ts';
import { pruned } from '../timeline/model/selection.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { Baseline } from './baseline.ts';
import type { BoardStore, OpenLayer, Problem } from './boardState.ts';
import { Editing } from './editing.ts';
import { LiveLayer } from './liveLayer.ts';
import type { Looks } from './looks.ts';
import type { News } from './news.ts';
import type { Previews } from './previews.ts';
import { changedOperations, markOf } from './received.ts';
import { refusalOf } from './refusalOf.ts';
import type { Unwritten } from './unwritten.ts';

/** The part of the board that an open planning uses. */
export interface OpenPlanningHost {
  readonly store: BoardStore;
  readonly reach: Reach;
  readonly clock: ServerClock;
  readonly timeline: Timeline | null;
  readonly looks: Looks;
  readonly previews: Previews;
  readonly document: LiveDocument;
  readonly unwritten: Unwritten;
  readonly news: News;
  operationName(id: string): string;
  resourceName(id: string | null): string;
  settleView(): void;
  viewMoved(): void;
  say(message: string): void;
  explain(problem: Problem | null): void;
  fail(what: string, error: unknown): void;
}

/**
 * The open planning or draft, now or in the past, with everything that is derived from it. While a past state is shown, the present state is still
 * followed in the background.
 */
export class OpenPlanning {
  document = LiveDocument.empty();
  scene = new Scene(this.document);
  judge: JudgeClient | null = null;
  editing: Editing | null = null;
  /** The mainline under a draft. */
  readonly baseline: Baseline;
  private readonly host: OpenPlanningHost;
  private live: LiveLayer | null = null;
  /** The loaded document, which is followed while an older state is shown, and the change for which it was requested. */
  private now = this.document;
  private openedAt: string | null = null;
  /** Whether a change is still to be published to panels. */
  private isPublishing = false;
  private readonly watched = new WeakSet<LiveDocument>();

  constructor(host: OpenPlanningHost) {
    this.host = host;
    this.baseline = new Baseline((message) => this.mainlineChanged(message));
  }

  open(layer: OpenLayer): void {
    const { store, reach, looks, clock } = this.host;
    this.judge = new JudgeClient(
      {
        conflicts: (conflicts) => this.showConflicts(conflicts),
        refreshed: () => {
          void this.host.timeline?.move?.ask();
          void looks.judgedAnew();
        },
        failed: (message) => this.host.fail('Evaluating this planning', new Error(message)),
      },
      clock,
    );
    this.live = new LiveLayer(reach, layer, {
      loaded: (document, text) => this.loaded(layer, document, text),
      failed: (error) => {
        store.setState({ loading: 'failed', loadError: messageOf(error) });
      },
      changed: (message) => this.host.news.changed(message),
      connection: (connection) => this.host.news.connected(connection),
      other: (message) => this.host.news.heard(message),
    });
    this.baseline.follow(reach, layer);
  }

  close(): void {
    this.host.timeline?.release(false);
    this.live?.close();
    this.judge?.close();
    this.baseline.close();
    [this.live, this.judge, this.editing] = [null, null, null];
    this.host.previews.end();
  }

  /** Continues with the new token of the session. */
  renew(): void {
    this.live?.renew();
    this.baseline.renew();
  }

  /** Whether the present state is loaded and followed, whatever is shown. */
  get knowsNow(): boolean {
    return this.openedAt === null;
  }

  /** Shows a past state of the open planning; null shows the loaded document. */
  show(past: LiveDocument | null, change: string | null): void {
    const { store } = this.host;
    const document = past ?? this.now;
    if (document !== this.document) {
      this.host.previews.end();
      this.look(document);
      this.judge?.load(document.document());
    }
    store.setState(({ revision, layer }) => ({
      layer: layer === null ? null : { ...layer, change },
      revision: revision + 1,
    }));
    this.compareWithBaseline();
    this.host.viewMoved();
  }

  tellPresence(operation: string | null): void {
    this.live?.tellPresence(operation);
  }

  private loaded(layer: OpenLayer, document: LiveDocument, text: string): void {
    const { store, reach } = this.host;
    this.now = document;
    this.openedAt = layer.change;
    this.look(document);
    this.judge?.loadAfterFrame(text);
    this.editing =
      this.live === null
        ? null
        : new Editing(reach.endpoints, store, layer, this.live, document, {
            bring: (operations) => this.host.timeline?.bring([...operations]),
            operation: (id) => this.host.operationName(id),
            resource: (id) => this.host.resourceName(id),
            reason: (error) => refusalOf(this.host, error),
            say: (message) => this.host.say(message),
            begin: () => this.host.unwritten.begin(),
            explain: (problem) => this.host.explain(problem),
          });
    store.setState(({ revision, selection }) => ({
      loading: 'ready',
      heardAt: Date.now(),
      ...(layer.change === null ? {} : { connection: 'connected' as const }),
      revision: revision + 1,
      selection: pruned(selection, (id) => document.operation(id) !== undefined),
    }));
    this.compareWithBaseline();
    this.host.settleView();
  }

  private look(document: LiveDocument): void {
    // What was taken in another document is not dropped into this one.
    this.host.timeline?.release(false);
    this.document = document;
    this.scene = new Scene(document, this.host.looks.sceneOptions(document));
    if (this.watched.has(document)) return;
    this.watched.add(document);
    document.onChange((touched) => this.document === document && this.changed(touched));
  }

  private changed({ operations, isStructural }: Touched): void {
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
    this.compareWithBaseline();
    this.publishSoon();
  }

  /** Bars are painted first; panels and other texts are updated afterwards. */
  private publishSoon(): void {
    if (this.isPublishing) return;
    this.isPublishing = true;
    afterFrame(() => this.publish());
  }

  /** Called when the mainline under the shown draft was loaded or has changed. */
  private mainlineChanged(message: ChangeMessage | null): void {
    const { loading, user } = this.host.store.getState();
    if (loading !== 'ready') return;
    const touched = message === null ? [] : [...changedOperations(message.events)];
    // What the draft does not change differs only until its own subscription tells the same, which may be sooner or later.
    const before = touched.filter((id) => this.scene.isChangedInDraft(id));
    this.compareWithBaseline();
    this.publishSoon();
    const author = message?.author ?? null;
    const both = before.filter((id) => this.scene.isChangedInDraft(id));
    if (author === null || author.id === user?.id || both.length === 0) return;
    const what = nameOf(this.document, both);
    this.host.say(`${author.name ?? 'Somebody'} changed ${what} in the live schedule; this draft changes it, too.`);
  }

  private publish(): void {
    this.isPublishing = false;
    const { timeline } = this.host;
    const isThere = (id: string): boolean => this.document.operation(id) !== undefined;
    if (timeline?.move?.operations.every(isThere) === false) timeline.release(false);
    this.host.store.setState(({ revision, selection, dialog, menu }) => ({
      revision: revision + 1,
      selection: pruned(selection, isThere),
      dialog: dialog?.kind === 'move' && !isThere(dialog.operation) ? null : dialog,
      menu: menu !== null && menu.operation !== null && !isThere(menu.operation) ? null : menu,
    }));
    this.host.previews.planChanged();
  }

  private compareWithBaseline(): void {
    this.scene.setChangedInDraft(this.baseline.changed(this.document));
    this.host.timeline?.refresh();
  }

  private showConflicts(records: readonly ConflictRecord[]): void {
    const conflicts = records.map(markOf);
    this.scene.setConflicts(conflicts);
    this.host.store.setState({ conflicts, areConflictsKnown: true });
    this.host.looks.conflictsKnown();
    this.host.previews.conflictsKnown();
    this.host.timeline?.refresh();
  }
}
