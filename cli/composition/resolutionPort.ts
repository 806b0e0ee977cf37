import { present } from '../../engine/present.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import type { Resolutions } from '../../schedule/ports.ts';
import { SolveError } from '../../solvers/pool/protocol.ts';
import { ResolutionPool, type ResolutionPoolOptions } from '../../solvers/pool/resolutionPool.ts';

/** The most open requests. Further ones would wait too long. */
const MOST_OPEN = 256;

/** Counts the open requests of each organization, so that no organization fills the queue for the others. */
export class OpenRequests {
  private readonly counts = new Map<string, number>();
  private total = 0;

  /** Opens a request and returns the function that ends it. Throws ScheduleError `queue_full`. */
  open(organization: string): () => void {
    const own = this.counts.get(organization) ?? 0;
    const share = Math.floor(MOST_OPEN / (this.counts.size + (own === 0 ? 1 : 0)));
    if (this.total >= MOST_OPEN && own >= share) {
      const detail = `${own} requests of this organization are running or waiting; try again later.`;
      throw new ScheduleError('queue_full', detail);
    }
    this.total++;
    this.counts.set(organization, own + 1);
    return () => {
      this.total--;
      const left = present(this.counts.get(organization)) - 1;
      if (left === 0) this.counts.delete(organization);
      else this.counts.set(organization, left);
    };
  }
}

/** The schedule's port `resolutions`, on threads that start with the first request. */
export const openResolutions = (options: ResolutionPoolOptions): Resolutions & { close(): Promise<void> } => {
  let pool: ResolutionPool | null = null;
  const requests = new OpenRequests();
  const open = (): ResolutionPool => (pool ??= new ResolutionPool(options));
  const limited = async <T>(organization: string, run: (pool: ResolutionPool) => Promise<T>): Promise<T> => {
    const end = requests.open(organization);
    try {
      return await run(open());
    } catch (error) {
      throw refusalOf(error);
    } finally {
      end();
    }
  };
  return {
    resolve: ({ organization, ...request }) =>
      limited(organization, (threaded) => threaded.resolve({ ...request, group: organization })),
    stress: ({ organization, ...request }) =>
      limited(organization, (threaded) => threaded.stress({ ...request, group: organization })),
    analyze: ({ organization, ...request }) =>
      limited(organization, (threaded) => threaded.analyze({ ...request, group: organization })),
    explain: ({ organization, ...request }) =>
      limited(organization, (threaded) => threaded.explain({ ...request, group: organization })),
    reasons: ({ organization, ...request }) =>
      limited(organization, (threaded) => threaded.reasons({ ...request, group: organization })),
    learn: ({ organization, ...request }) =>
      limited(organization, (threaded) => threaded.learn({ ...request, key: null, group: organization })),
    close: async () => pool?.close(),
  };
};

const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof SolveError)) return error;
  if (error.code === 'pool_closed')
    return new ScheduleError('queue_full', 'This server is shutting down; try again.', { cause: error });
  if (error.code === 'given_up' || error.code === 'queue_full')
    return new ScheduleError('queue_full', error.message, { cause: error });
  if (error.code !== 'thread_recycled') return error;
  const detail = `${error.message} Ask for less: fewer moves, a narrower window, a shorter time.`;
  return new ScheduleError('search_stuck', detail, { cause: error });
};
