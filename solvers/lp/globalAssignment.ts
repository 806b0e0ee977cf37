import type { Highs } from 'highs';
import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/board/plan.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import { INSERTIONS_A_STEP } from '../insertion/insertByRegret.ts';
import { floorOf } from '../model/peakFloor.ts';
import { FEW_PARTS, FEW_POSITIONS } from '../model/relaxation.ts';
import { Ascent } from '../prices/ascent.ts';
import { DIVE_WIDTH, diveForPlan } from '../prices/dive.ts';
import { overlapsOf } from '../prices/dual.ts';
import { positionOn } from '../model/pathPlan.ts';
import { annealing, temperatures } from '../moveSearch/annealing.ts';
import { searchBriefly } from '../moveSearch/search.ts';
import type { Run, SolveResult } from '../solver.ts';
import { marksWithin, minMarginals, restriction, rowScratch } from '../model/pathModel.ts';
import { Budget } from './budget.ts';
import { ColumnGeneration } from './columnGeneration.ts';
import { dive } from './dive.ts';
import { type PathProblem, pricedModel } from './pathProblem.ts';
import { solveOpen } from './openProgram.ts';
import { planOf } from './placement.ts';
import { type ProgramLimits, solvePool } from './poolProgram.ts';
import type { Target } from './target.ts';

/** Limits on the columns and places of exact programs; larger programs take too long. */
const MOST_COLUMNS = 4000;
const MOST_PLACES = 16_000;
/** Price units above the bound to which the first exact program of a target is limited. */
const FIRST_REACH = 3;
/** Node limit of the first exact program under a step limit. */
const NODES = 50;
/** Time limit of the first exact program, in seconds. */
const FIRST_TRY_SECONDS = 0.5;
/** Noise of the dives after the first one. */
const NOISE = 0.05;
/** Local search: iterations of a turn for each part, and their maximum. */
const MOVES_A_PART = 1000;
const MOST_MOVES = 200_000;

/**
 * One run: computes prices, solves the linear program of each target, makes plans from it, and solves exact programs on the remaining
 * choices.
 */
export class GlobalAssignment {
  private readonly problem: PathProblem;
  private readonly run: Run;
  private readonly highs: Highs;
  /** The run's own target and one for each point of the frontier; those that allow the most changes come first. */
  private readonly targets: readonly Target[];
  /** One target for each number of allowed changes; its results serve equal targets too. */
  private readonly distinct: readonly Target[];
  private readonly main: Target;
  private readonly onTarget: () => void;
  private readonly budget: Budget;
  private isNews = true;
  /** Price units above the bound to which the next exact program of each target is limited. */
  private readonly reaches = new Map<Target, number>();

  constructor(
    highs: Highs,
    problem: PathProblem,
    run: Run,
    targets: readonly Target[],
    main: Target,
    onTarget: () => void,
  ) {
    this.highs = highs;
    this.problem = problem;
    this.run = run;
    this.targets = targets.toSorted((a, b) => b.allowed - a.allowed);
    this.distinct = this.targets.filter(({ allowed }, t) => t === 0 || allowed !== this.targets[t - 1].allowed);
    this.main = main;
    this.onTarget = onTarget;
    this.budget = new Budget(run);
  }

  solve(): SolveResult {
    const { problem, run, main } = this;
    run.report({ kind: 'incumbent', solution: main.best });
    const first = new Plan(problem.instance, run.initial.placement);
    this.budget.step(Math.ceil(firstPlan(first, run.stop) / INSERTIONS_A_STEP));
    this.offer(first);
    if (problem.relaxation.model.partCount === 0) this.raise(0, 0);
    else if (!this.isDone()) {
      // Local search is the best way to find plans with few changes.
      for (const target of this.distinct.toReversed()) if (target.limit !== null) this.improveByMoves(target, run.stop);
      this.reportNews();
      this.search();
    }
    const bound = Number.isFinite(main.bound) ? Math.min(main.bound, main.best.cost) : null;
    if (bound !== null) run.report({ kind: 'bound', bound });
    this.reportNews();
    const status = main.isClosed ? 'optimal' : 'feasible';
    return { solution: main.best, bound, status };
  }

