import type { PlanningState } from '../../db/store/planningState.ts';
import type { Run } from '../../db/store/runs.ts';
import { feasiblePlacementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { RunParameters } from '../../engine/instance/planningDocument.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { findArc } from '../../engine/objective/terms/arc.ts';
import { StoreError } from '../../db/store/storeError.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import type { Json } from '../types.ts';
import { beforeOf, type FoundPlan, toPlanned } from './foundPlan.ts';
import { type Finish, Fenced, finishRun } from './finishRun.ts';
import { compileRun } from './parameters.ts';
import { ProgressWriter, type StoredIncumbent } from './progressWriter.ts';
import { recheck } from './recheck.ts';
import { EXTERNAL } from './runAccess.ts';

const HEARTBEAT_MS = 1000;
/** Without a heartbeat for this long a worker is taken for dead. */
export const STALE_MS = 5000;
/** A task that was lost this often takes its workers with it. */
const MOST_ATTEMPTS = 20;
/** Where more than this share of the moves is lost to what changed meanwhile, the rest is solved again, briefly. */
const LOST_SHARE = 0.01;
const SECOND_TRY_SECONDS = 1;

export interface Execution {
  /** Names this worker. */
  readonly worker: string;
  /** Aborted when this process must end: the task stays, and another worker goes on from its incumbent. */
  readonly shutdown?: AbortSignal;
}

/**
 * What a worker does with a job: takes the task, solves its snapshot, and ends it. Answers the task as it ended, or null when there was
 * nothing (more) to do here: taken by another, deleted, or given up for shutdown.
 */
export const executeRun = async (deps: Ports, id: string, { worker, shutdown }: Execution): Promise<Run | null> => {
  if ((await deps.runs.get(id))?.solver === EXTERNAL) return null;
  const run = await deps.runs.claim(id, worker, STALE_MS);
  if (run === undefined) return null;
  if (run.attempt > MOST_ATTEMPTS) return giveUp(deps, run);
  const watch = new Watch(deps, run, shutdown);
  try {
    return await solveAndFinish(deps, run, watch);
  } catch (error) {
    if (error instanceof Fenced || watch.isGivenUp) return null;
    return await fail(deps, run, error);
  } finally {
    watch.end();
    if (watch.isGivenUp) await deps.runs.release(run.id, run.attempt).catch(() => {});
  }
};

const giveUp = async (deps: Ports, run: Run): Promise<Run | null> => {
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  const error = `The task was begun ${MOST_ATTEMPTS} times, and no worker lived to end it.`;
  return (await deps.runs.transition(run.id, guard, 'FAILED', { error, finishedAt: deps.clock() })) ?? null;
};

const solveAndFinish = async (deps: Ports, run: Run, watch: Watch): Promise<Run | null> => {
  const { planning, workspace } = run;
  const snapshot = run.snapshotChange ?? (await deps.store.head(planning));
  const state = await deps.store.state({ planning, workspace, change: snapshot });
  const instance = compileRun(state, run);
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  const begun = await deps.runs.update(run.id, guard, {
    snapshotChange: snapshot,
    before: beforeOf(instance) as unknown as Json,
  });
  if (begun === undefined) throw new Fenced('The task went to another worker.');
  const progress = new ProgressWriter(deps, run, instance, watch.fence);
  let outcome: SolveOutcome;
  try {
    outcome = await deps.solve({
      instance,
      solver: run.solver,
      parameters: solverParameters(run),
      ...initialOf(instance, run),
      signal: watch.signal,
      onEvent: progress.note,
    });
    progress.settle(outcome);
  } finally {
    await progress.end({ isInterrupted: watch.isGivenUp });
  }
  if (watch.isGivenUp) return null;
  const found: FoundPlan = {
    state,
    instance,
    placement: outcome.solution.placement,
    levels: outcome.solution.levels,
    bound: outcome.bound,
    frontier: outcome.frontier ?? null,
  };
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

/** The incumbent that an earlier worker left, where it still fits. */
const initialOf = (instance: Instance, { incumbent }: Run): { readonly initial?: Placement } => {
  if (incumbent === null) return {};
  const { names, operation, partIndex, partCount, pinned } = instance;
  const places = new Map((incumbent as unknown as StoredIncumbent).map(([id, part, to]) => [`${id} ${part}`, to]));
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  const initial = feasiblePlacementOf(instance);
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] !== -2) continue;
    const place = places.get(`${names.operations[operation[part]]} ${partIndex[part]}`);
    const resource = place === undefined ? -1 : (indexOf.get(place) ?? -1);
    initial[part] = resource >= 0 && findArc(instance, part, resource) >= 0 ? resource : -1;
  }
  return { initial };
};

