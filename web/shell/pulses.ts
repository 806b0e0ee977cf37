import type { Pulse } from '../timeline/paint/look.ts';

const PULSE_MS = 1600;

/** Operations that others changed pulse once; with reduced motion, they are outlined for the same time. */
export class Pulses {
  private begun: { readonly operations: readonly string[]; readonly at: number }[] = [];
  private readonly changed: () => void;
  private request = 0;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  add(operations: Iterable<string>): void {
    this.begun.push({ operations: [...operations], at: performance.now() });
    if (this.request === 0) this.request = requestAnimationFrame(this.step);
  }

  now(): readonly Pulse[] {
    if (this.begun.length === 0) return NONE;
    const now = performance.now();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return this.begun.map(({ operations, at }) => ({
      operations,
      left: isStill ? 0.8 : Math.max(0, 1 - (now - at) / PULSE_MS),
    }));
  }

  private readonly step = (): void => {
    const now = performance.now();
    this.begun = this.begun.filter(({ at }) => now - at <= PULSE_MS);
    this.changed();
    this.request = this.begun.length === 0 ? 0 : requestAnimationFrame(this.step);
  };
}

const NONE: readonly Pulse[] = [];
