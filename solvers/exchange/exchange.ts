import type { Instance } from '../../engine/instance/instance.ts';
import { SharedLayout } from './sharedLayout.ts';
import type { SweepMemory } from './sweepMemory.ts';
import { WORK_CELLS, type WorkMemory } from './workLedger.ts';

/**
 * The state that the threads of one run share on one SharedArrayBuffer: the best plan, the best bound, multipliers, and the bounds of
 * the blocks of a divided horizon. A spin lock guards plan, prices and bound (critical sections copy at most partCount numbers). Under a
 * step limit, only a run that divides its horizon has one.
 */
export interface Exchange {
  /** 0 is the thread whose result counts; the others stop when it has ended. */
  readonly role: number;
  /** The threads that solve. */
  readonly threads: number;
  /** Further threads, with the last roles, that pass pieces on to other processes; absent: none. */
  readonly couriers?: number;
  readonly shared: SharedArrayBuffer;
}

/** The bound of a block's model, and how far above it the block's own plan is (infinity before there is one), in weight units. */
export interface BlockBound {
  readonly bound: number;
  readonly gap: number;
}

/** More blocks than this would cost more than they save. */
export const MOST_BLOCKS = 256;

/** Cells of `header`. */
const LOCK = 0;
const PLAN_VERSION = 1;
const PRICE_VERSION = 2;
const LEADER_DONE = 3;
/** 1 when further threads may begin. */
const RELEASED = 4;
const BOUND_VERSION = 5;
/** Milliseconds after which a waiting thread looks whether the run is to stop. */
const STOP_MS = 5;
/** Cells of `best`. */
const COST = 0;
const BOUND = 1;
const BLOCK_DOUBLES = 2;

const layoutFor = ({ partCount, resourceCount, arcResource }: Instance) =>
  new SharedLayout({
    header: ['int32', 6],
    best: ['float64', 2],
    blocks: ['float64', BLOCK_DOUBLES * MOST_BLOCKS],
    prices: ['float64', partCount],
    plan: ['int32', partCount],
    // By arc, or by position of a model, which has one more for each resource.
    arcs: ['uint8', arcResource.length + resourceCount],
    sweepControl: ['int32', 5],
    sweepStep: ['float64', 1],
    sweepPrices: ['float64', partCount],
    sweepUnits: ['int32', partCount],
    sweepCount: ['int32', partCount],
    sweepOrder: ['int32', resourceCount],
    work: ['int32', WORK_CELLS],
    workScale: ['float64', 1],
    workPlaces: ['int32', partCount],
  });

