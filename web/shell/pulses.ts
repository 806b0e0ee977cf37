const PULSE_MS = 1600;

/** What others changed pulses once; where motion is not wanted, it is outlined for as long. */
export class Pulses {
  private readonly began = new Map<string, number>();
  private readonly changed: () => void;
  private request = 0;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  add(operations: Iterable<string>): void {
    const now = performance.now();
    for (const operation of operations) this.began.set(operation, now);
    if (this.request === 0) this.request = requestAnimationFrame(this.step);
  }

  /** How much of its time each one has left, 1 to 0. */
  now(): ReadonlyMap<string, number> {
    if (this.began.size === 0) return NONE;
    const now = performance.now();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return new Map(
      [...this.began].map(([operation, began]) => [
        operation,
        isStill ? 0.8 : Math.max(0, 1 - (now - began) / PULSE_MS),
      ]),
    );
  }

  private readonly step = (): void => {
    const now = performance.now();
    for (const [operation, began] of this.began) if (now - began > PULSE_MS) this.began.delete(operation);
    this.changed();
    this.request = this.began.size === 0 ? 0 : requestAnimationFrame(this.step);
  };
}

const NONE: ReadonlyMap<string, number> = new Map();
