import type { Run } from '../solver.ts';
import type { SharedSweep } from './sharedSweep.ts';
import { restrictSweep, type SweepModel, sweepModelOf } from './sweepModel.ts';
import { Dual, kindsOf, type KnownPrices, type Overlaps, overlapsOf } from './dual.ts';
import { marksWithin, minMarginals, type Restriction, restriction } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** Weight of the correction by kind at the beginning and at the end of a phase. */
interface KindWeight {
  readonly first: number;
  readonly last: number;
}

/** Weights of a first phase from nothing, from known prices, and from those of the busiest moments. */
const KIND_WEIGHT = { first: 8, last: 1 } as const;
const KIND_WEIGHT_RESUMED = { first: 4, last: 1 } as const;
const KIND_WEIGHT_FROM_PEAKS = { first: 2, last: 1 } as const;

/** The least step of an ascent, in price units. */
const LEAST_STEP = 0.008;
/** Sweeps over fewer positions than this take as long with a second thread, since each waits for the prices that the other one changes. */
const FEWEST_SHARED = 100_000;
/** Iterations between two bounds in a phase that computes none, after which the last prices stay. */
const NEVER = 0;
/** A phase whose time is over when it begins has as many, so that it ends after one iteration or a few. */
const LEAST_SECONDS = 1e-3;
/** Share of an ascent's time that its first phase may take. */
const FIRST_SHARE = 0.76;

/** Returns the parts by kind when kinds distinguish scarce rows from others; otherwise an empty list. */
export const congestionKinds = ({ model, start, end }: Relaxation): readonly Overlaps[] => {
  const kinds = kindsOf(model, start, end);
  return kinds.length > 1 ? kinds : [];
};

/** An ascent from given prices; see `Ascent.climbFrom`. */
export interface ClimbFrom {
  /** The first step, in price units. */
  readonly high: number;
  /** The iterations on all positions, and those on ever fewer ones. */
  readonly first: number;
  readonly fine: number;
  /** Whether it ends after the first of the three refinements, because a dive comes before the others. */
  readonly isRough?: boolean;
}

/** How an ascent continues; see `Ascent.resume`. */
export interface Resumption {
  readonly coarse: number;
  readonly fine: number;
  readonly high?: number;
  readonly byKind?: boolean;
  readonly sample?: Sample | null;
}

/** Positions that stand for all others at first, and the iterations that follow on all positions, with steps from `high` price units down. */
export interface Sample {
  readonly keep: Uint8Array;
  readonly sweep: SweepModel;
  readonly whole: number;
  readonly high: number;
}

/** Iterations with steps from `high` down to `low`. */
interface Phase {
  readonly high: number;
  readonly low: number;
  readonly iterations: number;
  /** The iterations between two bounds; by default an eighth of all, at least 50. */
  readonly every?: number;
  /** Fewer iterations are made when all would take longer than this. */
  readonly seconds: number;
  readonly kindWeight?: KindWeight | null;
}

/** The seconds that each refinement may take of those of an ascent. */
const eachOfThree = (seconds: number): number => ((1 - FIRST_SHARE) / 3) * seconds;

/** Holds the multipliers of a relaxation and raises its bound, phase by phase. */
export class Ascent {
  readonly dual: Dual;
  readonly marginals: Float64Array;
  private readonly relaxation: Relaxation;
  private readonly run: Run;
  private readonly onBound: (bound: number) => void;
  /** Null: not computed yet. */
  private kinds: readonly Overlaps[] | null;
  private readonly sharedSweep: SharedSweep | null;
  /** The positions of the last iterations on a restricted model; null: none yet. */
  private near: ReturnType<typeof restrictSweep> | null = null;
  private swept: SweepModel | null = null;

  /** `kinds`: null if they are to be computed when they are first needed. `sharedSweep`: the sweep shared by several threads, which this thread leads. */
  constructor(
    relaxation: Relaxation,
    run: Run,
    onBound: (bound: number) => void,
    kinds: readonly Overlaps[] | null = null,
    sharedSweep: SharedSweep | null = null,
  ) {
    const { model, start, end } = relaxation;
    this.relaxation = relaxation;
    this.run = run;
    this.onBound = onBound;
    this.sharedSweep = sharedSweep;
    this.kinds = kinds;
    this.dual = new Dual(model, overlapsOf(start, end), run.random.split(), kinds ?? [], sharedSweep);
    const positions = model.rowStart[model.rowCount];
    this.marginals = new Float64Array(positions);
  }

  get bound(): number {
    return this.dual.bestBound;
  }

  get prices(): Float64Array {
    return this.dual.bestPrices;
  }

