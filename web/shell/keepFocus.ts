import { afterFrame } from '../parts/afterFrame.ts';
import type { Board } from './board.ts';

/** The places that keep the focus when an element in them loses it. */
const PLACES = '[role=tabpanel], [role=toolbar], [role=dialog], dialog';
const STOPS = 'a[href], button, input, select, textarea, [tabindex]';

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();

/** The place if it can have the focus, or else the stop in it that follows what is gone. */
const stopIn = (place: HTMLElement, gone: Element): HTMLElement | undefined => {
  if (place.hasAttribute('tabindex')) return place;
  const stops = [...place.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
  const isAfter = (stop: Node): boolean => (gone.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  return stops.find(isAfter) ?? stops[0];
};

/**
 * Keeps the focus on the page. When the element that has it is removed or disabled, such as a button that was pressed, the panel, dialog or toolbar
 * around it gets the focus, or else the timeline; a button that was disabled only for a moment gets it back. A click beside everything still ends it.
 */
export const keepFocus = (board: Board): void => {
  let last: Element | null = null;
  let around: readonly HTMLElement[] = [];
  /** The element that was disabled while it had the focus, until the user goes on elsewhere. */
  let pressed: HTMLElement | null = null;
  let isLooking = false;
  const look = (): void => {
    isLooking = false;
    if (document.activeElement !== document.body || last === null || !isGone(last)) return;
    if (last instanceof HTMLElement && last.isConnected) pressed = last;
    const place = around.find(({ isConnected }) => isConnected);
    const stop = place && stopIn(place, last);
    if (stop === undefined) board.focusTimeline();
    else stop.focus({ preventScroll: true });
  };
  const changed = (): void => {
    if (pressed !== null && !isGone(pressed)) {
      pressed.focus({ preventScroll: true });
      pressed = null;
    }
    if (isLooking || last === null || !isGone(last)) return;
    isLooking = true;
    afterFrame(look);
  };
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target;
    around = [];
    for (let place = target.parentElement; place !== null; place = place.parentElement)
      if (place.matches(PLACES)) around = [...around, place];
  });
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (pressed = null), { capture: true });
  const what = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(changed).observe(document.body, what);
};
