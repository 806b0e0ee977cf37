/**
 * What the threads of one run share: the best plan, the best bound, and multipliers, on one SharedArrayBuffer guarded by a
 * spin lock (critical sections copy at most partCount numbers). Under a step limit there is none.
 */
export interface Exchange {
  /** 0 is the thread whose result counts; the others stop when it has ended. */
  readonly role: number;
  readonly threads: number;
  readonly shared: SharedArrayBuffer;
}

const LOCK = 0;
const PLAN_VERSION = 1;
const PRICE_VERSION = 2;
const LEADER_DONE = 3;
const HEADER_INTS = 8;
const COST = 0;
const BOUND = 1;
const HEADER_DOUBLES = 4;

/** Room for partCount parts; no plan, bound −∞, no prices. */
export const createExchangeBuffer = (partCount: number): SharedArrayBuffer => {
  const buffer = new SharedArrayBuffer(HEADER_INTS * 4 + (HEADER_DOUBLES + partCount) * 8 + partCount * 4);
  const doubles = new Float64Array(buffer, HEADER_INTS * 4, HEADER_DOUBLES);
  doubles[COST] = Number.POSITIVE_INFINITY;
  doubles[BOUND] = Number.NEGATIVE_INFINITY;
  return buffer;
};

export class Blackboard {
  readonly role: number;
  readonly threads: number;
  private readonly header: Int32Array;
  private readonly doubles: Float64Array;
  private readonly prices: Float64Array;
  private readonly plan: Int32Array;

  constructor(exchange: Exchange, partCount: number) {
    const { shared } = exchange;
    this.role = exchange.role;
    this.threads = exchange.threads;
    this.header = new Int32Array(shared, 0, HEADER_INTS);
    this.doubles = new Float64Array(shared, HEADER_INTS * 4, HEADER_DOUBLES);
    this.prices = new Float64Array(shared, HEADER_INTS * 4 + HEADER_DOUBLES * 8, partCount);
    this.plan = new Int32Array(shared, HEADER_INTS * 4 + (HEADER_DOUBLES + partCount) * 8, partCount);
  }

  private lock(): void {
    while (Atomics.compareExchange(this.header, LOCK, 0, 1) !== 0);
  }

  private unlock(): void {
    Atomics.store(this.header, LOCK, 0);
  }

  /** Counts the plans published so far; ask it before `takePlan`. */
  get planVersion(): number {
    return Atomics.load(this.header, PLAN_VERSION);
  }

  get priceVersion(): number {
    return Atomics.load(this.header, PRICE_VERSION);
  }

  get leaderDone(): boolean {
    return Atomics.load(this.header, LEADER_DONE) === 1;
  }

  endLeader(): void {
    Atomics.store(this.header, LEADER_DONE, 1);
  }

  /** False when a plan at most as costly is there already. */
  publishPlan(placement: Int32Array, cost: number): boolean {
    this.lock();
    const better = cost < this.doubles[COST];
    if (better) {
      this.doubles[COST] = cost;
      this.plan.set(placement);
      Atomics.add(this.header, PLAN_VERSION, 1);
    }
    this.unlock();
    return better;
  }

  /** Copies the shared plan to `into` when it costs less than `cost`; returns its cost, or `cost` when nothing was copied. */
  takePlan(cost: number, into: Int32Array): number {
    this.lock();
    const shared = this.doubles[COST];
    if (shared < cost) into.set(this.plan);
    this.unlock();
    return Math.min(cost, shared);
  }

  publishPrices(prices: Float64Array): void {
    this.lock();
    this.prices.set(prices);
    Atomics.add(this.header, PRICE_VERSION, 1);
    this.unlock();
  }

  takePrices(into: Float64Array): void {
    this.lock();
    into.set(this.prices);
    this.unlock();
  }

  /** Raises the shared bound and returns the best one. */
  raiseBound(bound: number): number {
    this.lock();
    const best = Math.max(bound, this.doubles[BOUND]);
    this.doubles[BOUND] = best;
    this.unlock();
    return best;
  }
}
