import type { ChangeMessage, OtherMessage } from '../../client/livePlanning.ts';
import { nameOf } from '../planning/gestures.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { BoardState, BoardStore } from './boardState.ts';
import { Presence } from './presence.ts';
import { Pulses } from './pulses.ts';
import { changedOperations, ended, endOfDraft } from './received.ts';

/** The part of the board that uses what the service says. */
interface NewsHost {
  readonly store: BoardStore;
  readonly document: LiveDocument;
  readonly timeline: Timeline | null;
  loadWorkspaces(): Promise<void>;
  say(message: string): void;
}

type Message = ChangeMessage | OtherMessage;

/** What the service says of the shown planning: changes, who is here, and whether it can be heard. */
export class News {
  readonly pulses: Pulses;
  private readonly host: NewsHost;
  private presence = new Presence();
  /** The state of the socket. A browser without a network notices a break sooner. */
  private connection: BoardState['connection'] = 'connecting';
  private readonly listeners = new Set<(message: Message) => void>();

  constructor(host: NewsHost) {
    this.host = host;
    this.pulses = new Pulses(() => this.host.timeline?.refreshOverlay());
    for (const event of ['offline', 'online']) addEventListener(event, () => this.connected(this.connection));
  }

  /** Called when a change by anybody was applied. */
  changed(message: ChangeMessage): void {
    const { author, change, events, reverts: reverted } = message;
    const { store, document } = this.host;
    if (reverted !== undefined) store.setState(({ reverts }) => ({ reverts: new Map(reverts).set(change, reverted) }));
    const { user, layer } = store.getState();
    const end = endOfDraft(events, layer?.workspace ?? null);
    // Known before the list is read again, so that no panel asks for what an archived draft has.
    if (end !== null) store.setState((state) => ended(state, end, author?.id === user?.id));
    this.tell(message);
    if (events.some(({ data }) => data.entity === 'workspace')) void this.host.loadWorkspaces();
    if (author === null || author.id === user?.id) return;
    if (end !== null) return this.host.say(`${author.name ?? 'Somebody'} has ${end} this draft.`);
    const operations = changedOperations(events);
    if (operations.size === 0) return;
    this.pulses.add(operations);
    const verb = [...operations].some((id) => document.operation(id) !== undefined) ? 'changed' : 'deleted';
    this.host.say(`${author.name ?? 'Somebody'} ${verb} ${nameOf(document, [...operations])}.`);
  }

  connected(known: BoardState['connection']): void {
    this.connection = known === 'reconnecting' && this.connection === 'connecting' ? 'connecting' : known;
    const connection = navigator.onLine ? this.connection : 'offline';
    this.host.store.setState({ connection, ...(connection === 'connected' ? { heardAt: Date.now() } : {}) });
  }

  /** Called for all other messages of the service. */
  heard(message: OtherMessage): void {
    if (message.type === 'presence') this.host.store.setState({ people: this.presence.take(message) });
    // While the connection was lost, the draft may have been archived, so that it cannot be followed any more.
    if (message.type === 'error') void this.host.loadWorkspaces();
    this.tell(message);
  }

  /** Subscribes to what the service says of the planning: changes, optimizations, repairs, marks, presence. Returns a function that unsubscribes. */
  onMessage(listener: (message: Message) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called when the planning is no longer shown. */
  forget(): void {
    this.presence = new Presence();
    this.host.store.setState({ people: [] });
  }

  private tell(message: Message): void {
    this.host.store.setState({ heardAt: Date.now() });
    for (const listener of this.listeners) listener(message);
  }
}
