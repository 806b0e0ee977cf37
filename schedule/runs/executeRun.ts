import { toJson } from '../storedAs.ts';
import { setImmediate } from 'node:timers/promises';
import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { RunParameters } from '../../engine/instance/planningDocument.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { isUnavailable } from '../../db/versions/databaseFault.ts';
import { StoreError } from '../../db/storeError.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import { toScore } from '../../engine/objective/score.ts';
import { analyzedPatiently } from '../conflicts/analyzed.ts';
import { type FoundPlan, toFoundPlan } from './foundPlan.ts';
import { type Finish, Fenced, finishRun } from './finishRun.ts';
import type { Instances } from '../instances/instances.ts';
import { compiledRun, instanceOfRun } from './parameters.ts';
import { recheck } from '../plans/recheck.ts';
import { carriedOf, higherBound, incumbentOf } from './incumbent.ts';
import { ProgressWriter } from './progressWriter.ts';
import { slicedly } from '../turns.ts';

const HEARTBEAT_MS = 1000;
/** A timer may be over a moment before the clock says so. */
const CLOCKS_APART_MS = 2;
/** Without a heartbeat for this long a worker is taken for dead. */
export const STALE_MS = 5000;
/** A task that was lost this often takes its workers with it. */
const MOST_ATTEMPTS = 20;
/** Where more than this share of the moves is lost to what changed meanwhile, the rest is solved again, briefly. */
const LOST_SHARE = 0.01;
const SECOND_TRY_SECONDS = 1;
/** A task that has used its time up where it was interrupted still says what it has. */
const LEAST_SECONDS = 0.05;

export interface Execution {
  /** Names this worker. */
  readonly worker: string;
  /** Aborted when this process must end: the task stays, and another worker goes on from its incumbent. */
  readonly shutdown?: AbortSignal;
  /** Absent: the task keeps its worker until it ends. */
  readonly slice?: Slice;
  /** What is compiled already. */
  readonly instances?: Instances;
  /** A fault of ours, of which the task only says so much as its owner needs. */
  readonly onFault?: (error: unknown) => void;
}

/** Where others wait, a task goes on for so long; then its job goes back into the queue, and it goes on later from where it is. */
export interface Slice {
  readonly milliseconds: number;
  /** Whether another organization waits. */
  readonly othersWait: (organization: string) => Promise<boolean>;
  /** The task has a new job, which may be taken elsewhere. */
  readonly onGivenBack: () => void;
}

/**
 * What a worker does with a job: takes the task, solves its snapshot, and ends it. Answers the task as it ended, or null when there was
 * nothing (more) to do here: taken by another, deleted, or given up for shutdown.
 */
export const executeRun = async (
  deps: Ports,
  id: string,
  { worker, shutdown, slice, instances, onFault = () => {} }: Execution,
): Promise<Run | null> => {
  const run = await deps.runs.claim(id, worker, STALE_MS);
  if (run === undefined) return null;
  if (run.attempt - carriedOf(run).yields > MOST_ATTEMPTS) return giveUp(deps, run);
  const watch = new Watch(deps, run, shutdown, slice);
  try {
    return await solveAndFinish(deps, run, watch, instances);
  } catch (error) {
    if (error instanceof Fenced || watch.isGivenUp) return null;
    return await fail(deps, run, error, onFault);
  } finally {
    watch.end();
    if (watch.isGivenUp) await letGo(deps, run, watch, slice).catch(() => {});
  }
};

/** The task may be claimed again: at once, or when it is its turn. */
const letGo = async (deps: Ports, run: Run, watch: Watch, slice: Slice | undefined): Promise<void> => {
  if (!watch.givesWay) return deps.runs.release(run.id, run.attempt);
  const { organization } = run.planning;
  await deps.transaction(async (sql) => {
    // It has its place already, so a full queue is no reason to refuse it.
    await deps.jobs.enqueue(sql, { run: run.id, organization });
    await deps.runs.release(run.id, run.attempt, sql);
  });
  slice?.onGivenBack();
};

const giveUp = async (deps: Ports, run: Run): Promise<Run | null> => {
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  const error = `The task was begun ${MOST_ATTEMPTS} times, and no worker lived to end it.`;
  return (await deps.runs.transition(run.id, guard, 'FAILED', { error, finishedAt: deps.clock() })) ?? null;
};