  /** All positions, as the ascent visits them. */
  get whole(): SweepModel {
    const { model, priceUnit } = this.relaxation;
    return (this.swept ??= sweepModelOf(model, LEAST_STEP * priceUnit));
  }

  /** Recomputes the min-marginals of all positions at the best prices. */
  renewMarginals(): Float64Array {
    minMarginals(this.relaxation.model, this.prices, this.dual.best, this.marginals, this.marginals);
    return this.marginals;
  }

  /** Returns a mark for each position whose min-marginal is at most `width`. */
  keepWithin(width: number): Uint8Array {
    return marksWithin(this.marginals, width);
  }

  /** Returns the positions whose min-marginal is at most `width`. */
  within(width: number): Restriction {
    return restriction(this.relaxation.model, this.keepWithin(width));
  }

  /**
   * Like `within`, at the present best prices, but only among the positions of the last iterations on a restricted model, which in a large model takes a
   * tenth of the time.
   */
  nearWithin(width: number): Restriction {
    if (this.near === null) {
      this.renewMarginals();
      return this.within(width);
    }
    const { model, origin } = this.near;
    const marginals = new Float64Array(origin.length);
    minMarginals(model, this.prices, this.dual.best, marginals, marginals);
    const nearer = restriction(model, marksWithin(marginals, width));
    return { model: nearer.model, origin: nearer.origin.map((k) => origin[k]) };
  }

  /** Whether the parts have kinds, with which prices converge in half the iterations. */
  get isQuick(): boolean {
    if (this.kinds === null) {
      this.kinds = congestionKinds(this.relaxation);
      this.dual.kinds = this.kinds;
    }
    return this.kinds.length > 0;
  }

  /**
   * An ascent from above, which ignores known prices: `first` iterations with steps from a large share of the cost of leaving a part
   * out down to a few price units, then about 1.6 × `fine` iterations on ever fewer positions with ever smaller steps. Runs fewer
   * iterations when they would take longer than `seconds`.
   */
  climb(first: number, fine = first, isQuick = this.isQuick, seconds = Number.POSITIVE_INFINITY): void {
    const { priceUnit, typicalLeaveOut } = this.relaxation;
    const high = Math.max((isQuick ? 0.3 : 0.15) * typicalLeaveOut, 2 * priceUnit);
    const known = this.dual.reset();
    const kindWeight = isQuick ? KIND_WEIGHT : null;
    this.descend(known, { high, low: 3 * priceUnit, iterations: first, seconds, kindWeight }, fine);
  }

  /**
   * Like `climb`, but from prices that say what crowded moments cost, with steps from `high` price units down. Where many parts have no place, they
   * converge sooner than from above.
   */
  climbFrom(prices: Float64Array, { high, first, fine, isRough = false }: ClimbFrom, seconds: number): void {
    const { priceUnit } = this.relaxation;
    const kindWeight = this.isQuick ? KIND_WEIGHT_FROM_PEAKS : null;
    const known = this.dual.forget();
    this.beginFrom(prices);
    this.dual.restart();
    const phase = { high: high * priceUnit, low: 2 * priceUnit, iterations: first, seconds, kindWeight };
    this.descend(known, phase, fine, isRough);
  }

  /**
   * Continues from prices that are roughly right: `coarse` iterations with large steps, from `high` price units down, with the correction by kind if `byKind`,
   * and first on a sample of the positions if there is one; then `fine` iterations on positions near the bound.
   */
  resume(
    { coarse, fine, high = 60, byKind = false, sample = null }: Resumption,
    seconds = Number.POSITIVE_INFINITY,
  ): void {
    const { priceUnit } = this.relaxation;
    this.dual.restart();
    const low = 2 * priceUnit;
    const kindWeight = byKind ? KIND_WEIGHT_RESUMED : null;
    const coarsely = {
      high: high * priceUnit,
      low,
      iterations: coarse,
      every: NEVER,
      seconds: 0.5 * seconds,
      kindWeight,
    };
    const known = sample === null ? null : this.followSample(sample, coarsely);
    const [first, iterations] = sample === null ? [high, coarse] : [sample.high, sample.whole];
    this.sharedSweep?.open(null);
    this.phase(this.whole, {
      high: first * priceUnit,
      low,
      iterations,
      every: iterations,
      seconds: 0.7 * seconds,
      kindWeight,
    });
    if (known !== null) this.dual.recall(known);
    this.refine(10, 2, 0.1, fine, 0.3 * seconds);
  }

