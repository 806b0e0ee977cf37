import { codeOf, messageOf } from '../../engine/messageOf.ts';
import { fromJson, toJson } from '../storedAs.ts';
import { setImmediate } from 'node:timers/promises';
import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { RunParameters } from '../../engine/instance/planningDocument.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { isCanceled, isFull, isUnavailable } from '../../db/versions/databaseFault.ts';
import { StoreError } from '../../db/storeError.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import { toScore } from '../../engine/objective/score.ts';
import { analyzedPatiently } from '../conflicts/analyzed.ts';
import { type FoundPlan, toFoundPlan } from './foundPlan.ts';
import { type Finish, Fenced, finishRun } from './finishRun.ts';
import type { Instances } from '../instances/instances.ts';
import { kept, recalled } from './keptSearches.ts';
import { compiledRun, instanceOfRun } from './parameters.ts';
import { recheck } from '../plans/recheck.ts';
import { carriedOf, higherBound, incumbentOf } from './incumbent.ts';
import { PieceOffers } from './pieceOffers.ts';
import { ProgressWriter } from './progressWriter.ts';
import { slicedly } from '../turns.ts';

const HEARTBEAT_MS = 1000;
/** A timer may fire slightly before the clock reaches the time. */
const CLOCKS_APART_MS = 2;
/** A worker without a heartbeat for this long is considered dead. */
export const STALE_MS = 5000;
/** Maximum number of attempts. A task that was lost this often probably crashes its workers. */
const MOST_ATTEMPTS = 20;
/** Number of attempts after which a statement that the database ended because it took too long fails the task: it would take too long again. */
const MOST_TOO_LONG = 3;
/** What to do about a failed run, by the code of its error. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['out_of_memory', ' Raise SOLVER_HEAP_MEGABYTES on the workers, or optimize a shorter time or a smaller planning.'],
]);
/** If more than this share of the moves is skipped because of concurrent changes, the rest is solved again for SECOND_TRY_SECONDS. */
const LOST_SHARE = 0.01;
const SECOND_TRY_SECONDS = 1;
/** Minimum time for a task that was interrupted with no time left, so that it still reports its best plan. */
const LEAST_SECONDS = 0.05;

export interface Execution {
  /** Id of this worker. */
  readonly worker: string;
  /** Aborted when this process shuts down. The task is kept, and another worker continues from its incumbent. */
  readonly shutdown?: AbortSignal;
  /** If absent, the task keeps its worker until it ends. */
  readonly slice?: Slice;
  /** Cache of compiled instances. */
  readonly instances?: Instances;
  /** Called with unexpected errors; the task itself shows only a short message. */
  readonly onFault?: (error: unknown) => void;
}

/** While other organizations wait, a task runs for this long; then its job goes back into the queue, and a worker continues it later. */
export interface Slice {
  readonly milliseconds: number;
  /** Whether another organization has waiting jobs. */
  readonly othersWait: (organization: string) => Promise<boolean>;
  /** Called when the task has been enqueued again; another worker may take it. */
  readonly onGivenBack: () => void;
}

/**
 * Executes a job: claims the task, solves its snapshot, and ends it. Returns the ended task, or null if there is nothing (more) to do here because
 * another worker has claimed it, it was deleted, or this process shuts down.
 */
export const executeRun = async (
  deps: Ports,
  id: string,
  { worker, shutdown, slice, instances, onFault = () => {} }: Execution,
): Promise<Run | null> => {
  const run = await deps.runs.claim(id, worker, STALE_MS);
  if (run === undefined) return null;
  if (attemptsOf(run) > MOST_ATTEMPTS) return giveUp(deps, run);
  const watch = new Watch(deps, run, shutdown, slice);
  try {
    return await solveAndFinish(deps, run, watch, instances);
  } catch (error) {
    if (error instanceof Fenced || watch.isGivenUp) return null;
    return await fail(deps, run, error, onFault);
  } finally {
    watch.end();
    if (watch.isGivenUp) await releaseTask(deps, run, watch, slice).catch(() => {});
  }
};

/** How often the task was claimed, not counting the times when it paused. */
const attemptsOf = (run: Run): number => run.attempt - carriedOf(run).yields;

/** Releases the task, so that it can be claimed again: at once, or when its turn comes in the queue. */
const releaseTask = async (deps: Ports, run: Run, watch: Watch, slice: Slice | undefined): Promise<void> => {
  if (!watch.givesWay) return deps.runs.release(run.id, run.attempt);
  const { organization } = run.planning;
  await deps.transaction(async (sql) => {
    // The task was already admitted, so a full queue must not refuse it.
    await deps.jobs.enqueue(sql, { run: run.id, organization });
    await deps.runs.release(run.id, run.attempt, sql);
  });
  slice?.onGivenBack();
};

const giveUp = async (deps: Ports, run: Run): Promise<Run | null> => {
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  const error = `The task was started ${MOST_ATTEMPTS} times, and each time its worker died.`;
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
  const outcome = await solve(deps, run, instance, snapshot, watch);
  // The worker that continues the run needs them, too.
  if (!watch.isFenced) await kept(deps, instance, run, outcome);
  if (watch.isGivenUp) return null;
  const found = await toFoundPlan(deps, {
    state,
    instance,
    placement: outcome.solution.placement,
    levels: outcome.solution.levels,
    bound: higherBound(outcome.bound, carriedOf(run).bound),
    frontier: outcome.frontier ?? null,
  });
  return finish(deps, run, found, watch);
};

