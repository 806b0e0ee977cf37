/** The value that a splitter changes. */
export interface Splitting {
  readonly name: string;
  /** True for a vertical bar, which left and right move. */
  readonly isUpright: boolean;
  /** True when moving left or up increases the value. */
  readonly isReversed?: boolean;
  readonly least: number;
  readonly most: () => number;
  readonly usual: number;
  readonly value: () => number;
  /** Pixels per unit of the value. Default: 1. */
  readonly unit?: () => number;
  readonly change: (value: number) => void;
}

const STEP_PIXELS = 16;

/**
 * Makes an element a splitter for pointers and keys: arrows step, Home and End go to the limits, Enter and a double click restore the usual
 * value. Returns a function to be called when the value was changed elsewhere.
 */
export const listenToSplitter = (element: HTMLElement, splitting: Splitting): (() => void) => {
  const { name, isUpright, isReversed = false, least, most, usual, value, unit = () => 1, change } = splitting;
  const sign = isReversed ? -1 : 1;
  const tell = (): void => {
    element.setAttribute('aria-valuenow', String(Math.round(value())));
    element.setAttribute('aria-valuemax', String(Math.round(most())));
  };
  const set = (next: number): void => {
    const bounded = Math.min(most(), Math.max(least, next));
    if (bounded === value()) return;
    change(bounded);
    tell();
  };
  const attributes = {
    role: 'separator',
    tabindex: '0',
    'aria-label': name,
    'aria-orientation': isUpright ? 'vertical' : 'horizontal',
    'aria-valuemin': String(least),
  };
  for (const [key, text] of Object.entries(attributes)) element.setAttribute(key, text);
  element.classList.add('splitter', isUpright ? 'splitter-upright' : 'splitter-level');
  tell();

  const along = (event: PointerEvent): number => (isUpright ? event.clientX : event.clientY);
  let from: { readonly at: number; readonly value: number } | null = null;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    element.setPointerCapture(event.pointerId);
    from = { at: along(event), value: value() };
  });
  element.addEventListener('pointermove', (event) => {
    event.stopPropagation();
    if (from !== null) set(from.value + (sign * (along(event) - from.at)) / unit());
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(type, (event) => {
      event.stopPropagation();
      from = null;
    });
  }
  element.addEventListener('dblclick', (event) => {
    event.stopPropagation();
    set(usual);
  });
  element.addEventListener('keydown', (event) => {
    const step = (sign * STEP_PIXELS) / unit();
    const [less, more] = isUpright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.key === less) set(value() - step);
    else if (event.key === more) set(value() + step);
    else if (event.key === 'Home') set(least);
    else if (event.key === 'End') set(most());
    else if (event.key === 'Enter') set(usual);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return tell;
};
