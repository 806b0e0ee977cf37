import { listenToSplitter } from '../parts/splitting.ts';
import type { TimelineHost } from './intents.ts';
import type { Frame } from './paint/frame.ts';
import { USUAL_SIZES } from './paint/frame.ts';

const LEAST_LABELS = 60;
const MOST_LABELS = 320;
const LEAST_SHARE = 0.1;
const MOST_SHARE = 0.6;
const REACH = 4;

/** The splitters that resize the names of rows and the pane of operations without a place, by pointer and by keys. */
export class Splitters {
  private readonly frame: () => Frame;
  private readonly labels = document.createElement('div');
  private readonly unassigned = document.createElement('div');
  private readonly tell: readonly (() => void)[];

  constructor(root: HTMLElement, host: TimelineHost, frame: () => Frame) {
    this.frame = frame;
    root.append(this.labels, this.unassigned);
    this.tell = [
      listenToSplitter(this.labels, {
        name: 'Width of the names',
        isUpright: true,
        least: LEAST_LABELS,
        most: () => MOST_LABELS,
        usual: USUAL_SIZES.labels,
        value: () => host.sizes().labels,
        change: (labels) => host.intend({ type: 'resize', sizes: { labels } }),
      }),
      listenToSplitter(this.unassigned, {
        name: 'Height of what is unassigned',
        isUpright: false,
        isReversed: true,
        least: LEAST_SHARE * 100,
        most: () => MOST_SHARE * 100,
        usual: USUAL_SIZES.unassigned * 100,
        value: () => host.sizes().unassigned * 100,
        unit: () => Math.max(1, frame().height / 100),
        change: (share) => host.intend({ type: 'resize', sizes: { unassigned: share / 100 } }),
      }),
    ];
  }

  /** Puts the splitters at their positions in the frame. */
  place(): void {
    const { labels, unassigned, height, width } = this.frame();
    const put = (element: HTMLElement, x: number, y: number, w: number, h: number): void => {
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
      element.style.width = `${w}px`;
      element.style.height = `${h}px`;
    };
    put(this.labels, labels.width - REACH, 0, 2 * REACH, height);
    put(this.unassigned, 0, unassigned.y - REACH, width, 2 * REACH);
    this.unassigned.hidden = unassigned.height === 0;
    for (const tell of this.tell) tell();
  }
}
