import type { TransactionSql } from '../../db/connection/database.ts';
import type { Run } from '../../db/runs/runs.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';

/**
 * Enqueues a run in the caller's transaction. At most `limits.queuedRuns` runs may wait in all, but each organization may always have its share of
 * that number. Throws ScheduleError `queue_full`.
 */
export const enqueueRun = async (
  { jobs, limits }: Ports,
  { id, planning }: Run,
  sql: TransactionSql,
): Promise<void> => {
  const { organization } = planning;
  const most = limits['queuedRuns'] ?? Number.POSITIVE_INFINITY;
  const { total, own, groups } = await jobs.waiting(organization, sql);
  if (total >= most && own >= most / groups) {
    throw new ScheduleError('queue_full', `${total} optimizations are waiting; try again later.`);
  }
  await jobs.enqueue(sql, { run: id, organization });
};