/** Creates the buffer with no plan, bound −∞, no prices and no block claimed. */
export const createExchangeBuffer = (instance: Instance): SharedArrayBuffer => {
  const layout = layoutFor(instance);
  const buffer = new SharedArrayBuffer(layout.byteLength);
  layout.view(buffer, 'best').set([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  layout.view(buffer, 'blocks').fill(Number.NEGATIVE_INFINITY);
  return buffer;
};

/** The exchange of a run that has one thread. */
export const ownExchange = (instance: Instance): Exchange => ({
  role: 0,
  threads: 1,
  shared: createExchangeBuffer(instance),
});

/** Returns the sweep memory on the buffer, for a model of `parts` parts. */
export const sweepMemoryOf = ({ shared }: Exchange, instance: Instance, parts: number): SweepMemory => {
  const layout = layoutFor(instance);
  return {
    control: layout.view(shared, 'sweepControl'),
    steps: layout.view(shared, 'sweepStep'),
    order: layout.view(shared, 'sweepOrder'),
    prices: layout.view(shared, 'sweepPrices', parts),
    units: layout.view(shared, 'sweepUnits', parts),
    count: layout.view(shared, 'sweepCount', parts),
    kept: layout.view(shared, 'arcs'),
  };
};

/** Returns the memory on the buffer for the pieces of work that the threads divide among them. */
export const workMemoryOf = (shared: SharedArrayBuffer, instance: Instance): WorkMemory => {
  const layout = layoutFor(instance);
  return {
    cells: layout.view(shared, 'work'),
    scale: layout.view(shared, 'workScale'),
    places: layout.view(shared, 'workPlaces'),
  };
};

/** What the threads of a run tell each other, on memory that they share: each thread has a Blackboard of its own on the same buffer. */
export class Blackboard {
  readonly role: number;
  /** The threads that solve. */
  readonly threads: number;
  /** All threads of the run, with those that pass pieces on. */
  readonly members: number;
  /** 1 for each arc that some thread keeps. */
  readonly arcs: Uint8Array;
  private readonly header: Int32Array;
  private readonly bestValues: Float64Array;
  private readonly blocks: Float64Array;
  private readonly prices: Float64Array;
  private readonly plan: Int32Array;

  constructor({ role, threads, couriers = 0, shared }: Exchange, instance: Instance) {
    const layout = layoutFor(instance);
    this.role = role;
    this.threads = threads;
    this.members = threads + couriers;
    this.header = layout.view(shared, 'header');
    this.bestValues = layout.view(shared, 'best');
    this.blocks = layout.view(shared, 'blocks');
    this.prices = layout.view(shared, 'prices');
    this.plan = layout.view(shared, 'plan');
    this.arcs = layout.view(shared, 'arcs');
  }

  private lock(): void {
    while (Atomics.compareExchange(this.header, LOCK, 0, 1) !== 0);
  }

  private unlock(): void {
    Atomics.store(this.header, LOCK, 0);
  }

  /** The number of plans published so far; read it before `takePlan`. */
  get planVersion(): number {
    return Atomics.load(this.header, PLAN_VERSION);
  }

  get priceVersion(): number {
    return Atomics.load(this.header, PRICE_VERSION);
  }

  /** How often the shared bound has risen; read it before `sharedBound`. */
  get boundVersion(): number {
    return Atomics.load(this.header, BOUND_VERSION);
  }

  get leaderDone(): boolean {
    return Atomics.load(this.header, LEADER_DONE) === 1;
  }

  /** Also lets waiting threads go on. */
  endLeader(): void {
    Atomics.store(this.header, LEADER_DONE, 1);
    this.release();
  }

  /** Lets threads go on that wait until the first one needs them. */
  release(): void {
    Atomics.store(this.header, RELEASED, 1);
    Atomics.notify(this.header, RELEASED);
  }

  get isReleased(): boolean {
    return Atomics.load(this.header, RELEASED) === 1;
  }

  /** Waits until the first thread calls `release` or `endLeader`, or `stop` returns true. */
  awaitRelease(stop: () => boolean): void {
    while (!this.isReleased && !stop()) Atomics.wait(this.header, RELEASED, 0, STOP_MS);
  }

  /** Publishes a plan; returns false when the shared one costs no more. */
  publishPlan(placement: Int32Array, cost: number): boolean {
    this.lock();
    const better = cost < this.bestValues[COST];
    if (better) {
      this.bestValues[COST] = cost;
      this.plan.set(placement);
      Atomics.add(this.header, PLAN_VERSION, 1);
    }
    this.unlock();
    return better;
  }

  /** The cost of the shared plan; infinity before there is one. */
  get planCost(): number {
    this.lock();
    const cost = this.bestValues[COST];
    this.unlock();
    return cost;
  }

  /** Copies the shared plan to `into` when it costs less than `cost`. Returns its cost, or `cost` when nothing was copied. */
  takePlan(cost: number, into: Int32Array): number {
    this.lock();
    const shared = this.bestValues[COST];
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
    const known = this.bestValues[BOUND];
    if (bound > known) {
      this.bestValues[BOUND] = bound;
      Atomics.add(this.header, BOUND_VERSION, 1);
    }
    this.unlock();
    return Math.max(bound, known);
  }

  /** The shared bound; −∞ before there is one. */
  get sharedBound(): number {
    return this.raiseBound(Number.NEGATIVE_INFINITY);
  }

  /** Returns the block's bound, or null when no thread has published one. */
  blockBound(block: number): BlockBound | null {
    this.lock();
    const [bound, gap] = this.blocks.subarray(BLOCK_DOUBLES * block, BLOCK_DOUBLES * (block + 1));
    this.unlock();
    return bound === Number.NEGATIVE_INFINITY ? null : { bound, gap };
  }

  /** Publishes the block's best bound so far. */
  setBlockBound(block: number, { bound, gap }: BlockBound): void {
    this.lock();
    this.blocks.set([bound, gap], BLOCK_DOUBLES * block);
    this.unlock();
  }

  /** Publishes a block's prices. */
  finishBlock(parts: Int32Array, prices: Float64Array): void {
    this.lock();
    for (let i = 0; i < parts.length; i++) this.prices[parts[i]] = prices[i];
    this.unlock();
  }
}
