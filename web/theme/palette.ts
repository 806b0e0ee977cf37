/** How many tints bars may have beside the neutral one. */
export const TINTS = 8;

const NAMES = {
  ground: '--ground',
  surface: '--surface',
  sunken: '--sunken',
  hover: '--hover',
  line: '--line',
  lineFaint: '--line-faint',
  lineStrong: '--line-strong',
  ink: '--ink',
  inkSoft: '--ink-soft',
  inkFaint: '--ink-faint',
  blue: '--blue',
  blueInk: '--blue-ink',
  blueSoft: '--blue-soft',
  red: '--red',
  redInk: '--red-ink',
  redSoft: '--red-soft',
  amber: '--amber',
  amberInk: '--amber-ink',
  violet: '--violet',
  green: '--green',
  night: '--night',
  band: '--band',
  barInk: '--bar-ink',
  barFill: '--bar-fill',
  barEdge: '--bar-edge',
  blocker: '--blocker',
  blockerEdge: '--blocker-edge',
  verdictFree: '--verdict-free',
  verdictCosts: '--verdict-costs',
  verdictConflict: '--verdict-conflict',
  verdictIneligible: '--verdict-ineligible',
} as const;

export type Palette = { readonly [K in keyof typeof NAMES]: string } & {
  readonly tints: readonly { readonly fill: string; readonly edge: string }[];
  readonly font: string;
};

/** The theme's colors as the canvas takes them; read anew whenever the theme changes. */
export const readPalette = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const named = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, read(name)]));
  return {
    ...(named as { readonly [K in keyof typeof NAMES]: string }),
    tints: Array.from({ length: TINTS }, (_, i) => ({ fill: read(`--bar-${i}`), edge: read(`--bar-${i}-edge`) })),
    font: read('--font'),
  };
};
