import { toBound, toGap, toSeconds } from '../../engine/objective/wireNumbers.ts';
import type { Run } from '../../db/store/runs.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type Solution, toScore } from '../../engine/objective/score.ts';
import type { Ports, SolveEvent, SolveOutcome } from '../ports.ts';
import type { Json, JsonObject } from '../types.ts';

/** Progress reaches the task's row, and by its signal the followers, at most this often. */
const PROGRESS_MS = 250;
/** The incumbent itself, for the next worker should this one die. */
const INCUMBENT_MS = 2000;

/** The incumbent as it is kept: resource by operation and part index. */
export type StoredIncumbent = readonly (readonly [string, number, string])[];

/** Tells a run's events to its row, thinned out. */
export class ProgressWriter {
  private readonly deps: Pick<Ports, 'runs' | 'clock'>;
  private readonly run: Run;
  private readonly instance: Instance;
  private readonly onFenced: () => void;
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

  constructor(deps: Pick<Ports, 'runs' | 'clock'>, run: Run, instance: Instance, onFenced: () => void) {
    this.deps = deps;
    this.run = run;
    this.instance = instance;
    this.onFenced = onFenced;
  }

  readonly note = (event: SolveEvent): void => {
    this.seconds = event.seconds;
    if (event.kind === 'incumbent') this.best = event.solution;
    if (event.kind === 'progress') {
      this.iterations = event.iterations;
      this.phase = event.phase;
    } else if (event.bound !== null) this.bound = event.bound;
    if (this.timer !== null) return;
    const wait = Math.max(0, this.progressAt + PROGRESS_MS - this.deps.clock());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.writing = this.writing.then(() => this.write());
    }, wait);
  };

  /** The whole run, where the last of its events told less. */
  settle({ iterations, seconds }: Pick<SolveOutcome, 'iterations' | 'seconds'>): void {
    if (iterations === this.iterations && seconds === this.seconds) return;
    this.iterations = iterations;
    this.seconds = seconds;
    this.hasMore = true;
  }

  /** Writes what is left and stops; of an interrupted run also the best plan, for whoever goes on with it. */
  async end({ isInterrupted = false }: { readonly isInterrupted?: boolean } = {}): Promise<void> {
    const isPending = this.timer !== null || this.hasMore;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (isInterrupted) this.incumbentAt = 0;
    if (isPending || isInterrupted) this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  private async write(): Promise<void> {
    const now = this.deps.clock();
    this.progressAt = now;
    const keeps = this.best !== this.keptIncumbent && now - this.incumbentAt >= INCUMBENT_MS;
    if (keeps) {
      this.keptIncumbent = this.best;
      this.incumbentAt = now;
    }
    const guard = { from: ['RUNNING'] as const, attempt: this.run.attempt };
    try {
      const updated = await this.deps.runs.update(this.run.id, guard, {
        progress: this.progress(),
        ...(keeps ? { incumbent: this.incumbent() } : {}),
      });
      if (updated === undefined) this.onFenced();
    } catch {
      // Progress may be lost when the database is away for a moment; the heartbeat decides whether the run goes on.
    }
  }

  private progress(): JsonObject {
    const { best, bound } = this;
    return {
      elapsedSeconds: toSeconds(this.seconds),
      iterations: this.iterations,
      score: best === null ? null : { ...toScore(best.levels) },
      bound: toBound(bound),
      gap: best === null ? null : toGap(best.cost, bound),
      phase: this.phase,
    };
  }

  private incumbent(): Json {
    if (this.best === null) return null;
    const { names, operation, partIndex, partCount } = this.instance;
    const kept: [string, number, string][] = [];
    for (let part = 0; part < partCount; part++) {
      const resource = this.best.placement[part];
      if (resource >= 0) kept.push([names.operations[operation[part]], partIndex[part], names.resources[resource]]);
    }
    return kept;
  }
}
