import { afterFrame } from '../parts/afterFrame.ts';
import type { Board } from './board.ts';

/** The places that keep the focus when an element in them loses it. */
const PLACES = '[role=tabpanel], [role=toolbar], [role=dialog], dialog';
const STOPS = 'a[href], button, input, select, textarea, [tabindex]';

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();

const focusOn = (stop: HTMLElement): void => stop.focus({ preventScroll: true });

/** The place if it can have the focus, or else the stop in it that follows what is gone. */
const stopIn = (place: HTMLElement, gone: Element): HTMLElement | undefined => {
  if (place.hasAttribute('tabindex')) return place;
  const stops = [...place.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
  const isAfter = (stop: Node): boolean => (gone.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  return stops.find(isAfter) ?? stops[0];
};

/** An entry of a list with what in it can have the focus, as it was when one of these had it. */
interface Entry {
  readonly item: Element;
  readonly stops: number;
  readonly place: number;
}

const stopsIn = (item: Element): HTMLElement[] => [...item.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);

const entryOf = (stop: Element): Entry | null => {
  const item = stop.closest('li');
  if (item === null) return null;
  const stops = stopsIn(item);
  return { item, stops: stops.length, place: stops.findIndex((one) => one === stop) };
};

/** The same stop in the entry that takes the place of one that was removed, or else in the last one before it. */
const stopNextTo = ({ item, stops, place }: Entry, records: readonly MutationRecord[]): HTMLElement | undefined => {
  const removal = records.find(({ removedNodes }) => [...removedNodes].includes(item));
  const nearby = [removal?.nextSibling, removal?.previousSibling].find(
    (one) => one instanceof HTMLElement && one.isConnected && one.matches('li'),
  );
  if (!(nearby instanceof HTMLElement)) return undefined;
  const there = stopsIn(nearby);
  return there.length === stops ? there[place] : undefined;
};

/**
 * Keeps the focus on the page. When the element that has it is removed or disabled, such as a button that was pressed, the same one of the next entry
 * of its list gets the focus, or else the panel, dialog or toolbar around it, or else the timeline; a button that was disabled only for a moment gets it back. A click beside everything still ends it.
 */
export const keepFocus = (board: Board): void => {
  let last: Element | null = null;
  let around: readonly HTMLElement[] = [];
  let entry: Entry | null = null;
  /** The element that was disabled while it had the focus, until the user goes on elsewhere. */
  let pressed: HTMLElement | null = null;
  let isLooking = false;
  const look = (beside: HTMLElement | undefined, places: readonly Element[]): void => {
    isLooking = false;
    const { activeElement } = document;
    // A dialog may have taken the focus meanwhile.
    const isWithin = activeElement !== null && places.includes(activeElement);
    if (beside?.isConnected === true && (activeElement === document.body || isWithin)) return focusOn(beside);
    if (activeElement !== document.body || last === null || !isGone(last)) return;
    if (last instanceof HTMLElement && last.isConnected) pressed = last;
    const place = around.find(({ isConnected }) => isConnected);
    const stop = place && stopIn(place, last);
    if (stop === undefined) board.focusTimeline();
    else focusOn(stop);
  };
  const changed = (records: readonly MutationRecord[]): void => {
    if (pressed !== null && !isGone(pressed)) {
      focusOn(pressed);
      pressed = null;
    }
    if (isLooking || last === null || !isGone(last)) return;
    isLooking = true;
    const beside = entry === null ? undefined : stopNextTo(entry, records);
    const places = around;
    afterFrame(() => look(beside, places));
  };
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target;
    entry = entryOf(target);
    around = [];
    for (let place = target.parentElement; place !== null; place = place.parentElement)
      if (place.matches(PLACES)) around = [...around, place];
  });
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (pressed = null), { capture: true });
  const what = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(changed).observe(document.body, what);
};
