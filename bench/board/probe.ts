/** Measurements that the page records about itself. Times are `performance.now()` of the page unless stated otherwise. */
export interface Probe {
  /** The duration of each frame's callbacks, in milliseconds. */
  readonly draws: number[];
  /** The times at which frames began. */
  readonly frames: number[];
  /** The durations of tasks of 50 ms or more. */
  readonly tasks: number[];
  /** The first pointer movement of the latest drag, and when the frame after its verdicts was drawn. */
  readonly drag: { begun: number; tinted: number };
  /** For each later movement of the drag, the milliseconds until its frame was drawn. */
  readonly moves: number[];
  /** When the pointer was released, and when the frame after that was drawn. */
  readonly drop: { at: number; drawn: number };
  readonly violations: string[];
}

/** Runs in the page before any other script: wraps frames, workers and pointer events without changing the board. */
export const installProbe = (): void => {
  const probe: Probe = {
    draws: [],
    frames: [],
    tasks: [],
    drag: { begun: 0, tinted: 0 },
    moves: [],
    drop: { at: 0, drawn: 0 },
    violations: [],
  };
  Object.assign(globalThis, { probe });
  let isPressed = false;
  let isJudged = false;
  let movedAt = 0;
  const ask = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    ask((at) => {
      const before = performance.now();
      callback(at);
      const now = performance.now();
      probe.draws.push(now - before);
      probe.frames.push(at);
      if (isJudged && probe.drag.tinted === 0) probe.drag.tinted = now;
      if (movedAt > 0) probe.moves.push(now - movedAt);
      movedAt = 0;
      if (probe.drop.at > 0 && probe.drop.drawn === 0) probe.drop.drawn = now;
    });
  const Original = Worker;
  globalThis.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) => {
        if (data.type === 'rows' && isPressed) isJudged = true;
      });
    }
  };
  addEventListener(
    'pointerdown',
    () => {
      [isPressed, isJudged] = [true, false];
      Object.assign(probe.drag, { begun: 0, tinted: 0 });
    },
    true,
  );
  addEventListener(
    'pointermove',
    () => {
      if (!isPressed) return;
      if (probe.drag.begun === 0) probe.drag.begun = performance.now();
      else movedAt = performance.now();
    },
    true,
  );
  addEventListener(
    'pointerup',
    () => {
      isPressed = false;
      Object.assign(probe.drop, { at: performance.now(), drawn: 0 });
    },
    true,
  );
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    probe.violations.push(`${violatedDirective}: ${blockedURI}`);
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.tasks.push(duration);
  }).observe({ type: 'longtask' });
};
