import { fromJson } from '../storedAs.ts';
import { toGap } from '../../engine/objective/wireNumbers.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { Scope } from '../types.ts';
import { Bell } from './bell.ts';
import { higherBound, type PlanCounts, type RunProgress } from './incumbent.ts';
import { findRun, isOpen } from './runAccess.ts';
import { feedOf } from './runFeed.ts';

export type RunLine =
  | { readonly type: 'status'; readonly status: Run['status'] }
  | {
      readonly type: 'progress';
      readonly elapsedSeconds: number;
      readonly iterations: number;
      readonly phase: string | null;
    }
  | Incumbent
  | { readonly type: 'done'; readonly task: RunRecord }
  | { readonly type: 'error'; readonly detail: string; readonly code: 'not_found' | 'run_failed' }
  | { readonly type: 'heartbeat' };

interface Incumbent {
  readonly type: 'incumbent';
  readonly elapsedSeconds: number;
  readonly score: { readonly total: number };
  readonly counts: PlanCounts | null;
  readonly bound: number | null;
  readonly gap: number | null;
}

const SILENCE_MS = 10_000;

/** Streams a task's progress from now until it ends. The stream cleans up when the reader stops, and does not affect the run. */
export const followRun = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<AsyncIterable<RunLine>> => {
  const run = await findRun(deps, scope, planning, id, 'viewer');
  return lines(deps, run, signal);
};

/** Aborting ends the stream at once; otherwise it could end only when the next line is due. */
async function* lines(deps: Ports, first: Run, signal: AbortSignal | undefined): AsyncGenerator<RunLine> {
  const { clock } = deps;
  const bell = new Bell();
  const ring = (): void => bell.ring();
  let now: Run | undefined = first;
  let fault: unknown = null;
  const stop = feedOf(deps, first).follow((run, failure) => {
    fault = failure;
    if (failure === null) now = run;
    bell.ring();
  });
  signal?.addEventListener('abort', ring);
  const story = new Story();
  try {
    let spokenAt = clock();
    for (;;) {
      for (const line of story.news(now)) {
        yield line;
        spokenAt = clock();
      }
      if (now === undefined || !isOpen(now)) return;
      await bell.rung(Math.max(0, spokenAt + SILENCE_MS - clock()));
      if (signal?.aborted === true) return;
      if (clock() - spokenAt >= SILENCE_MS) {
        yield { type: 'heartbeat' };
        spokenAt = clock();
      }
      if (fault !== null) throw fault;
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', ring);
  }
}

/** What one reader has received, and which lines are new for it. */
class Story {
  private status: Run['status'] | null = null;
  private progress = 'null';
  private incumbent: Pick<Incumbent, 'score' | 'counts' | 'bound'> | null = null;

  news(now: Run | undefined): RunLine[] {
    if (now === undefined) return [{ type: 'error', detail: 'The optimization task was deleted.', code: 'not_found' }];
    const status: RunLine[] = this.status === now.status ? [] : [{ type: 'status', status: now.status }];
    this.status = now.status;
    const lines = this.progressLines(fromJson<RunProgress | null>(now.progress));
    if (isOpen(now)) return [...status, ...lines];
    // The last progress is sent before the final status.
    const last: RunLine =
      now.status === 'FAILED'
        ? { type: 'error', detail: now.error ?? 'The optimization failed.', code: 'run_failed' }
        : { type: 'done', task: runRecord(now) };
    return [...lines, ...status, last];
  }

  private progressLines(progress: RunProgress | null): RunLine[] {
    const text = JSON.stringify(progress);
    if (progress === null || text === this.progress) return [];
    this.progress = text;
    const { elapsedSeconds, iterations, phase, score, counts, bound, gap } = progress;
    const lines: RunLine[] = [{ type: 'progress', elapsedSeconds, iterations, phase }];
    if (score === null) return lines;
    const { incumbent } = this;
    // A worker that continues for a dead one may start with a worse plan than was reported, which is not news until it is better.
    const best = incumbent !== null && score.total >= incumbent.score.total ? incumbent : { score, counts };
    const proven = higherBound(bound, incumbent?.bound ?? null);
    if (best === incumbent && proven === incumbent.bound) return lines;
    this.incumbent = { score: best.score, counts: best.counts, bound: proven };
    const isOwn = best !== incumbent && proven === bound;
    lines.push({
      type: 'incumbent',
      elapsedSeconds,
      ...this.incumbent,
      gap: isOwn ? gap : toGap(best.score.total * 100, proven === null ? null : proven * 100),
    });
    return lines;
  }
}
