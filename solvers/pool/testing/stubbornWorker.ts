import type { Job } from '../protocol.ts';
import work from '../worker.ts';
import type { ResolutionJob } from '../resolutionProtocol.ts';
import workOnResolution from '../resolutionWorker.ts';

/** A solver that never looks at its flag or the clock, where the job is marked so (`seed` 666); any other job runs as usual. */
const STUBBORN_SEED = 666;

const forever = (): never => {
  for (let i = 0; ; i++) if (i < 0) throw new Error('never');
};

const isResolution = (job: Job | ResolutionJob): job is ResolutionJob => 'task' in job;

export default async (job: Job | ResolutionJob): Promise<void> => {
  if (isResolution(job)) {
    const isStubborn = job.task.kind === 'stress' && job.task.seed === STUBBORN_SEED;
    if (!isStubborn) return workOnResolution(job);
  } else if (job.parameters.seed !== STUBBORN_SEED) return work(job);
  job.port.postMessage({ kind: 'started' });
  // The message leaves before the loop begins.
  await new Promise((resolve) => setTimeout(resolve, 5));
  forever();
};