const solveAndFinish = async (
  deps: Ports,
  run: Run,
  watch: Watch,
  instances: Instances | undefined,
): Promise<Run | null> => {
  const { planning, workspace } = run;
  const snapshot = run.snapshotChange ?? (await deps.store.head(planning));
  const state = await deps.store.state({ planning, workspace, change: snapshot });
  const instance = await instanceOfRun(deps, state, run, instances);
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  // The search need not wait for this: it goes to its threads first.
  const begin = async (): Promise<void> => {
    await setImmediate();
    const levels = await analyzedPatiently(deps, planning.organization, instance, { of: 'score' });
    const before = toJson({ score: toScore(levels) });
    if ((await deps.runs.update(run.id, guard, { snapshotChange: snapshot, before })) === undefined) watch.fence();
  };
  const initial = await incumbentOf(deps, instance, run);
  const progress = new ProgressWriter(deps, run, instance, watch.fence);
  let outcome: SolveOutcome;
  try {
    const solving = deps.solve({
      instance,
      solver: run.solver,
      parameters: solverParameters(run),
      ...(initial === null ? {} : { initial }),
      signal: watch.signal,
      onEvent: progress.note,
    });
    const begun = begin();
    begun.catch(() => {});
    outcome = await solving;
    progress.settle(outcome);
    await begun;
  } finally {
    await progress.end({ isInterrupted: watch.isGivenUp, givesWay: watch.givesWay });
  }
  if (watch.isGivenUp) return null;
  const found = await toFoundPlan(deps, {
    state,
    instance,
    placement: outcome.solution.placement,
    levels: outcome.solution.levels,
    bound: higherBound(outcome.bound, carriedOf(run).bound),
    frontier: outcome.frontier ?? null,
  });
  const latest = await deps.runs.get(run.id);
  if (latest === undefined) return null;
  const isCancelled = latest.cancelRequestedAt !== null;
  const finish: Finish = {
    status: isCancelled ? 'CANCELLED' : 'SUCCEEDED',
    apply: !isCancelled || latest.cancelApply,
  };
  if (run.dryRun || !finish.apply) return finishRun(deps, run, found, finish);
  try {
    return await finishRun(deps, run, ...(await secondTry(deps, run, found, finish, watch)));
  } catch (error) {
    if (!(error instanceof ScheduleError) || error.code !== 'workspace_not_draft') throw error;
    const detail = `${error.detail} The plan is kept as the result.`;
    return finishRun(deps, run, found, { status: 'FAILED', apply: false, error: detail });
  }
};

/** What is left of the run's limits. */
const solverParameters = (run: Run) => {
  const { seconds, iterations } = carriedOf(run);
  const {
    timeLimitSeconds = 30,
    gap = 0.001,
    seed = 1,
    stepLimit = null,
    frontier = null,
  } = run.parameters as RunParameters;
  return {
    timeLimitSeconds: Math.max(LEAST_SECONDS, timeLimitSeconds - seconds),
    gap,
    seed,
    stepLimit: stepLimit === null ? null : Math.max(1, stepLimit - iterations),
    frontier,
  };
};

/** When too much of the plan no longer fits, solves once more from what is left of it. What people reassigned meanwhile stays there. */
const secondTry = async (
  deps: Ports,
  run: Run,
  found: FoundPlan,
  finish: Finish,
  watch: Watch,
): Promise<[FoundPlan, Finish]> => {
  const { planning, workspace } = run;
  const state = await deps.store.state({ planning, workspace });
  if (state.change === found.state.change) return [found, finish];
  const { planned } = found;
  const { skipped, placement } = await recheck(state, await compiledRun(deps, state, run), null, planned);
  if (skipped.length <= LOST_SHARE * planned.moves.size) return [found, finish];
  const reassigned = await reassignedSince(found.state, state);
  const instance = await compiledRun(deps, state, run, reassigned);
  const initial = placement.map((to, part) =>
    to >= 0 && instance.pinned[part] === NOT_PINNED && findArc(instance, part, to) < 0 ? -1 : to,
  );
  const { solution } = await deps.solve({
    instance,
    solver: run.solver,
    parameters: { ...solverParameters(run), timeLimitSeconds: SECOND_TRY_SECONDS, frontier: null },
    initial,
    signal: watch.signal,
  });
  const again = { state, instance, ...solution, bound: null, frontier: found.frontier ?? null };
  return [await toFoundPlan(deps, again), { ...finish, skipped }];
};

