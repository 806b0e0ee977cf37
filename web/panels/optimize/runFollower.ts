import { createStore } from 'zustand/vanilla';
import { messageOf } from '../../../engine/messageOf.ts';
import { plural } from '../../../engine/wording.ts';
import { IN_LINES, type Line, linesOf } from '../../../client/lines.ts';
import { ServiceError, UnreachableError } from '../../../client/serviceError.ts';
import { dataOf } from '../../../client/tidegate.ts';
import type { Board } from '../../shell/board.ts';
import { onePerBoard } from '../onePerBoard.ts';
import type { Move } from '../../planning/planEdit.ts';
import type { Carried } from '../../server/endpoints.ts';
import type { Plan } from '../../shell/plan.ts';
import { eventData, planningOf, type Schemas, serviceOf } from '../service.ts';
import { FIRST_SETTINGS } from './settings.ts';

export type Run = Schemas['OptimizationTask'];
export type FrontierPoint = Schemas['FrontierPoint'];
type Parameters = Schemas['RunParameters'];
type RunLine = Line<'/v1/plannings/{id}/optimize/'>;

/** A better plan or a better bound, with the time at which it was found. */
export interface Point {
  readonly elapsedSeconds: number;
  readonly score: number;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly counts: { readonly conflicts: number; readonly unassigned: number; readonly reassigned: number } | null;
}

export interface RunState {
  /** `frontier` while it is computed what numbers of moves are worth; `ended` while the plan can be kept or discarded. */
  readonly phase: 'idle' | 'frontier' | 'running' | 'ended';
  readonly run: Run | null;
  readonly points: readonly Point[];
  /** The phase that the run reports. */
  readonly doing: string;
  /** The moves of the best plan so far. */
  readonly moves: readonly Move[];
  readonly frontier: readonly FrontierPoint[];
  readonly problem: string;
}

const FRONTIER_LIMITS = [0, 1, 2, 5, 10, 20, 50, 100, null];
const FRONTIER = 'Frontier';
const FRONTIER_SECONDS = 12;
/** With more operations than this, the exact frontier takes minutes; a short search for each number of moves is used instead. */
const MOST_EXACT = 300;
const SEARCH_SECONDS = 2;
/** The shortest interval between requests for the best plan of a running optimization. */
const PLAN_EVERY_MS = 1500;
const LOST = 'The connection was lost. The optimization continues; it is listed among the earlier ones.';
const NOTHING: RunState = {
  phase: 'idle',
  run: null,
  points: [],
  doing: '',
  moves: [],
  frontier: [],
  problem: '',
};

const isOpen = ({ finishedAt }: Run): boolean => finishedAt === null;

/** Whether a run only computes a frontier. */
export const isFrontier = ({ name, dryRun }: Run): boolean => dryRun && name === FRONTIER;

/** The name of a run, such as "Ann’s optimization". */
const runText = ({ createdByName }: Run): string =>
  createdByName == null ? 'The optimization' : `${createdByName}’s optimization`;

/** How a run has ended, after its name. */
const outcomeOf = ({ run, moves, problem }: RunState): string => {
  if (run?.status === 'FAILED') return 'failed';
  if (moves.length > 0) return `found a plan of ${plural(moves.length, 'move')}, to keep or discard`;
  return problem === '' ? 'found no better plan' : 'has ended';
};

/** Follows the optimization that the panel shows, whoever started it. It continues while other panels are shown. */
export class RunFollower {
  readonly state = createStore<RunState>(() => NOTHING);
  /** The settings of the form, which stay while other panels are shown. */
  settings = FIRST_SETTINGS;
  private readonly board: Board;
  private following = new AbortController();
  private planAt = 0;
  private planTimer: ReturnType<typeof setTimeout> | undefined;
  private layer = '';

  constructor(board: Board) {
    this.board = board;
    board.news.onMessage((message) => {
      const running = eventData(message, 'optimization.running');
      if (running !== null) this.notice(running);
      if (message.type === 'state') for (const task of message.tasks) this.notice(task);
    });
  }

  /** Shows a run that is in progress. Starts over when another planning or draft is shown. */
  async look(layer: string): Promise<void> {
    if (layer !== this.layer) {
      this.following.abort();
      this.state.setState(NOTHING);
    }
    this.layer = layer;
    const call = serviceOf(this.board).GET('/v1/plannings/{id}/optimization-task-results/', {
      params: planningOf(this.board),
    });
    for (const run of await dataOf(call).catch(() => [])) this.notice(run);
  }

