import type { Timeline } from '../timeline/timeline.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';
import { type BoardStore, isSamePlanning, namedOrganization } from './boardState.ts';

const AFTER_MS = 400;

/** Keeps the page's address in step with the view, so that it can be shared as a link, and reads what to show from it. */
export class AddressBar {
  /** The address that was requested and is not shown yet; null when there is none. */
  wanted: Address | null = null;
  private readonly store: BoardStore;
  private readonly timeline: () => Timeline | null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: BoardStore, timeline: () => Timeline | null) {
    this.store = store;
    this.timeline = timeline;
  }

  read(): Address {
    return parseAddress(location.pathname, location.search);
  }

  /** Updates the address shortly after the view has stopped changing. */
  writeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), AFTER_MS);
  }

  write(): void {
    const state = this.store.getState();
    const { layer, selection, filter, pins, colorBy } = state;
    if (layer === null) return;
    const window = this.wanted === null ? this.timeline()?.window() : undefined;
    const [from, to] = [window?.from ?? null, window?.to ?? null];
    const organization = namedOrganization(state);
    const text = formatAddress({ ...layer, organization, from, to, select: selection, filter, pins, colorBy });
    if (text === location.pathname + location.search) return;
    const known = this.read();
    const isOther =
      known.planning !== null &&
      (!isSamePlanning(known, layer) || known.workspace !== layer.workspace || known.change !== layer.change);
    if (this.wanted !== null && !isOther) return;
    if (isOther) history.pushState(null, '', text);
    else history.replaceState(null, '', text);
  }
}
