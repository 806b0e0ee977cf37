import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { explainPlan } from '../../engine/explain/explainPlan.ts';
import { planReasons } from '../../engine/explain/planReasons.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { CompileError } from '../../engine/instance/compileError.ts';
import { PlanPieces } from '../../engine/instance/planPieces.ts';
import { analyze } from '../../engine/metrics/analysis.ts';
import { createResolver, type Resolver } from '../../engine/strategies/resolveConflicts.ts';
import { stress } from '../../engine/stress/stress.ts';
import { faultOf } from './protocol.ts';
import type {
  ResolutionJob,
  ResolutionMessage,
  ResolutionTask,
  Snapshot,
  SnapshotMessage,
} from './resolutionProtocol.ts';

interface Kept extends Snapshot {
  resolver: Resolver | null;
}

const MOST_KEPT = 4;
/** Total size of the snapshots kept besides the one in use. They stay in memory even after the calling thread has released them. */
const MOST_KEPT_BYTES = 32 << 20;
/** In order of use, the most recently used last. */
const kept = new Map<string, Kept>();

const snapshotOf = async ({ key, port, task }: ResolutionJob): Promise<Kept> => {
  const known = key === null ? undefined : kept.get(key);
  if (key !== null && known !== undefined) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  // Evict first, so that a large new plan is not in memory at the same time as a large old one.
  evict();
  port.postMessage({ kind: 'need' } satisfies ResolutionMessage);
  const fresh: Kept = { ...(await received(port, task)), resolver: null };
  if (key !== null) kept.set(key, fresh);
  if (fresh.instance.buffer.byteLength > MOST_KEPT_BYTES) collect();
  return fresh;
};

/**
 * Collects garbage after a large plan was compiled: the heap is then mostly its document, and V8 delays a collection while the machine
 * has memory.
 */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** Evicts the least recently used snapshots until there is room for another. */
const evict = (): void => {
  let bytes = [...kept.values()].reduce((sum, { instance }) => sum + instance.buffer.byteLength, 0);
  for (const [oldest, { instance }] of kept) {
    if (kept.size < MOST_KEPT && bytes <= MOST_KEPT_BYTES) break;
    kept.delete(oldest);
    bytes -= instance.buffer.byteLength;
    free(instance);
  }
};

/**
 * Frees the instance's memory at once, because garbage collection may come late and the next instance is as large. Shared memory
 * belongs to other threads too and stays.
 */
const free = ({ buffer }: Instance): void => {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
};

/** Receives the snapshot, or compiles it from its pieces. */
const received = (port: MessagePort, task: ResolutionTask): Promise<Snapshot> =>
  new Promise((resolve, reject) => {
    // An instance that is not posted to another thread is allocated so that it can be freed at once.
    const isOwn = task.kind !== 'analyze' || task.question.of !== 'instance';
    const pieces = new PlanPieces();
    const onMessage = (message: SnapshotMessage): void => {
      if (message.kind === 'piece') return pieces.add(message);
      port.off('message', onMessage);
      if (message.kind === 'snapshot') return resolve(message.snapshot);
      if (message.kind === 'none') return reject(new Error('The plan could not be read.'));
      try {
        const instance = pieces.compile({ ...message.options, isOwn });
        resolve({ instance, placement: placementOf(instance) });
      } catch (error) {
        reject(error);
      }
    };
    port.on('message', onMessage);
  });

/** Runs one job and posts every result and fault to the job's port; never rejects because of a fault in the job. */
const work = async (job: ResolutionJob): Promise<void> => {
  const { task, flag, port } = job;
  const post = (message: ResolutionMessage): void => port.postMessage(message);
  let snapshot: Kept | undefined;
  try {
    snapshot = await snapshotOf(job);
    post({ kind: 'started' });
    const endMs = performance.now() + task.timeLimitMs;
    const stop = (): boolean => Atomics.load(flag, 0) !== 0 || performance.now() >= endMs;
    if (task.kind === 'stress') {
      const { samples, seed } = task;
      const report = stress(snapshot.instance, snapshot.placement, { samples, seed, stop });
      post({ kind: 'stressed', report });
      return;
    }
    if (task.kind === 'analyze') {
      post({ kind: 'analyzed', answer: analyze(snapshot.instance, snapshot.placement, task.question) });
      return;
    }
    if (task.kind === 'explain') {
      post({
        kind: 'explained',
        explanation: explainPlan(snapshot.instance, snapshot.placement, { ...task.options, stop }),
      });
      return;
    }
    if (task.kind === 'reasons') {
      post({
        kind: 'reasoned',
        reasons: planReasons(snapshot.instance, snapshot.placement, { ...task.options, stop }),
      });
      return;
    }
    const resolver = (snapshot.resolver ??= createResolver(snapshot.instance, snapshot.placement));
    post({ kind: 'conflicts', conflicts: resolver.conflicts(task.part) });
    const report = (strategy: Extract<ResolutionMessage, { kind: 'strategy' }>['strategy'], best: boolean): void =>
      post({ kind: 'strategy', strategy, best });
    post({ kind: 'resolved', resolution: resolver.resolve(task.part, task.options, { stop, report }) });
  } catch (error) {
    if (error instanceof CompileError) return post({ kind: 'unsound', problems: error.problems });
    post({ kind: 'fault', fault: faultOf(error) });
  } finally {
    if (job.key === null && snapshot !== undefined) free(snapshot.instance);
    port.close();
  }
};

export default work;
