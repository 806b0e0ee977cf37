import { fromJson, toJsonObject } from '../storedAs.ts';
import { toBound, toGap, toSeconds } from '../../engine/objective/wireNumbers.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type Solution, toScore } from '../../engine/objective/score.ts';
import type { Ports, SolveEvent, SolveOutcome } from '../ports.ts';
import type { JsonObject } from '../types.ts';
import {
  type Carried,
  carriedOf,
  countsOf,
  higherBound,
  type PlanCounts,
  type RunProgress,
  storedIncumbent,
} from './incumbent.ts';

/** Minimum milliseconds between two updates of the progress in the task's row, which also signal its followers. */
const PROGRESS_MS = 250;
/** Minimum milliseconds between two writes of the incumbent, from which another worker continues if this one dies. */
const INCUMBENT_MS = 2000;

/** Writes a run's events to its row, throttled. */
export class ProgressWriter {
  private readonly deps: Pick<Ports, 'runs' | 'clock'>;
  private readonly run: Run;
  private readonly instance: Instance;
  private readonly snapshotChange: number;
  private readonly onFenced: () => void;
  /** What earlier workers of the run achieved. */
  private readonly carried: Carried;
  private yields: number;
  private counted: { readonly solution: Solution; readonly counts: PlanCounts } | null = null;
  private best: Solution | null = null;
  private bound: number | null = null;
  private iterations = 0;
  private phase: string | null = null;
  private seconds = 0;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private progressAt = 0;
  private incumbentAt = 0;
  private keptIncumbent: Solution | null = null;
  private hasMore = false;

  /** `snapshotChange`: the change that `instance` shows. */
  constructor(
    deps: Pick<Ports, 'runs' | 'clock'>,
    run: Run,
    instance: Instance,
    snapshotChange: number,
    onFenced: () => void,
  ) {
    this.deps = deps;
    this.run = run;
    this.instance = instance;
    this.snapshotChange = snapshotChange;
    this.onFenced = onFenced;
    this.carried = carriedOf(run);
    this.yields = this.carried.yields;
    this.bound = this.carried.bound;
  }

  readonly note = (event: SolveEvent): void => {
    this.seconds = event.seconds;
    if (event.kind === 'incumbent') this.best = event.solution;
    if (event.kind === 'progress') {
      this.iterations = event.iterations;
      this.phase = event.phase;
    } else this.bound = higherBound(this.bound, event.bound);
    if (this.timer !== null) return;
    const wait = Math.max(0, this.progressAt + PROGRESS_MS - this.deps.clock());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.writing = this.writing.then(() => this.write());
    }, wait);
  };

  /** Takes over the final figures if the last event had older ones. */
  settle({ iterations, seconds }: Pick<SolveOutcome, 'iterations' | 'seconds'>): void {
    if (iterations === this.iterations && seconds === this.seconds) return;
    this.iterations = iterations;
    this.seconds = seconds;
    this.hasMore = true;
  }

  /** Writes the rest and stops. For an interrupted run, also writes the best plan, from which another worker continues. */
  async end({
    isInterrupted,
    givesWay,
  }: {
    readonly isInterrupted: boolean;
    readonly givesWay: boolean;
  }): Promise<void> {
    const isPending = this.timer !== null || this.hasMore;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (isInterrupted) this.incumbentAt = 0;
    if (givesWay) this.yields++;
    if (isPending || isInterrupted) this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  private async write(): Promise<void> {
    const now = this.deps.clock();
    this.progressAt = now;
    const isDue = this.best !== this.keptIncumbent && now - this.incumbentAt >= INCUMBENT_MS;
    const keeps = isDue ? this.best : null;
    if (keeps !== null) {
      this.keptIncumbent = keeps;
      this.incumbentAt = now;
    }
    const guard = { from: ['RUNNING'] as const, attempt: this.run.attempt };
    try {
      // The bound holds for this snapshot only, so that whoever continues the run has to know which one it is.
      const change = { progress: this.progress(), snapshotChange: this.snapshotChange };
      let updated = await this.deps.runs.update(this.run.id, guard, change);
      // The score is written first, because followers wait for it; the plan itself takes longer.
      if (keeps !== null && updated !== undefined) {
        const incumbent = await storedIncumbent(this.instance, keeps);
        updated = await this.deps.runs.update(this.run.id, guard, { incumbent });
      }
      if (updated === undefined) this.onFenced();
    } catch {
      // A failed progress write is harmless; the heartbeat decides whether the run continues.
    }
  }

  private progress(): JsonObject {
    const { best, bound, carried, yields } = this;
    const before = fromJson<RunProgress | null>(this.run.progress);
    const score = best === null ? (before?.score ?? null) : toScore(best.levels);
    const gap = best === null ? (before?.gap ?? null) : toGap(best.cost, bound);
    const progress: RunProgress = {
      elapsedSeconds: toSeconds(carried.seconds + this.seconds),
      iterations: carried.iterations + this.iterations,
      score,
      counts: best === null ? (before?.counts ?? null) : this.counts(best),
      bound: toBound(bound),
      gap,
      phase: this.phase,
      ...(yields === 0 ? {} : { yields }),
    };
    return toJsonObject(progress);
  }

  private counts(best: Solution): PlanCounts {
    if (this.counted?.solution !== best) this.counted = { solution: best, counts: countsOf(this.instance, best) };
    return this.counted.counts;
  }
}
