import { performance } from 'node:perf_hooks';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { createRandom } from '../../engine/random.ts';
import { Blackboard } from '../exchange/exchange.ts';
import type { FrontierPoint, Run, RunEvent, SolveResult } from '../solver.ts';
import { any, cancelled, type Criterion, gapReached, stepLimit, timeLimit } from './criteria.ts';
import { PortElsewhere } from './elsewhere.ts';
import { judge } from './judge.ts';
import type { CheckedPoint, Job, Plan, RunMessage } from './protocol.ts';

/** Least interval between messages of one kind. The first plans, what halves the gap, and everything at the end are posted at once. */
const REPORT_SECONDS = 0.2;
/** Checking a plan may take this share of the time; of 200,000 operations, it takes longer than finding the next one. */
const CHECK_SHARE = 0.05;
/** Number of first plans that are posted at once. */
const PROMPT_PLANS = 4;

/** State of a run on one thread: the clock, the criteria, and what has been reported. Only this class reads the clock. */
export class Session {
  private readonly startedMs = performance.now();
  private readonly instance: Instance;
  private readonly post: (message: RunMessage) => void;
  private readonly criterion: Criterion;
  private readonly blackboard: Blackboard | null;
  private readonly isFurther: boolean;
  private steps = 0;
  private best: Solution;
  /** Where the other threads' plans and bounds are; null where each thread is to know them only by itself. */
  private readonly others: Blackboard | null;
  /** The cost of the best plan and the best bound that any thread of the run has published, as of these versions. */
  private sharedCost = Number.POSITIVE_INFINITY;
  private sharedBound = Number.NEGATIVE_INFINITY;
  private planVersion = 0;
  private boundVersion = 0;
  private bound: number | null = null;
  private sentPlans = 0;
  private sentCost = Number.POSITIVE_INFINITY;
  private sentBound = Number.NEGATIVE_INFINITY;
  private lastPlanSeconds = Number.NEGATIVE_INFINITY;
  private checkSeconds = 0;
  private lastBoundSeconds = Number.NEGATIVE_INFINITY;
  private lastProgressSeconds = Number.NEGATIVE_INFINITY;
  readonly run: Run;

  constructor(job: Job, initial: Solution, post: (message: RunMessage) => void) {
    const { instance, parameters } = job;
    this.instance = instance;
    this.post = post;
    this.best = initial;
    this.blackboard = job.exchange === null ? null : new Blackboard(job.exchange, instance);
    // Under a step limit, every thread finds the same, and what one of them knows a little sooner must not end the others' work on it.
    this.others = parameters.stepLimit === null ? this.blackboard : null;
    this.isFurther = job.exchange !== null && job.exchange.role > 0;
    // The first thread posts the initial plan.
    if (this.isFurther) this.sentCost = initial.cost;
    const criteria = [cancelled(job.flag), timeLimit(parameters.timeLimitSeconds), gapReached(parameters.gap)];
    if (parameters.stepLimit !== null) criteria.push(stepLimit(parameters.stepLimit));
    const blackboard = this.blackboard;
    if (blackboard !== null && this.isFurther) criteria.push(() => blackboard.leaderDone);
    this.criterion = any(...criteria);
    this.run = {
      random: createRandom(parameters.seed + 7919 * (job.exchange?.role ?? 0)),
      initial,
      parameters,
      kept: job.kept,
      exchange: job.exchange && { ...job.exchange, elsewhere: job.helpers && new PortElsewhere(job.helpers) },
      stop: () => this.stop(),
      step: (n) => {
        this.steps += n;
      },
      elapsedSeconds: () => this.seconds(),
      report: (event) => this.report(event),
    };
  }

  /** The iterations that are whole: as many as the step limit allows only when that has been reached. */
  private get iterations(): number {
    // Under a step limit, every thread counts those of all, and the first one says how many there were.
    const isCounted = !this.isFurther || this.run.parameters.stepLimit === null;
    return isCounted ? Math.floor(this.steps) : 0;
  }

  seconds(): number {
    return (performance.now() - this.startedMs) / 1000;
  }