/** Solves the instance, and writes the task's score before, its progress and its best plan meanwhile. */
const solve = async (
  deps: Ports,
  run: Run,
  instance: Instance,
  snapshot: number,
  watch: Watch,
): Promise<SolveOutcome> => {
  const { planning } = run;
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  // The search does not depend on this, so it is sent to its threads first.
  const begin = async (): Promise<void> => {
    await setImmediate();
    const levels = await analyzedPatiently(deps, planning.organization, instance, { of: 'score' });
    const before = toJson({ score: toScore(levels) });
    if ((await deps.runs.update(run.id, guard, { snapshotChange: snapshot, before })) === undefined) watch.fence();
  };
  const [initial, earlier] = await Promise.all([incumbentOf(deps, instance, run), recalled(deps, instance, run)]);
  const progress = new ProgressWriter(deps, run, instance, snapshot, watch.fence);
  const offers = deps.pieces === null ? null : new PieceOffers(deps.pieces, run, run.worker ?? '');
  try {
    const solving = deps.solve({
      instance,
      solver: run.solver,
      parameters: solverParameters(run),
      ...(initial === null ? {} : { initial }),
      kept: earlier,
      signal: watch.signal,
      onEvent: progress.note,
      ...(offers === null ? {} : { helpers: offers }),
    });
    const begun = begin();
    begun.catch(() => {});
    const outcome = await solving;
    progress.settle(outcome);
    await begun;
    return outcome;
  } finally {
    await offers?.end();
    await progress.end({ isInterrupted: watch.isGivenUp, givesWay: watch.givesWay });
  }
};

/** Ends the task with the plan, and writes it unless the task was canceled or is a dry run. Null when the task was deleted. */
const finish = async (deps: Ports, run: Run, found: FoundPlan, watch: Watch): Promise<Run | null> => {
  const latest = await deps.runs.get(run.id);
  if (latest === undefined) return null;
  const isCancelled = latest.cancelRequestedAt !== null;
  const how: Finish = {
    status: isCancelled ? 'CANCELLED' : 'SUCCEEDED',
    apply: !isCancelled || latest.cancelApply,
  };
  if (run.dryRun || !how.apply) return finishRun(deps, run, found, how);
  return finishRun(deps, run, ...(await secondTry(deps, run, found, how, watch)));
};

/** The run's limits minus what earlier attempts used. */
const solverParameters = (run: Run) => {
  const { seconds, iterations } = carriedOf(run);
  const {
    timeLimitSeconds = 30,
    gap = 0.001,
    seed = 1,
    stepLimit = null,
    frontier = null,
  } = fromJson<RunParameters>(run.parameters);
  return {
    timeLimitSeconds: Math.max(LEAST_SECONDS, timeLimitSeconds - seconds),
    gap,
    seed,
    stepLimit: stepLimit === null ? null : Math.max(1, stepLimit - iterations),
    frontier,
  };
};

/**
 * If too many moves can no longer be made, solves once more, starting from the remaining plan. Operations that users reassigned meanwhile are frozen.
 */
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
  const tookTooLong = isCanceled(error) && attemptsOf(run) >= MOST_TOO_LONG;
  // Leave the task RUNNING without a holder: another attempt continues when the database is available again.
  if (isUnavailable(error) && !tookTooLong) {
    if (isFull(error)) await discount(deps, run);
    return null;
  }
  const code = codeOf(error);
  if (code === undefined || code === 'solver_failed' || tookTooLong) onFault(error);
  const told =
    code === undefined ? 'The solver failed unexpectedly.' : `${messageOf(error)}${REMEDIES.get(code) ?? ''}`;
  const detail = tookTooLong
    ? `The task was started ${attemptsOf(run)} times, and the database ended one of its statements because it took longer than DATABASE_STATEMENT_SECONDS.`
    : told;
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  return (await deps.runs.transition(run.id, guard, 'FAILED', { error: detail, finishedAt: deps.clock() })) ?? null;
};

/** Counts an attempt as a pause: a disk may be full for hours, and is not what the run has done. There is often room for that much. */
const discount = async (deps: Ports, { id, attempt }: Run): Promise<void> => {
  const latest = await deps.runs.get(id);
  if (latest === undefined) return;
  const progress = { ...latest.progress, yields: carriedOf(latest).yields + 1 };
  await deps.runs.update(id, { from: ['RUNNING'], attempt }, { progress }).catch(() => {});
};

/** Keeps the task's heartbeat, and stops the solver on cancellation, loss of the task, shutdown, or the end of the slice. */
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
    // Check at the end of the slice, without waiting for the next heartbeat.
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

  /** Whether another worker has the task now. */
  get isFenced(): boolean {
    return this.fenced;
  }

  /** Whether another worker has the task now, this process shuts down, or the slice ended. */
  get isGivenUp(): boolean {
    return this.fenced || this.shutdown?.aborted === true || this.hasYielded;
  }

  /** Whether the slice is over while others wait, and nothing else stopped the task here. */
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
      // The database is unavailable; a later heartbeat shows whether this worker still holds the task.
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
      // See `beat`.
    }
  }
}