const reassignedSince = async (then: PlanningState, now: PlanningState): Promise<string[]> => {
  const reassigned: string[] = [];
  for await (const { id } of slicedly(now.all('operation')))
    if (now.assignmentOf(id)?.versionId !== then.assignmentOf(id)?.versionId) reassigned.push(id);
  return reassigned;
};

const fail = async (deps: Ports, run: Run, error: unknown, onFault: (error: unknown) => void): Promise<Run | null> => {
  if (error instanceof StoreError && error.code === 'planning_not_found') return null;
  // Another attempt goes on when the database is back, or has room again: nobody holds the task any more.
  if (isUnavailable(error)) return null;
  const code = error instanceof ScheduleError ? error.code : (error as { readonly code?: unknown } | null)?.code;
  if (code === undefined || code === 'solver_failed') onFault(error);
  const detail = code === undefined ? 'The solver failed unexpectedly.' : (error as Error).message;
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  return (await deps.runs.transition(run.id, guard, 'FAILED', { error: detail, finishedAt: deps.clock() })) ?? null;
};

/** Keeps the task's heartbeat, and ends the solver on cancel, loss of the task, or shutdown. */
class Watch {
  private readonly controller = new AbortController();
  private readonly deps: Ports;
  private readonly run: Run;
  private readonly timer: NodeJS.Timeout;
  private readonly sliceTimer: NodeJS.Timeout | undefined;
  private readonly stopListening: () => void;
  private fenced = false;
  private hasYielded = false;
  private readonly shutdown: AbortSignal | undefined;
  private readonly slice: Slice | undefined;
  private readonly sliceEndsAt: number;

  constructor(deps: Ports, run: Run, shutdown: AbortSignal | undefined, slice: Slice | undefined) {
    this.slice = slice;
    this.sliceEndsAt = deps.clock() + (slice?.milliseconds ?? Number.POSITIVE_INFINITY);
    this.deps = deps;
    this.run = run;
    this.shutdown = shutdown;
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS);
    // Who waits for the end of the slice waits for no heartbeat besides.
    if (slice !== undefined && Number.isFinite(slice.milliseconds))
      this.sliceTimer = setTimeout(() => void this.beat(), slice.milliseconds + CLOCKS_APART_MS);
    this.stopListening = deps.signals.onTask(run.id, () => void this.look());
    shutdown?.addEventListener('abort', this.stop, { once: true });
    if (shutdown?.aborted === true) this.stop();
    void this.look();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The task is somebody else's now, or this process ends. */
  get isGivenUp(): boolean {
    return this.fenced || this.shutdown?.aborted === true || this.hasYielded;
  }

  /** The slice is over and others wait; nothing else ended the task here. */
  get givesWay(): boolean {
    return this.hasYielded && !this.fenced && this.shutdown?.aborted !== true;
  }

  readonly fence = (): void => {
    this.fenced = true;
    this.stop();
  };

  end(): void {
    clearInterval(this.timer);
    clearTimeout(this.sliceTimer);
    this.stopListening();
    this.shutdown?.removeEventListener('abort', this.stop);
  }

  private readonly stop = (): void => this.controller.abort();

  private async beat(): Promise<void> {
    try {
      if (await this.deps.runs.heartbeat(this.run.id, this.run.attempt)) await this.look();
      else this.fence();
      await this.yieldToOthers();
    } catch {
      // The database is away; whether the task is still ours shows when it is back.
    }
  }

  private async yieldToOthers(): Promise<void> {
    const { slice, run } = this;
    if (slice === undefined || this.deps.clock() < this.sliceEndsAt || this.signal.aborted) return;
    if (!(await slice.othersWait(run.planning.organization)) || this.signal.aborted) return;
    this.hasYielded = true;
    this.stop();
  }

  private async look(): Promise<void> {
    try {
      const run = await this.deps.runs.get(this.run.id);
      if (run === undefined || run.attempt !== this.run.attempt) this.fence();
      else if (run.cancelRequestedAt !== null) this.stop();
    } catch {
      // As above.
    }
  }
}