  /** Runs the coarse iterations on a sample and continues from their average, although it proves less than what is known, which is returned. */
  private followSample({ keep, sweep }: Sample, phase: Phase): KnownPrices {
    this.sharedSweep?.open(keep);
    this.phase(sweep, phase);
    const known = this.dual.forget();
    this.dual.follow(this.dual.average);
    return known;
  }

  /** An ascent from below. It converges sooner than `climb` when every part has a place; when many have none, its prices remain too low. */
  rise(first: number, fine: number, seconds: number): void {
    const { priceUnit, typicalLeaveOut } = this.relaxation;
    const high = Math.max(0.06 * typicalLeaveOut, 2 * priceUnit);
    const known = this.dual.reset(0.05);
    const kindWeight = this.isQuick ? KIND_WEIGHT : null;
    this.descend(known, { high, low: 3 * priceUnit, iterations: first, seconds, kindWeight }, fine);
  }

  /**
   * A phase on all positions, and finer iterations, or the first of them if `isRough`. Both may take the seconds of the phase; of what they prove and what
   * was known, the better stays.
   */
  private descend(known: KnownPrices, phase: Phase, fine: number, isRough = false): void {
    const { seconds } = phase;
    this.sharedSweep?.open(null);
    this.phase(this.whole, { ...phase, seconds: FIRST_SHARE * seconds });
    if (isRough) this.refineOnce(fine, seconds);
    else this.refineThrice(fine, seconds);
    this.dual.recall(known);
  }

  /** Continues from the best prices, on fewer positions and with smaller steps each time. */
  refineThrice(iterations: number, seconds: number): void {
    this.refineOnce(iterations, seconds);
    this.refineTwice(iterations, seconds);
  }

  private refineOnce(iterations: number, seconds: number): void {
    this.refine(20, 2, 0.2, Math.round(0.375 * iterations), eachOfThree(seconds));
  }

  /** The last two of the three refinements, for prices that have had the first one. */
  refineTwice(iterations: number, seconds: number): void {
    this.refine(8, 0.2, 0.04, iterations >> 1, eachOfThree(seconds));
    this.refine(5, 0.04, LEAST_STEP, Math.round(0.75 * iterations), eachOfThree(seconds));
  }

  /** Starts from given prices. */
  beginFrom(prices: Float64Array): void {
    this.onBound(this.dual.beginFrom(prices));
  }

  /** Makes large steps from the best prices. When those are far from optimal, as on overloaded resources, the bound rises at once. */
  reheat(iterations: number): void {
    const { priceUnit } = this.relaxation;
    this.dual.restart();
    this.sharedSweep?.open(null);
    const [high, low] = [100 * priceUnit, 2 * priceUnit];
    this.phase(this.whole, { high, low, iterations, every: iterations, seconds: Number.POSITIVE_INFINITY });
    this.refine(20, 2, 0.2, iterations >> 1, Number.POSITIVE_INFINITY);
    this.refine(8, 0.2, 0.04, iterations >> 1, Number.POSITIVE_INFINITY);
  }

  /** Runs one phase on the positions within `width` price units, with steps from `high` down to `low` price units. */
  private refine(width: number, high: number, low: number, iterations: number, seconds: number): void {
    const { priceUnit } = this.relaxation;
    if (this.run.stop()) return;
    this.renewMarginals();
    this.dual.restart();
    const keep = this.keepWithin(width * priceUnit);
    this.near = restrictSweep(this.whole, keep, this.near);
    if (this.near.origin.length < FEWEST_SHARED) this.sharedSweep?.close();
    else this.sharedSweep?.open(keep);
    const every = Math.max(50, iterations >> 2);
    this.phase(this.near, { high: high * priceUnit, low: low * priceUnit, iterations, every, seconds });
  }

  private phase(
    sweep: SweepModel,
    { high, low, iterations, every = Math.max(50, iterations >> 3), seconds, kindWeight = null }: Phase,
  ): void {
    const { dual, run } = this;
    const since = run.elapsedSeconds();
    const mostSeconds = Math.max(LEAST_SECONDS, seconds);
    for (let k = 0, done = 0; done < 1; ) {
      dual.kindWeight = kindWeight === null ? 0 : kindWeight.first * (kindWeight.last / kindWeight.first) ** done;
      dual.iterate(sweep, high * (low / high) ** done);
      run.step(1);
      done = Math.max(++k / iterations, (run.elapsedSeconds() - since) / mostSeconds);
      if (every !== NEVER && (k % every === 0 || done >= 1)) {
        this.onBound(dual.evaluate(k));
        run.report({ kind: 'progress', phase: 'bound' });
      }
      if (run.stop()) {
        this.onBound(dual.evaluate(k));
        return;
      }
    }
    if (every !== NEVER) dual.restart();
  }
}