const solverParameters = ({ parameters }: Run) => {
  const {
    timeLimitSeconds = 30,
    gap = 0.001,
    seed = 1,
    stepLimit = null,
    frontier = null,
  } = parameters as RunParameters;
  return { timeLimitSeconds, gap, seed, stepLimit, frontier };
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
  const planned = toPlanned(found);
  const { skipped, placement } = recheck(state, compileRun(state, run), planned);
  if (skipped.length <= LOST_SHARE * planned.moves.size) return [found, finish];
  const reassigned = reassignedSince(found.state, state);
  const instance = compileRun(state, run, reassigned);
  const initial = placement.map((to, part) =>
    to >= 0 && instance.pinned[part] === -2 && findArc(instance, part, to) < 0 ? -1 : to,
  );
  const { solution } = await deps.solve({
    instance,
    solver: run.solver,
    parameters: { ...solverParameters(run), timeLimitSeconds: SECOND_TRY_SECONDS, frontier: null },
    initial,
    signal: watch.signal,
  });
  return [
    { state, instance, ...solution, bound: null, frontier: found.frontier ?? null },
    { ...finish, skipped },
  ];
};

const reassignedSince = (then: PlanningState, now: PlanningState): string[] =>
  [...now.all('operation')]
    .map(({ id }) => id)
    .filter((id) => now.assignmentOf(id)?.versionId !== then.assignmentOf(id)?.versionId);

const fail = async (deps: Ports, run: Run, error: unknown): Promise<Run | null> => {
  if (error instanceof StoreError && error.code === 'planning_not_found') return null;
  // Another attempt goes on when the database is back: nobody holds the task any more.
  if (isDatabaseAway(error)) return null;
  const isOurs = error instanceof ScheduleError || (error instanceof Error && 'code' in error);
  const detail = isOurs ? (error as Error).message : 'The solver failed unexpectedly.';
  const guard = { from: ['RUNNING'] as const, attempt: run.attempt };
  const failed = await deps.runs.transition(run.id, guard, 'FAILED', { error: detail, finishedAt: deps.clock() });
  if (!isOurs) throw error;
  return failed ?? null;
};

/** SQLSTATE classes of lost connections and servers that stop or start, and what sockets and postgres.js say. */
const AWAY = /^(?:08\w{3}|57P0[1-5]|53300|CONNECT\w+|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND)$/;

const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return AWAY.test(String((error as NodeJS.ErrnoException).code)) || isDatabaseAway(error.cause);
};

/** Keeps the task's heartbeat, and ends the solver on cancel, loss of the task, or shutdown. */
class Watch {
  private readonly controller = new AbortController();
  private readonly deps: Ports;
  private readonly run: Run;
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private fenced = false;
  private readonly shutdown: AbortSignal | undefined;

  constructor(deps: Ports, run: Run, shutdown: AbortSignal | undefined) {
    this.deps = deps;
    this.run = run;
    this.shutdown = shutdown;
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS);
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
    return this.fenced || this.shutdown?.aborted === true;
  }

  readonly fence = (): void => {
    this.fenced = true;
    this.stop();
  };

  end(): void {
    clearInterval(this.timer);
    this.stopListening();
    this.shutdown?.removeEventListener('abort', this.stop);
  }

  private readonly stop = (): void => this.controller.abort();

  private async beat(): Promise<void> {
    try {
      if (await this.deps.runs.heartbeat(this.run.id, this.run.attempt)) await this.look();
      else this.fence();
    } catch {
      // The database is away; whether the task is still ours shows when it is back.
    }
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
