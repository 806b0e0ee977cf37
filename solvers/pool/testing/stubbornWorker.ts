import type { Job, WorkerMessage } from '../protocol.ts';
import work from '../worker.ts';
import type { ResolutionJob } from '../resolutionProtocol.ts';
import workOnResolution from '../resolutionWorker.ts';

/** A worker that never checks its flag or the clock for a job with `seed` 666, and never posts the result of one with `seed` 667; it runs any other job as usual. */
const STUBBORN_SEED = 666;
const ENDLESS_SEED = 667;

const forever = (): never => {
  for (let i = 0; ; i++) if (i < 0) throw new Error('never');
};

const isResolution = (job: Job | ResolutionJob): job is ResolutionJob => 'task' in job;

const workEndlessly = async (job: Job): Promise<unknown> => {
  const { port } = job;
  const post = port.postMessage.bind(port);
  port.postMessage = (message: WorkerMessage, ...transferred): void => {
    if (message.kind === 'done') forever();
    post(message, ...transferred);
  };
  return work(job);
};

export default async (job: Job | ResolutionJob): Promise<unknown> => {
  if (isResolution(job)) {
    const isStubborn = job.task.kind === 'stress' && job.task.seed === STUBBORN_SEED;
    if (!isStubborn) return workOnResolution(job);
  } else if (job.parameters.seed === ENDLESS_SEED) return workEndlessly(job);
  else if (job.parameters.seed !== STUBBORN_SEED) return work(job);
  job.port.postMessage({ kind: 'started' });
  // Lets the message leave before the loop begins.
  await new Promise((resolve) => setTimeout(resolve, 5));
  return forever();
};