  private search(): void {
    const { problem, run, distinct } = this;
    const { relaxation } = problem;
    const stepping = { ...run, step: (n: number) => this.budget.step(n) };
    const ascent = new Ascent(relaxation, stepping, (bound) => this.raise(bound, 0));
    this.raise(floorOf(relaxation, ascent.dual.least), 0);
    const { partCount, part } = relaxation.model;
    ascent.climb(partCount < FEW_PARTS ? 60 : part.length < FEW_POSITIONS ? 1200 : 800);
    if (this.isDone()) return;
    this.diveByPrices(this.targets[0], ascent.prices, 0, 0.03, run.stop);
    if (this.isDone()) return;
    const generation = new ColumnGeneration(this.highs, problem, ascent.prices, {
      random: run.random.split(),
      overlaps: overlapsOf(relaxation.start, relaxation.end),
      step: (n) => this.budget.step(n),
      onBound: (bound, price) => this.raise(bound, price),
    });
    try {
      this.addPaths(generation);
      distinct.forEach((target, t) => {
        if (this.isDone()) return;
        this.solveTarget(generation, target, this.budget.share(distinct.length - t + 1));
        this.reportNews();
      });
      this.refine(generation);
    } finally {
      generation.master.dispose();
    }
  }

  /** Makes a plan from prices alone: from the first ones, before there is a linear program, or from those of its optimum. */
  private diveByPrices(
    target: Target,
    prices: Float64Array,
    changePrice: number,
    share: number,
    stop: () => boolean,
  ): void {
    const { problem, run } = this;
    const model = pricedModel(problem, changePrice);
    const { priceUnit } = problem.relaxation;
    const marginals = new Float64Array(model.part.length);
    minMarginals(model, prices, rowScratch(model), marginals, marginals);
    const near = restriction(model, marksWithin(marginals, DIVE_WIDTH * priceUnit));
    const relaxation = { ...problem.relaxation, model };
    const options = { iterations: 20, share, step: priceUnit };
    const limited = { random: run.random, step: (n: number) => this.budget.step(n), stop };
    const { position } = diveForPlan(relaxation, prices, near, options, limited);
    this.offerPositions(target, position);
  }

  /** Adds the rows of the best plans as columns. */
  private addPaths(generation: ColumnGeneration): void {
    const { relaxation, instance } = this.problem;
    for (const { best } of this.distinct) {
      const rows: number[][] = Array.from({ length: instance.resourceCount }, () => []);
      for (let i = 0; i < relaxation.partOf.length; i++) {
        const resource = best.placement[relaxation.partOf[i]];
        if (positionOn(relaxation.columns, i, resource) >= 0) rows[resource].push(i);
      }
      generation.addPaths(rows);
    }
  }

  private solveTarget(generation: ColumnGeneration, target: Target, stop: () => boolean): void {
    const { problem, run } = this;
    if (target.isClosed) return;
    const point = generation.solve(target.movableChanges, stop);
    run.report({ kind: 'progress', phase: 'linear program' });
    if (point === null) return;
    if (target.isClosed || stop()) return;
    const { prices, changePrice } = generation;
    this.diveByPrices(target, prices, changePrice, 0.03, stop);
    if (target.isClosed || stop()) return;
    this.offerPositions(target, dive(problem, generation, point, { share: 0.05, noise: 0, random: run.random, stop }));
    if (!target.isClosed && !stop()) this.solveExactly(generation, target, 0, stop);
  }

  /** Refines the targets that are still open by exact programs of growing width and by randomized dives. */
  private refine(generation: ColumnGeneration): void {
    const { problem, run } = this;
    const { relaxation } = problem;
    for (let round = 1; !this.isDone(); round++) {
      const open = this.distinct.filter((target) => !target.isClosed);
      for (const target of open) {
        if (this.isDone()) return;
        const stop = this.budget.share(open.length);
        const point = generation.solve(target.movableChanges, stop);
        if (point !== null && !target.isClosed && !stop()) {
          const { prices, changePrice } = generation;
          if (round % 2 === 0) this.diveByPrices(target, prices, changePrice, 0.01, stop);
          const share = 0.02 + 0.08 * run.random.next();
          this.offerPositions(
            target,
            dive(problem, generation, point, { share, noise: NOISE, random: run.random, stop }),
          );
        }
        if (!target.isClosed && !stop()) this.solveExactly(generation, target, round, stop);
        if (!relaxation.exact && !target.isClosed) this.improveByMoves(target, stop);
        this.reportNews();
      }
      this.budget.step(1);
      run.report({ kind: 'progress', phase: `exact programs, round ${round}` });
    }
  }

