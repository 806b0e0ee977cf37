import type { Logger } from 'pino';
import type { Service } from './openService.ts';

const POLL_MS = 5000;

export interface WorkLoop {
  /** Takes no further job and waits for those it has; they end early. */
  stop(): Promise<void>;
}

/** Takes optimizations off the queue, at most `slots` at a time: on each task signal, and every few seconds besides. */
export const startWorkLoop = async (
  { queue, signals, schedule }: Service,
  options: { readonly slots: number; readonly log: Logger },
): Promise<WorkLoop> => {
  const { slots, log } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking = false;
  let again = false;

  const work = async (job: { id: string; task: string }): Promise<void> => {
    try {
      await schedule.executeRun(job.task, stopping.signal);
      await queue.complete(job.id);
    } catch (error) {
      log.error({ err: error, task: job.task }, 'optimization could not be carried out');
      await queue.fail(job.id, error instanceof Error ? error.message : String(error));
    }
  };

  const look = async (): Promise<void> => {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      do {
        again = false;
        const free = slots - running.size;
        if (free <= 0 || stopping.signal.aborted) break;
        const jobs = await queue.fetch(free);
        for (const job of jobs) {
          const done: Promise<void> = work(job)
            .catch((error: unknown) => log.error({ err: error }, 'the queue did not take an answer'))
            .finally(() => {
              running.delete(done);
              void look();
            });
          running.add(done);
        }
        if (jobs.length === free) again = false;
      } while (again);
    } catch (error) {
      log.error({ err: error }, 'the queue did not answer');
    } finally {
      looking = false;
    }
  };

  const unsubscribe = await signals.subscribe({
    onSignal: (signal) => {
      if (signal.kind === 'task') void look();
    },
    onReconnect: () => void look(),
  });
  const timer = setInterval(() => void look(), POLL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await unsubscribe();
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
};