  private stop(): boolean {
    const seconds = this.seconds();
    this.sendPlan(seconds);
    this.sendBound(seconds);
    this.lookAtOthers();
    const cost = Math.min(this.best.cost, this.sharedCost);
    const bound = Math.max(this.bound ?? Number.NEGATIVE_INFINITY, this.sharedBound);
    return this.criterion({ seconds, steps: this.steps, cost, bound: Number.isFinite(bound) ? bound : null });
  }

  /** A thread may not take over another thread's plan or bound for seconds. */
  private lookAtOthers(): void {
    const { others } = this;
    if (others === null) return;
    if (others.planVersion !== this.planVersion) {
      this.planVersion = others.planVersion;
      this.sharedCost = others.planCost;
    }
    if (others.boundVersion !== this.boundVersion) {
      this.boundVersion = others.boundVersion;
      this.sharedBound = others.sharedBound;
    }
  }

  private report(event: RunEvent): void {
    const seconds = this.seconds();
    switch (event.kind) {
      case 'incumbent':
        if (event.solution.cost < this.best.cost || this.sentCost === Number.POSITIVE_INFINITY)
          this.best = event.solution;
        this.sendPlan(seconds);
        break;
      case 'bound':
        if (this.bound === null || event.bound > this.bound) this.bound = event.bound;
        this.sendBound(seconds);
        break;
      case 'prices':
        // The next search needs those of one thread.
        if (!this.isFurther) this.post({ kind: 'prices', seconds, prices: event.prices });
        break;
      case 'frontier':
        this.post({ kind: 'frontier', seconds, points: event.points.map((point) => this.checkedPoint(point)) });
        break;
      case 'progress':
        if (seconds - this.lastProgressSeconds < REPORT_SECONDS) return;
        this.lastProgressSeconds = seconds;
        this.post({ kind: 'progress', seconds, iterations: this.iterations, phase: event.phase });
        break;
    }
  }

  /** Whether plan and bound are half as far apart as those that were posted, or nearer. */
  private halvesGap(): boolean {
    return this.bound !== null && 2 * (this.best.cost - this.bound) <= this.sentCost - this.sentBound;
  }

  private sendPlan(seconds: number): void {
    if (this.best.cost >= this.sentCost) return;
    const pause = Math.max(this.halvesGap() ? 0 : REPORT_SECONDS, this.checkSeconds / CHECK_SHARE);
    if (this.sentPlans >= PROMPT_PLANS && seconds - this.lastPlanSeconds < pause) return;
    this.sentPlans++;
    this.lastPlanSeconds = seconds;
    this.sentCost = this.best.cost;
    const plan = this.checked(this.best);
    this.checkSeconds = this.seconds() - seconds;
    this.post({ kind: 'incumbent', seconds, plan });
  }

  private sendBound(seconds: number): void {
    if (this.bound === null || this.bound <= this.sentBound) return;
    if (seconds - this.lastBoundSeconds < REPORT_SECONDS && !this.halvesGap()) return;
    this.lastBoundSeconds = seconds;
    this.sentBound = this.bound;
    this.post({ kind: 'bound', seconds, bound: this.bound });
  }

  /** Checks the solver's result, posts everything held back, then `done`. */
  finish({ solution, bound }: SolveResult): void {
    const seconds = this.seconds();
    const plan = this.checked(solution);
    this.post({
      kind: 'done',
      seconds,
      plan,
      bound,
      iterations: this.iterations,
      status: bound !== null && bound >= plan.cost ? 'optimal' : 'feasible',
    });
    if (!this.isFurther) this.blackboard?.endLeader();
  }

  private checkedPoint({ limit, allowed, solution, reassigned, bound }: FrontierPoint): CheckedPoint {
    const maxReassignments = allowed === Number.POSITIVE_INFINITY ? -1 : allowed;
    const { levels } = judge({ ...this.instance, maxReassignments }, solution.placement, solution.cost);
    return { limit, reassigned, bound, levels };
  }

  private checked(solution: Solution): Plan {
    const placement = Int32Array.from(solution.placement);
    return { placement, ...judge(this.instance, placement, solution.cost) };
  }
}