  /** Solves an exact program, in turns on every place that the prices leave open and on the known columns. */
  private solveExactly(generation: ColumnGeneration, target: Target, round: number, stop: () => boolean): void {
    const { relaxation } = this.problem;
    const { priceUnit, grain, constant } = relaxation;
    const gap = (target.best.cost - constant) / 100 - generation.bound;
    const reach = this.reaches.get(target) ?? FIRST_REACH;
    const isOpen = round % 2 === 0;
    const isReproducible = this.run.parameters.stepLimit !== null;
    const limits: ProgramLimits = {
      limit: target.movableChanges,
      width: Math.min(reach * priceUnit, gap) + 1e-6,
      mostColumns: isOpen ? MOST_PLACES : MOST_COLUMNS,
      grain: grain / 100,
      nodeLimit: isReproducible ? NODES * (round + 1) : null,
      limitSeconds: isReproducible ? null : FIRST_TRY_SECONDS * 2 ** Math.min(round, 6),
      stop,
      onPlan: (positions) => this.offerPositions(target, positions),
    };
    if (isOpen) {
      const bound = solveOpen(this.highs, this.problem, { ...limits, good: generation.good });
      this.reaches.set(target, reach * (bound === null ? 0.5 : 2));
      if (bound !== null) this.raiseWithin(target, bound);
    } else solvePool(this.highs, this.problem, generation, limits);
    this.budget.step(100);
  }

  /** Improves the target's plan by local search on the exact cost, which includes the terms that the model leaves out. */
  private improveByMoves(target: Target, stop: () => boolean): void {
    const { instance } = this.problem;
    const maxReassignments = target.limit === null ? -1 : target.allowed;
    const plan = new Plan({ ...instance, maxReassignments }, target.best.placement);
    const most = Math.min(MOST_MOVES, MOVES_A_PART * instance.partCount);
    searchBriefly(most, plan, createMoves(plan), annealing(temperatures(instance)), {
      ...this.run,
      stop,
      step: (n) => this.budget.step(Math.ceil(n)),
      report: () => {},
    });
    this.offer(plan);
  }

  private reportNews(): void {
    if (this.isNews) this.onTarget();
    this.isNews = false;
  }

  private isDone(): boolean {
    return this.run.stop() || this.targets.every((target) => target.isClosed);
  }

  private offerPositions(target: Target, positions: Int32Array): void {
    this.offer(planOf(this.problem, positions, target.allowed, this.run.stop));
  }

  /** Offers a plan to every target that allows it. */
  private offer(plan: Plan): void {
    const changes = plan.reassignments();
    const takers = this.targets.filter(({ allowed, best }) => changes <= allowed && plan.cost < best.cost);
    if (takers.length === 0) return;
    this.isNews = true;
    const solution = plan.snapshot();
    for (const target of takers) target.offer(solution, changes);
    if (takers.includes(this.main)) this.run.report({ kind: 'incumbent', solution });
  }

  /** Raises the bound of every target that allows no more changes than this one, because the bound holds for them too. */
  private raiseWithin({ allowed }: Target, bound: number): void {
    for (const target of this.targets) if (target.allowed <= allowed) this.raiseTarget(target, bound, 0);
  }

  private raise(lagrangian: number, changePrice: number): void {
    for (const target of this.targets) this.raiseTarget(target, lagrangian, changePrice);
  }

  private raiseTarget(target: Target, lagrangian: number, changePrice: number): void {
    if (!target.raise(lagrangian, changePrice)) return;
    this.isNews = true;
    // When there is a frontier, the run must not end at its own gap, so its bound is reported only at the end.
    if (target !== this.main || this.targets.length > 1) return;
    this.run.report({ kind: 'bound', bound: Math.min(target.bound, target.best.cost) });
  }
}
