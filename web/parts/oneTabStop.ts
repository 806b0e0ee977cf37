/** What a toolbar holds, without the hidden fields of choices. */
const ITEMS = ':is(button, input):not([aria-hidden=true])';

const itemsOf = (toolbar: HTMLElement): HTMLElement[] =>
  [...toolbar.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => !item.matches(':disabled'));

/** The item of a toolbar or a list of tabs that a key leads to from the one that has the focus; undefined if the key leads nowhere. */
export const itemAt = (items: readonly HTMLElement[], from: number, key: string): HTMLElement | undefined => {
  if (key === 'ArrowRight') return items[(from + 1) % items.length];
  if (key === 'ArrowLeft') return items.at(from - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
};

/**
 * Makes a toolbar one stop of Tab, in which Left, Right, Home and End move (ARIA Authoring Practices, "Toolbar Pattern"); Up and Down are left to a slider
 * or a choice in it. While `isElsewhere`, these keys mean something else. Returns a function that ends this.
 */
export const oneTabStop = (toolbar: HTMLElement, isElsewhere: () => boolean): (() => void) => {
  let stop: HTMLElement | null = null;
  /** Items come, go and are disabled while the board is used. Then the next one is the stop. */
  const settle = (): void => {
    const items = itemsOf(toolbar);
    const last = stop;
    if (last !== null && !items.includes(last)) {
      const isAfter = (item: Node): boolean =>
        (last.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
      stop = items.find(isAfter) ?? null;
    }
    const one = stop ?? items[0];
    for (const item of items) {
      const tabIndex = item === one ? 0 : -1;
      if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
    }
  };
  const focused = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || !target.matches(ITEMS)) return;
    stop = target;
    settle();
  };
  const pressed = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isElsewhere()) return;
    const items = itemsOf(toolbar);
    const from = items.findIndex((item) => item === target);
    const next = from < 0 ? undefined : itemAt(items, from, key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  toolbar.addEventListener('focusin', focused);
  toolbar.addEventListener('keydown', pressed);
  const observer = new MutationObserver(settle);
  observer.observe(toolbar, { childList: true, subtree: true, attributeFilter: ['disabled', 'tabindex'] });
  settle();
  return () => {
    observer.disconnect();
    toolbar.removeEventListener('focusin', focused);
    toolbar.removeEventListener('keydown', pressed);
  };
};
