import type { Uncertainty } from '../instance/instance.ts';
import { createRandom, type Random } from '../random.ts';

/**
 * Draws from the skew-normal distributions of an instance: location + scale · (δ|u| + √(1 − δ²) v), u and v standard
 * normal. Sources: Azzalini, Scand. J. Statist. 12 (1985), proposition 4; Marsaglia and Bray, "A convenient method for
 * generating normal variables", SIAM Review 6 (1964), for u and v in pairs.
 */
export class Sampler {
  private readonly random: Random;
  private readonly location: Float64Array;
  private readonly folded: Float64Array;
  private readonly plain: Float64Array;

  constructor({ distributions }: Uncertainty, seed: number) {
    const count = distributions.length / 3;
    this.random = createRandom(seed);
    this.location = new Float64Array(count);
    this.folded = new Float64Array(count);
    this.plain = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const [location, scale, shape] = distributions.subarray(3 * i, 3 * i + 3);
      const delta = shape / Math.sqrt(1 + shape * shape);
      this.location[i] = location;
      this.folded[i] = scale * delta;
      this.plain[i] = scale * Math.sqrt(1 - delta * delta);
    }
  }

  /** Draws a deviation in seconds from the expected time. */
  draw(distribution: number): number {
    const { random } = this;
    let x = 0;
    let y = 0;
    let square = 0;
    do {
      x = 2 * random.next() - 1;
      y = 2 * random.next() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    return (
      this.location[distribution] + factor * (this.folded[distribution] * Math.abs(x) + this.plain[distribution] * y)
    );
  }
}
