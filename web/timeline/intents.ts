import type { RowsQuestion } from '../judge/planningJudge.ts';
import type { Verdicts } from '../judge/judge.ts';
import type { Bar, BarName } from './model/bar.ts';
import type { Row } from './model/rows.ts';
import type { PlacedBar, Scene } from './model/scene.ts';
import type { View } from './model/view.ts';
import type { FrameSizes } from './paint/frame.ts';
import type { Emphasis } from './paint/look.ts';

/** An intent of a gesture on the timeline, which its host carries out or refuses. */
export type Intent =
  | { readonly type: 'select'; readonly operations: readonly string[]; readonly how: 'only' | 'toggle' | 'add' }
  | { readonly type: 'open'; readonly operation: string }
  | { readonly type: 'focus'; readonly bar: BarName }
  | { readonly type: 'hover'; readonly operation: string | null }
  | {
      readonly type: 'move';
      readonly moves: readonly PartMove[];
      readonly shiftSeconds: number;
      /** Why the place is not eligible; null when it is, or when that is not known. */
      readonly refusal: string | null;
    }
  | { readonly type: 'close'; readonly resource: string; readonly from: number; readonly to: number }
  | {
      readonly type: 'menu';
      readonly bar: BarName | null;
      readonly resource: string | null;
      /** Unix seconds. */
      readonly at: number;
      /** CSS pixels of the page. */
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: 'resize'; readonly sizes: Partial<FrameSizes> }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'view'; readonly view: View };

/** The new place of a part; `resource` is null for no place. */
export interface PartMove {
  readonly operation: string;
  readonly part: number;
  readonly resource: string | null;
}

/** How an operation is brought into view. */
export interface RevealOptions {
  /** The index of the part that is shown; the first by default. */
  readonly part?: number;
  readonly focus?: boolean;
  readonly isInRowsOnly?: boolean;
}

/** The mode of the next drag, chosen without holding a key. */
export type DragMode = 'place' | 'time' | 'close';

/** Everything that the timeline uses of the board. */
export interface TimelineHost {
  readonly scene: Scene;
  zone(): string;
  /** The present time in Unix seconds. */
  present(): number;
  /** The present time in Unix seconds; null in a past state. */
  now(): number | null;
  /** False for viewers, in past states, and while the server is unreachable. */
  mayEdit(): boolean;
  /** Whether nothing can be edited only because the server is unreachable. */
  isInterrupted(): boolean;
  /** The bar of an operation that commands act on. */
  barOf(operation: string): PlacedBar | undefined;
  /** The name of a row and what it is like, line by line. */
  detailsOf(row: Row): readonly string[];
  sizes(): FrameSizes;
  tintOf(bar: Bar): number;
  emphasis(): Omit<Emphasis, 'drag' | 'lasso' | 'closing'>;
  judge(question: RowsQuestion): Promise<Verdicts | null>;
  intend(intent: Intent): void;
}
