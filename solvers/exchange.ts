import type { Instance } from '../engine/instance/instance.ts';
import { ledgerBytes } from './taskLedger.ts';

/**
 * What the threads of one run share: the best plan, the best bound, multipliers, and how far the blocks of a divided
 * horizon are, on one SharedArrayBuffer. Plan, prices and bound are guarded by a spin lock (critical sections copy at most
 * partCount numbers). Under a step limit there is none.
 */
export interface Exchange {
  /** 0 is the thread whose result counts; the others stop when it has ended. */
  readonly role: number;
  readonly threads: number;
  readonly shared: SharedArrayBuffer;
}

/** What is known of a solved block: its model's bound and how far the arcs left out lie above it, in weight units. */
export interface BlockBound {
  readonly bound: number;
  readonly width: number;
  readonly grain: number;
}

/** More blocks than this would cost more than they save. */
export const MOST_BLOCKS = 256;

const LOCK = 0;
const PLAN_VERSION = 1;
const PRICE_VERSION = 2;
const LEADER_DONE = 3;
const HEADER_INTS = 8;
const COST = 0;
const BOUND = 1;
const HEADER_DOUBLES = 4;
const BLOCK_DOUBLES = 3;
const PLAN_OFFSET = HEADER_INTS * 4 + (HEADER_DOUBLES + BLOCK_DOUBLES * MOST_BLOCKS) * 8;

/** Cells of a crew's control memory. */
export const CrewCell = { cursor: 0, done: 1, model: 2, closed: 3 } as const;
const CREW_INTS = 8;

/** What threads that visit the rows of one ascent together share. */
export interface CrewMemory {
  readonly control: Int32Array;
  /** The step of the present sweep. */
  readonly steps: Float64Array;
  /** Rows in the order of the present sweep. */
  readonly order: Int32Array;
  readonly prices: Float64Array;
  readonly count: Int32Array;
  /** Arcs of the instance that are looked at: 1. */
  readonly kept: Uint8Array;
}

const crewOffset = ({ partCount, arcResource }: Instance): number =>
  8 * Math.ceil((PLAN_OFFSET + partCount * 12 + arcResource.length) / 8);

/** Room for so many parts of a model. */
export const crewMemoryOf = ({ shared }: Exchange, instance: Instance, parts: number): CrewMemory => {
  const { partCount, resourceCount, arcResource } = instance;
  const steps = crewOffset(instance);
  const control = steps + 8 * (1 + partCount);
  const count = control + 4 * CREW_INTS;
  const order = count + 4 * partCount;
  return {
    steps: new Float64Array(shared, steps, 1),
    prices: new Float64Array(shared, steps + 8, parts),
    control: new Int32Array(shared, control, CREW_INTS),
    count: new Int32Array(shared, count, parts),
    order: new Int32Array(shared, order, resourceCount),
    kept: new Uint8Array(shared, PLAN_OFFSET + partCount * 12, arcResource.length),
  };
};

/** No plan, bound −∞, no prices, no block claimed. */
export const createExchangeBuffer = (instance: Instance): SharedArrayBuffer => {
  const { partCount, resourceCount } = instance;
  const crewBytes = 8 * (1 + partCount) + 4 * (CREW_INTS + partCount + resourceCount);
  const buffer = new SharedArrayBuffer(8 * Math.ceil((crewOffset(instance) + crewBytes) / 8) + ledgerBytes(instance));
  const doubles = new Float64Array(buffer, HEADER_INTS * 4, HEADER_DOUBLES + BLOCK_DOUBLES * MOST_BLOCKS);
  doubles.fill(Number.NEGATIVE_INFINITY);
  doubles[COST] = Number.POSITIVE_INFINITY;
  return buffer;
};

export class Blackboard {
  readonly role: number;
  readonly threads: number;
  /** The arcs that some thread keeps: 1. */
  readonly arcs: Uint8Array;
  private readonly header: Int32Array;
  private readonly doubles: Float64Array;
  private readonly blocks: Float64Array;
  private readonly prices: Float64Array;
  private readonly plan: Int32Array;

  constructor(exchange: Exchange, partCount: number) {
    const { shared } = exchange;
    this.role = exchange.role;
    this.threads = exchange.threads;
    this.header = new Int32Array(shared, 0, HEADER_INTS);
    this.doubles = new Float64Array(shared, HEADER_INTS * 4, HEADER_DOUBLES);
    this.blocks = new Float64Array(shared, (HEADER_INTS / 2 + HEADER_DOUBLES) * 8, BLOCK_DOUBLES * MOST_BLOCKS);
    this.prices = new Float64Array(shared, PLAN_OFFSET, partCount);
    this.plan = new Int32Array(shared, PLAN_OFFSET + partCount * 8, partCount);
    this.arcs = new Uint8Array(shared, PLAN_OFFSET + partCount * 12);
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

  /** What has been said of the block, or null. */
  blockBound(block: number): BlockBound | null {
    this.lock();
    const [bound, width, grain] = this.blocks.subarray(BLOCK_DOUBLES * block, BLOCK_DOUBLES * (block + 1));
    this.unlock();
    return bound === Number.NEGATIVE_INFINITY ? null : { bound, width, grain };
  }

  /** The block's best bound so far. */
  setBlockBound(block: number, { bound, width, grain }: BlockBound): void {
    this.lock();
    this.blocks.set([bound, width, grain], BLOCK_DOUBLES * block);
    this.unlock();
  }

  /** A block's prices. */
  finishBlock(parts: Int32Array, prices: Float64Array): void {
    this.lock();
    for (let i = 0; i < parts.length; i++) this.prices[parts[i]] = prices[i]!;
    this.unlock();
  }
}
