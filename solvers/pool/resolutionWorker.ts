import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { explainPlan } from '../../engine/explain/explainPlan.ts';
import { planReasons } from '../../engine/explain/planReasons.ts';
import { analyse } from '../../engine/metrics/analysis.ts';
import { createResolver, type Resolver } from '../../engine/strategies/resolveConflicts.ts';
import { stress } from '../../engine/stress/stress.ts';
import type { ResolutionJob, ResolutionMessage, Snapshot } from './resolutionProtocol.ts';

interface Kept extends Snapshot {
  resolver: Resolver | null;
}

const MOST_KEPT = 4;
/** Most recently used last. */
const kept = new Map<string, Kept>();

const snapshotOf = async ({ key, port }: ResolutionJob): Promise<Kept> => {
  const known = key === null ? undefined : kept.get(key);
  if (key !== null && known !== undefined) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  port.postMessage({ kind: 'need' } satisfies ResolutionMessage);
  const [snapshot] = (await once(port, 'message')) as [Snapshot];
  const fresh: Kept = { ...snapshot, resolver: null };
  if (key !== null) {
    kept.set(key, fresh);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  }
  return fresh;
};

/** Runs one job. Everything it has to say goes through the job's port; it never rejects for the job's faults. */
const work = async (job: ResolutionJob): Promise<void> => {
  const { task, flag, port } = job;
  const post = (message: ResolutionMessage): void => port.postMessage(message);
  try {
    const snapshot = await snapshotOf(job);
    post({ kind: 'started' });
    const endMs = performance.now() + task.timeLimitMs;
    const stop = (): boolean => Atomics.load(flag, 0) !== 0 || performance.now() >= endMs;
    if (task.kind === 'stress') {
      const { samples, seed } = task;
      const report = stress(snapshot.instance, snapshot.placement, { samples, seed, stop });
      post({ kind: 'stressed', report });
      return;
    }
    if (task.kind === 'analyse') {
      post({ kind: 'analysed', answer: analyse(snapshot.instance, snapshot.placement, task.question) });
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
    const detail = error instanceof Error ? error.message : String(error);
    post({ kind: 'fault', fault: { code: 'solver_failed', detail } });
  } finally {
    port.close();
  }
};

export default work;
