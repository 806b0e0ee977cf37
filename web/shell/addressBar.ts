import type { Timeline } from '../timeline/timeline.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';
import type { BoardStore } from './boardState.ts';

const AFTER_MS = 400;

/** The page's address follows what is shown, so that it is a link to share; and says what to show when it is followed. */
export class AddressBar {
  /** What the address asked for and the board has not shown yet. */
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

  /** Shortly after things come to rest. */
  writeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), AFTER_MS);
  }

  write(): void {
    const { layer, selection, filter, pins, colorBy } = this.store.getState();
    if (layer === null) return;
    const window = this.wanted === null ? this.timeline()?.window() : undefined;
    const [from, to] = [window?.from ?? null, window?.to ?? null];
    const text = formatAddress({ ...layer, from, to, select: selection, filter, pins, colorBy });
    if (text === location.pathname + location.search) return;
    const known = this.read();
    const isOther =
      known.planning !== null &&
      (known.planning !== layer.planning || known.workspace !== layer.workspace || known.change !== layer.change);
    if (this.wanted !== null && !isOther) return;
    if (isOther) history.pushState(null, '', text);
    else history.replaceState(null, '', text);
  }
}
