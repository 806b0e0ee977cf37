import { mapRecord } from '../../engine/recordOf.ts';
/** The number of categorical tints besides the neutral one. */
export const TINTS = 8;
/** The steps of a color ramp. The indices of ramps follow those of the categorical tints. */
const STEPS = [1, 2, 3, 4];
export const RAMPS = { risk: TINTS, cost: TINTS + STEPS.length } as const;
const TINT_NAMES = [
  ...Array.from({ length: TINTS }, (_, i) => `--bar-${i}`),
  ...STEPS.map((step) => `--risk-${step}`),
  ...STEPS.map((step) => `--cost-${step}`),
];

/** The colors of a tint, also of the neutral one (-1), as in the theme's style sheet. */
export const tintColors = (tint: number): { readonly fill: string; readonly stroke: string } => {
  const name = TINT_NAMES[tint];
  return name === undefined
    ? { fill: 'var(--bar-fill)', stroke: 'var(--bar-edge)' }
    : { fill: `var(${name})`, stroke: `var(${name}-edge)` };
};

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

/** Reads the colors of the theme for the canvas; to be called whenever the theme changes. */
export const readPalette = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ...mapRecord(NAMES, read),
    tints: TINT_NAMES.map((name) => ({ fill: read(name), edge: read(`${name}-edge`) })),
    font: read('--font'),
  };
};
