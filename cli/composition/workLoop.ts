import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { executeRun, STALE_MS } from '../../schedule/runs/executeRun.ts';
import type { Service } from './openService.ts';

const POLL_MS = 5000;

export interface WorkLoop {
  /** Takes no further job and waits for those it has: they end early, and another worker goes on with them. */
  stop(): Promise<void>;
}

/**
 * Takes optimizations off the queue, at most `slots` at a time: on each task signal, and every few seconds besides. Also takes
 * over tasks whose worker died: those have no heartbeat any more.
 */
export const startWorkLoop = async (
  { queue, signals, ports }: Service,
  options: { readonly slots: number; readonly log: Logger },
): Promise<WorkLoop> => {
  const { slots, log } = options;
  const worker = `${hostname()}:${process.pid}`;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking = false;
  let again = false;

  const carryOut = async (task: string, job: string | null): Promise<void> => {
    try {
      await executeRun(ports, task, { worker, shutdown: stopping.signal });
      if (job === null) return;
      if (stopping.signal.aborted) await queue.fail(job, 'The worker was stopped.');
      else await queue.complete(job);
    } catch (error) {
      log.error({ err: error, task }, 'optimization could not be carried out');
      if (job !== null) await queue.complete(job).catch(() => {});
    }
  };

  const begin = (task: string, job: string | null): void => {
    const done = carryOut(task, job).finally(() => {
      running.delete(task);
      void look();
    });
    running.set(task, done);
  };

  const takeWork = async (): Promise<void> => {
    while (running.size < slots && !stopping.signal.aborted) {
      const jobs = await queue.fetch(slots - running.size);
      for (const { id, task } of jobs) begin(task, id);
      if (jobs.length === 0) break;
    }
    if (running.size >= slots || stopping.signal.aborted) return;
    const now = ports.clock();
    for (const { id, status, heartbeatAt } of await ports.runs.live()) {
      const orphaned = status === 'RUNNING' && heartbeatAt !== null && now - heartbeatAt > STALE_MS;
      if (orphaned && running.size < slots && !running.has(id)) begin(id, null);
    }
  };

  const look = async (): Promise<void> => {
    again = looking;
    if (looking || stopping.signal.aborted) return;
    looking = true;
    try {
      do {
        again = false;
        await takeWork();
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
      await Promise.allSettled(running.values());
    },
  };
};
