import { performance } from 'node:perf_hooks';
import { explainPlan } from '../../engine/explain/explainPlan.ts';
import { planReasons } from '../../engine/explain/planReasons.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { CompileError } from '../../engine/instance/compileError.ts';
import { analyze } from '../../engine/metrics/analysis.ts';
import { createResolver, type Resolver } from '../../engine/strategies/createResolver.ts';
import { stress } from '../../engine/stress/stress.ts';
import { faultOf, type CommonMessage } from './protocol.ts';
import type { ResolutionJob, ResolutionMessage } from './resolutionProtocol.ts';
import { instanceFor, type Subject, subjectOf } from './threadPlans.ts';

/** Runs one job and posts every result and fault to the job's port; never rejects because of a fault in the job. */
const work = async (job: ResolutionJob): Promise<void> => {
  const { task, flag, port } = job;
  const post = (message: CommonMessage | ResolutionMessage): void => port.postMessage(message);
  let subject: Subject | undefined;
  try {
    if (task.kind === 'learn') {
      post({ kind: 'started' });
      const { learnHere } = await import('../learning/learnHere.ts');
      return post({ kind: 'learned', learned: await learnHere(task.learning) });
    }
    subject = await subjectOf(job);
    const { held } = subject;
    const instance = instanceFor(held, task);
    const placement = held.kind === 'snapshot' ? held.placement : placementOf(instance);
    post({ kind: 'started' });
    const endMs = performance.now() + task.timeLimitMs;
    const stop = (): boolean => Atomics.load(flag, 0) !== 0 || performance.now() >= endMs;
    if (task.kind === 'stress') {
      const { samples, seed } = task;
      const report = stress(instance, placement, { samples, seed, stop });
      post({ kind: 'stressed', report });
      return;
    }
    if (task.kind === 'analyze') {
      post({ kind: 'analyzed', answer: analyze(instance, placement, task.question) });
      return;
    }
    if (task.kind === 'explain') {
      post({
        kind: 'explained',
        explanation: explainPlan(instance, placement, { ...task.options, stop }),
      });
      return;
    }
    if (task.kind === 'reasons') {
      post({
        kind: 'reasoned',
        reasons: planReasons(instance, placement, { ...task.options, stop }),
      });
      return;
    }
    const create = (): Resolver => createResolver(instance, placement);
    const resolver = held.kind === 'snapshot' ? (held.resolver ??= create()) : create();
    post({ kind: 'conflicts', conflicts: resolver.conflicts(task.part) });
    const report = (strategy: Extract<ResolutionMessage, { kind: 'strategy' }>['strategy'], best: boolean): void =>
      post({ kind: 'strategy', strategy, best });
    post({ kind: 'resolved', resolution: resolver.resolve(task.part, task.options, { stop, report }) });
  } catch (error) {
    if (error instanceof CompileError) return post({ kind: 'unsound', problems: error.problems });
    post({ kind: 'fault', fault: faultOf(error) });
  } finally {
    subject?.done();
    port.close();
  }
};

export default work;
