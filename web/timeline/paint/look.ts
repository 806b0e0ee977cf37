import type { Palette } from '../../theme/palette.ts';
import type { Bar, BarName } from '../model/bar.ts';
import type { Scene } from '../model/scene.ts';
import type { View } from '../model/view.ts';
import type { Verdicts } from '../../judge/judge.ts';
import type { Frame } from './frame.ts';
import type { Names } from './names.ts';

/** Everything from which a frame is drawn. Layers use nothing else. */
export interface Look {
  readonly frame: Frame;
  readonly view: View;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly names: Names;
  readonly zone: string;
  /** The present time in Unix seconds; null in a past state. */
  readonly now: number | null;
  /** The pixels by which the pane of operations without a place is scrolled. */
  readonly unassignedTop: number;
  /** The pixels by which the pinned rows are scrolled. */
  readonly pinnedTop: number;
  /** The tint of a bar; −1 is the neutral one. */
  readonly tintOf: (bar: Bar) => number;
  readonly emphasis: Emphasis;
}

/** What is highlighted over the bars. */
export interface Emphasis {
  readonly selected: ReadonlySet<string>;
  readonly focused: BarName | null;
  readonly hovered: string | null;
  /** The operations that match search and filter, while others fade; null when there is neither. */
  readonly found: ReadonlySet<string> | null;
  /** The resources that match the search, and the one of them that was chosen. */
  readonly foundRows: { readonly all: ReadonlySet<string>; readonly chosen: string | null };
  /** Operations of the same group, which are outlined. */
  readonly related: ReadonlySet<string>;
  readonly ghosts: readonly Ghost[];
  readonly drag: DragLook | null;
  readonly lasso: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** The closure that is being drawn by a gesture; null when there is none. */
  readonly closing: { readonly row: number; readonly from: number; readonly to: number } | null;
  readonly pulses: readonly Pulse[];
}

/** The operations of a change by somebody else, which pulse. */
export interface Pulse {
  readonly operations: readonly string[];
  /** The remaining share of the pulse, from 1 to 0. */
  readonly left: number;
}

/** An outline of something in another state: a place in the mainline or in a preview, a conflict of a preview, or a gap that should be longer. */
export interface Ghost {
  readonly resource: string | null;
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly kind: 'mainline' | 'preview' | 'gap' | 'conflict';
  /** The operation of the ghost, if it has one. */
  readonly operation?: string;
  /** The present place, from which a line is drawn to a preview. */
  readonly was?: { readonly resource: string | null; readonly from: number; readonly to: number };
}

/** The bars that are being moved by pointer or keys. */
export interface DragLook {
  readonly bars: readonly { readonly name: string; readonly row: number; readonly from: number; readonly to: number }[];
  /** The row under the pointer; −1 for the pane of operations without a place. */
  readonly row: number;
  /** The verdict of each row; null until they are known. */
  readonly verdicts: ReadonlyMap<number, RowVerdict> | null;
  readonly shiftSeconds: number;
  /** The text that says what a drop would do now. */
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
  foundRows: { all: new Set(), chosen: null },
  related: new Set(),
  ghosts: [],
  drag: null,
  lasso: null,
  closing: null,
  pulses: [],
};