  /** Computes how good plans with few moves could be, by a run that writes nothing. */
  async findFrontier(parameters: Parameters): Promise<void> {
    const { maxReassignments: _most, ...rest } = parameters;
    this.state.setState({ ...NOTHING, phase: 'frontier' });
    if (this.board.document.tables.operations.size > MOST_EXACT) return this.searchFrontier(rest);
    const run = await this.begin({
      name: FRONTIER,
      parameters: { ...rest, timeLimitSeconds: FRONTIER_SECONDS, frontier: FRONTIER_LIMITS },
    });
    if (run === null) return;
    try {
      const result = await this.result(run.id);
      this.state.setState({ ...NOTHING, frontier: result?.frontier ?? [], problem: run.error ?? '' });
    } catch (error) {
      this.state.setState({ ...NOTHING, problem: messageOf(error) });
    }
  }

  /** Approximates the frontier by a short run for each number of moves. A plan with fewer moves also counts for a higher limit. */
  private async searchFrontier(parameters: Parameters): Promise<void> {
    let found: readonly FrontierPoint[] = [];
    for (const maxReassignments of FRONTIER_LIMITS) {
      const limit = maxReassignments === null ? {} : { maxReassignments };
      const timeLimitSeconds = maxReassignments === 0 ? SEARCH_SECONDS / 4 : SEARCH_SECONDS;
      const run = await this.begin({ name: FRONTIER, parameters: { ...parameters, ...limit, timeLimitSeconds } });
      if (run === null) return;
      if (run.after === null) continue;
      const { score } = run.after;
      const { counts } = this.state.getState().points.at(-1) ?? { counts: null };
      const point = { maxReassignments, score, reassigned: counts?.reassigned ?? 0, bound: null };
      const before = found.at(-1);
      const isWorse = before !== undefined && before.score.total <= score.total;
      found = [...found, isWorse ? { ...before, maxReassignments } : point];
      this.state.setState({ frontier: found, points: [] });
    }
    this.state.setState({ ...NOTHING, frontier: found });
  }

  /** Ends the computation of a frontier; what was found so far stays. */
  async stopFrontier(): Promise<void> {
    const { run, frontier } = this.state.getState();
    this.following.abort();
    this.state.setState({ ...NOTHING, frontier });
    if (run !== null && isOpen(run)) await this.cancel(run);
  }

  /** Starts a dry run, whose plan is reviewed before anything is written. */
  async start(solver: string, parameters: Parameters): Promise<void> {
    const { frontier } = this.state.getState();
    this.state.setState({ ...NOTHING, frontier, phase: 'running' });
    const run = await this.begin({ solver, parameters });
    if (run !== null) await this.finish(run);
  }

  /** Stops the run and keeps its best plan so far for review. */
  async stop(): Promise<void> {
    const { run } = this.state.getState();
    if (run !== null) await this.cancel(run);
  }

  /** Shows a run that has ended or is still running. */
  async show(run: Run): Promise<void> {
    this.state.setState({ ...NOTHING, run, phase: isOpen(run) ? 'running' : 'ended' });
    if (!isOpen(run)) return this.end(run);
    const call = serviceOf(this.board).GET('/v1/plannings/{id}/optimization-task-results/{task_id}/stream/', {
      ...IN_LINES,
      params: { path: { ...planningOf(this.board).path, task_id: run.id } },
      signal: this.follow(),
    });
    const ended = await this.read(linesOf<'/v1/plannings/{id}/optimization-task-results/{task_id}/stream/'>(call));
    if (ended !== null) await this.finish(ended);
  }

  /** Writes the plan, or the moves that were not left out, as one changeset, which can be undone. */
  async keep(plan: Plan): Promise<void> {
    const { run, moves: all } = this.state.getState();
    if (run === null) return;
    const { path } = planningOf(this.board);
    const service = serviceOf(this.board);
    const whole = async (): Promise<Carried> => {
      const params = { path: { ...path, task_id: run.id } };
      const call = service.POST('/v1/plannings/{id}/optimization-task-results/{task_id}/apply/', { params });
      const { changeset, applied } = await dataOf(call);
      return { change: changeset, skipped: applied?.skipped ?? [] };
    };
    const workspace = this.board.store.getState().layer?.workspace ?? null;
    const some = (): Promise<Carried> => this.board.endpoints.applyMoves(workspace, plan.moves);
    const isWhole = plan.moves.length === all.length;
    if (await this.board.actions.carry(plan, 'Optimize', isWhole ? whole : some)) this.discard();
  }

