/** The step at first, in price units. */
const FIRST_STEP = 5;
/** Factors of the step: after a higher value in the direction that the smoothed solution points to, and after several values in a row that were no higher. */
const LONGER = 1.1;
const SHORTER = 0.8;
const PATIENCE = 10;
/** The most that one solution counts in the smoothed one: at first, how it falls after so many iterations, and in the end. The least is a tenth of it. */
const FIRST_SHARE = 0.1;
const SHARE_FALLS = 0.8;
const SHARE_LASTS = 100;
const LAST_SHARE = 0.005;

/**
 * Raises a dual function by steps from the best prices so far. The direction is the violation of a smoothed solution instead of the last one, so that
 * the few solutions which alternate at good prices do not send it to and fro.
 * Source: Barahona, Anbil, "The volume algorithm: producing primal solutions with a subgradient method", Mathematical Programming 87 (2000).
 */
export class Volume {
  /** The prices to evaluate next. */
  readonly prices: Float64Array;
  /** The highest value so far, and its prices. */
  private value = Number.NEGATIVE_INFINITY;
  private readonly center: Float64Array;
  private readonly caps: Float64Array;
  private readonly smoothed: Float64Array;
  private step: number;
  private share = FIRST_SHARE;
  private failures = 0;
  private taken = 0;

  /** `caps`: the prices are never higher. */
  constructor(prices: Float64Array, caps: Float64Array, unit: number) {
    this.prices = prices.slice();
    this.center = prices.slice();
    this.caps = caps;
    this.smoothed = new Float64Array(prices.length);
    this.step = FIRST_STEP * unit;
  }

  /** Call with the value at `prices`, and how often the solution there covers each part, which should be once; then `prices` are the next ones. */
  take(value: number, covered: Float64Array): void {
    const { prices, center, smoothed, caps } = this;
    this.smooth(covered);
    if (value > this.value) {
      this.value = value;
      center.set(prices);
      this.failures = 0;
      if (this.pointsAlong(covered)) this.step *= LONGER;
    } else if (++this.failures === PATIENCE) {
      this.step *= SHORTER;
      this.failures = 0;
    }
    for (let i = 0; i < prices.length; i++) prices[i] = Math.min(center[i] + this.step * (1 - smoothed[i]), caps[i]);
  }

  /** Moves the smoothed solution towards the one that violates least, within the share. */
  private smooth(covered: Float64Array): void {
    const { smoothed } = this;
    if (this.taken++ === 0) {
      smoothed.set(covered);
      return;
    }
    if (this.taken % SHARE_LASTS === 0) this.share = Math.max(LAST_SHARE, SHARE_FALLS * this.share);
    let [own, mixed, square] = [0, 0, 0];
    for (let i = 0; i < covered.length; i++) {
      const violation = 1 - smoothed[i];
      const change = smoothed[i] - covered[i];
      own += violation * violation;
      mixed += violation * change;
      square += change * change;
    }
    const wanted = square === 0 ? 0 : -mixed / square;
    const share = Math.min(this.share, Math.max(this.share / 10, wanted));
    for (let i = 0; i < covered.length; i++) smoothed[i] += share * (covered[i] - smoothed[i]);
  }

  private pointsAlong(covered: Float64Array): boolean {
    let product = 0;
    for (let i = 0; i < covered.length; i++) product += (1 - covered[i]) * (1 - this.smoothed[i]);
    return product >= 0;
  }
}
