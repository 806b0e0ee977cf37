import type { Run } from '../../db/store/runs.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { Json, Scope } from '../types.ts';
import { failWhenOverdue, findRun, isOpen } from './runAccess.ts';

export type RunLine =
  | { readonly type: 'status'; readonly status: Run['status'] }
  | {
      readonly type: 'progress';
      readonly elapsedSeconds: number;
      readonly iterations: number;
      readonly phase: string | null;
    }
  | {
      readonly type: 'incumbent';
      readonly elapsedSeconds: number;
      readonly score: Json;
      readonly bound: number | null;
      readonly gap: number | null;
    }
  | { readonly type: 'done'; readonly task: RunRecord }
  | { readonly type: 'error'; readonly detail: string }
  | { readonly type: 'heartbeat' };

interface Progress {
  readonly elapsedSeconds: number;
  readonly iterations: number;
  readonly score: { readonly total: number } | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly phase: string | null;
}

const SILENCE_MS = 10_000;
/** A signal wakes; without one the row is looked at anyway. */
const LOOK_MS = 2_000;

/** The task from where it is until it ends. Whoever stops reading leaves nothing behind, and does not disturb the run. */
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

/** Aborting ends it at once: a reader that waits for the next line could not end it itself. */
async function* lines(deps: Ports, first: Run, signal: AbortSignal | undefined): AsyncGenerator<RunLine> {
  const { runs, signals, clock } = deps;
  const bell = new Bell();
  const ring = (): void => bell.ring();
  const stop = signals.onTask(first.id, ring);
  signal?.addEventListener('abort', ring);
  try {
    let before: Run | null = null;
    let now: Run | undefined = first;
    let spokenAt = clock();
    for (;;) {
      for (const line of news(before, now)) {
        yield line;
        spokenAt = clock();
      }
      if (now === undefined || !isOpen(now)) return;
      before = now;
      await bell.rung(Math.min(LOOK_MS, Math.max(0, spokenAt + SILENCE_MS - clock())));
      if (signal?.aborted === true) return;
      if (clock() - spokenAt >= SILENCE_MS) {
        yield { type: 'heartbeat' };
        spokenAt = clock();
      }
      const latest = await runs.get(first.id);
      now = latest && (await failWhenOverdue(deps, latest));
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', ring);
  }
}

/** What a reader who knew `before` has not heard yet. */
const news = (before: Run | null, now: Run | undefined): RunLine[] => {
  if (now === undefined) return [{ type: 'error', detail: 'The optimization task was deleted.' }];
  const told: RunLine[] = [];
  const status: RunLine[] = before?.status === now.status ? [] : [{ type: 'status', status: now.status }];
  const was = before?.progress as unknown as Progress | null | undefined;
  const is = now.progress as unknown as Progress | null;
  if (is !== null && JSON.stringify(is) !== JSON.stringify(was ?? null)) {
    const { elapsedSeconds, iterations, phase, score, bound, gap } = is;
    told.push({ type: 'progress', elapsedSeconds, iterations, phase });
    const isBetter = score !== null && (score.total !== was?.score?.total || bound !== was.bound);
    if (isBetter) told.push({ type: 'incumbent', elapsedSeconds, score: score as unknown as Json, bound, gap });
  }
  if (isOpen(now)) return [...status, ...told];
  // What it came to is told before that it has ended.
  const last: RunLine =
    now.status === 'FAILED'
      ? { type: 'error', detail: now.error ?? 'The optimization failed.' }
      : { type: 'done', task: runRecord(now) };
  return [...told, ...status, last];
};

/** Lets one waiter sleep until it rings, or for so long; a ring while nobody waits is kept. */
class Bell {
  private hasRung = false;
  private wake: (() => void) | null = null;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  async rung(limitMs: number): Promise<void> {
    if (!this.hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = null;
    }
    this.hasRung = false;
  }
}
