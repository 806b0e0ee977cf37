import type { RowsQuestion } from '../judge/planningJudge.ts';
import type { Verdicts } from '../judge/judge.ts';
import type { Bar } from './model/bar.ts';
import type { Scene } from './model/scene.ts';
import type { View } from './model/view.ts';
import type { FrameSizes } from './paint/frame.ts';
import type { Emphasis } from './paint/look.ts';

/** What a gesture on the timeline asks for. Whoever hosts the timeline does it, or refuses. */
export type Intent =
  | { readonly type: 'select'; readonly operations: readonly string[]; readonly how: 'only' | 'toggle' | 'add' }
  | { readonly type: 'open'; readonly operation: string }
  | { readonly type: 'hover'; readonly operation: string | null }
  | {
      readonly type: 'move';
      readonly moves: readonly PartMove[];
      readonly shiftSeconds: number;
      /** Why the place is not eligible, as it was judged; null: it is, or nobody knows. */
      readonly refusal: string | null;
    }
  | { readonly type: 'close'; readonly resource: string; readonly from: number; readonly to: number }
  | {
      readonly type: 'menu';
      readonly operation: string | null;
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

/** A part's new place; null: none. */
export interface PartMove {
  readonly operation: string;
  readonly part: number;
  readonly resource: string | null;
}

/** Modes that the next drag is taken in without a key being held. */
export type DragMode = 'place' | 'time' | 'close';

/** What the timeline needs to know; it never looks at anything else. */
export interface TimelineHost {
  readonly scene: Scene;
  zone(): string;
  /** Unix seconds; null: time stands still here. */
  now(): number | null;
  /** False for viewers, the past, and while the server is away. */
  mayEdit(): boolean;
  sizes(): FrameSizes;
  tintOf(bar: Bar): number;
  emphasis(): Omit<Emphasis, 'drag' | 'lasso' | 'closing'>;
  judge(question: RowsQuestion): Promise<Verdicts | null>;
  intend(intent: Intent): void;
}
