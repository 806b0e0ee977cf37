import type { Palette } from '../../theme/palette.ts';
import type { Bar } from '../model/bar.ts';
import type { Scene } from '../model/scene.ts';
import type { View } from '../model/view.ts';
import type { Verdicts } from '../../judge/judge.ts';
import type { Frame } from './frame.ts';
import type { Names } from './names.ts';

/** Everything that a frame is drawn from. Layers read it, and nothing else. */
export interface Look {
  readonly frame: Frame;
  readonly view: View;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly names: Names;
  readonly zone: string;
  /** Unix seconds; null: the time that is shown does not run (a past state). */
  readonly now: number | null;
  /** Pixels that the pane of what has no place is scrolled by. */
  readonly unassignedTop: number;
  /** The same of the rows above the split. */
  readonly pinnedTop: number;
  /** Tint of a bar: −1 is the neutral one. */
  readonly tintOf: (bar: Bar) => number;
  readonly emphasis: Emphasis;
}

/** What is picked out, over the bars. */
export interface Emphasis {
  readonly selected: ReadonlySet<string>;
  readonly focused: string | null;
  readonly hovered: string | null;
  /** When a search is on: what it found; the rest fades. */
  readonly found: ReadonlySet<string> | null;
  /** Operations whose others of the group are to be outlined. */
  readonly related: ReadonlySet<string>;
  readonly ghosts: readonly Ghost[];
  readonly drag: DragLook | null;
  readonly lasso: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** A closure that is being drawn. */
  readonly closing: { readonly row: number; readonly from: number; readonly to: number } | null;
  readonly pulses: readonly Pulse[];
}

/** What one change of somebody else did. */
export interface Pulse {
  readonly operations: readonly string[];
  /** Of its time, 1 to 0. */
  readonly left: number;
}

/** Where something is in another state: in the mainline, in a preview; a conflict that would be there. A gap: where the plan is weak, with what would mend it. */
export interface Ghost {
  readonly resource: string | null;
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly kind: 'mainline' | 'preview' | 'gap' | 'conflict';
  /** What it is a ghost of, where that matters. */
  readonly operation?: string;
  /** Where it is on the board now: told with a preview, which a line leads to. */
  readonly was?: { readonly resource: string | null; readonly from: number; readonly to: number };
}

/** What moves along with the pointer or the keys. */
export interface DragLook {
  readonly bars: readonly { readonly name: string; readonly row: number; readonly from: number; readonly to: number }[];
  /** The row under the pointer; −1: the pane of what has no place. */
  readonly row: number;
  /** Of each row; null until they are there. */
  readonly verdicts: ReadonlyMap<number, RowVerdict> | null;
  readonly shiftSeconds: number;
  /** What would happen if it were dropped now. */
  readonly says: string;
}

export interface RowVerdict {
  readonly verdict: Verdicts['verdicts'][number];
  readonly delta: number;
}

export const NO_EMPHASIS: Emphasis = {
  selected: new Set(),
  focused: null,
  hovered: null,
  found: null,
  related: new Set(),
  ghosts: [],
  drag: null,
  lasso: null,
  closing: null,
  pulses: [],
};