  discard(): void {
    this.following.abort();
    const { run, frontier } = this.state.getState();
    this.board.previews.unpin(`run ${run?.id}`);
    this.state.setState({ ...NOTHING, frontier });
  }

  private notice(run: Run): void {
    const { phase } = this.state.getState();
    const isHere = run.workspace === (this.board.store.getState().layer?.workspace ?? null);
    if (phase !== 'idle' || !isHere || !isOpen(run) || isFrontier(run)) return;
    void this.show(run);
  }

  private async cancel(run: Run): Promise<void> {
    const call = serviceOf(this.board).POST('/v1/plannings/{id}/optimization-task-results/{task_id}/cancel/', {
      params: { path: { ...planningOf(this.board).path, task_id: run.id } },
      body: { apply: false },
    });
    await dataOf(call).catch((error: unknown) =>
      this.board.fail('Stopping the optimization', error, () => void this.cancel(run)),
    );
  }

  private follow(): AbortSignal {
    this.following.abort();
    this.following = new AbortController();
    return this.following.signal;
  }

  private async begin(body: Schemas['OptimizeRequest']): Promise<Run | null> {
    const call = serviceOf(this.board).POST('/v1/plannings/{id}/optimize/', {
      ...IN_LINES,
      params: planningOf(this.board),
      body: { ...body, dryRun: true },
      signal: this.follow(),
    });
    return this.read(linesOf<'/v1/plannings/{id}/optimize/'>(call));
  }

  /** Reads the stream until the run ends. Resolves with null when the run is no longer followed, or following failed. */
  private async read(lines: AsyncGenerator<RunLine>): Promise<Run | null> {
    const { signal } = this.following;
    try {
      for await (const line of lines) {
        if (signal.aborted) return null;
        if (line.type === 'status' && line.task !== undefined) this.state.setState({ run: line.task });
        else if (line.type === 'progress') this.state.setState({ doing: line.phase ?? '' });
        else if (line.type === 'incumbent') this.take(line);
        else if (line.type === 'error') throw new Error(line.detail);
        else if (line.type === 'done') {
          this.state.setState({ run: line.task });
          return line.task;
        }
      }
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const { run } = this.state.getState();
      const failed = run === null ? messageOf(error) : `${runText(run)} failed: ${messageOf(error)}`;
      this.state.setState({ phase: 'idle', problem: error instanceof UnreachableError ? LOST : failed });
      return null;
    }
  }

  private take({ elapsedSeconds, score, bound, gap, counts }: Extract<RunLine, { type: 'incumbent' }>): void {
    const { points, run, phase } = this.state.getState();
    this.state.setState({ points: [...points, { elapsedSeconds, score: score.total, bound, gap, counts }] });
    // The first incumbent is the present plan.
    if (run === null || phase !== 'running' || counts?.reassigned === 0) return;
    this.planTimer ??= setTimeout(
      () => {
        this.planTimer = undefined;
        this.planAt = performance.now();
        // If it cannot be shown now, the next one is.
        if (this.state.getState().phase === 'running') void this.showPlan(run.id).catch(() => {});
      },
      Math.max(0, this.planAt + PLAN_EVERY_MS - performance.now()),
    );
  }

  /** Ends a run that was followed, which is said, since the planner may look at something else meanwhile. */
  private async finish(run: Run): Promise<void> {
    await this.end(run);
    this.board.say(`${runText(run)} ${outcomeOf(this.state.getState())}.`);
  }

  private async end(run: Run): Promise<void> {
    this.state.setState({ phase: 'ended', run, problem: run.error ?? '' });
    if (run.status === 'FAILED') return;
    await this.showPlan(run.id).catch((error: unknown) => {
      if (this.state.getState().run?.id === run.id) this.state.setState({ problem: messageOf(error) });
    });
  }

  private async showPlan(id: string): Promise<void> {
    const result = await this.result(id);
    if (result !== null && this.state.getState().run?.id === id) this.state.setState({ moves: result.moves });
  }

  /** The result of a run; null if it has none. */
  private async result(id: string): Promise<Schemas['OptimizationResult'] | null> {
    const params = { path: { ...planningOf(this.board).path, task_id: id }, query: { explain: false } };
    const call = serviceOf(this.board).GET('/v1/plannings/{id}/optimization-task-results/{task_id}/result/', {
      params,
    });
    return dataOf(call).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status === 404) return null;
      throw error;
    });
  }
}

export const runFollowerOf = onePerBoard((board) => new RunFollower(board));
