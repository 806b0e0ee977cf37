import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { KeptPlan, type PlanEdit } from '../../engine/instance/keptPlan.ts';
import { sharedCopy } from '../../engine/instance/mapArrays.ts';
import { PlanPieces } from '../../engine/instance/planPieces.ts';
import type { Question } from '../../engine/metrics/analysis.ts';
import type { Resolver } from '../../engine/strategies/createResolver.ts';
import type {
  Need,
  ResolutionJob,
  ResolutionMessage,
  ResolutionTask,
  Snapshot,
  SnapshotMessage,
} from './resolutionProtocol.ts';

const MOST_KEPT = 4;
/** Above this size of a plan, garbage is collected after it was compiled. */
const LARGE_BYTES = 32 << 20;

/** A plan that is brought forward by edits. */
interface HeldPlan {
  readonly kind: 'plan';
  readonly plan: KeptPlan;
  readonly version: number;
}

/** A snapshot stays the same. */
type Held = HeldPlan | (Snapshot & { readonly kind: 'snapshot'; resolver: Resolver | null });

const instanceOf = (held: Held): Instance => (held.kind === 'plan' ? held.plan.instance : held.instance);

/** In order of use, the most recently used last. */
const kept = new Map<string, Held>();

/** What a job works on. `done` has to be called after it. */
export interface Subject {
  readonly held: Held;
  readonly done: () => void;
}

/** Finds what the job works on: kept in this thread, or received for it. */
export const subjectOf = async (job: ResolutionJob): Promise<Subject> => {
  const subject = job.kept === null ? null : await keptSubject(job, job.kept);
  return subject ?? snapshotOf(job);
};

const snapshotOf = async ({ key, port, task, kept: source, keptBytes }: ResolutionJob): Promise<Subject> => {
  const known = key === null ? undefined : used(key);
  if (known !== undefined) return { held: known, done: () => {} };
  // Evict first, so that a large new plan is not in memory at the same time as a large old one.
  evict(keptBytes);
  const snapshot = await received(port, task);
  const held: Held = { kind: 'snapshot', ...snapshot, resolver: null };
  const isKept = key !== null && source === null;
  if (isKept) kept.set(key, held);
  collectAfter(snapshot.instance);
  return { held, done: () => isKept || free(snapshot.instance) };
};

/** Returns what is kept under the key, as the most recently used. */
const used = (key: string): Held | undefined => {
  const known = kept.get(key);
  if (known !== undefined) {
    kept.delete(key);
    kept.set(key, known);
  }
  return known;
};

/** Brings the kept plan to the wanted version and lays the overlay over it. Null where that takes compiling the whole plan for this job. */
const keptSubject = async (
  { port, keptBytes }: ResolutionJob,
  { key, version }: NonNullable<ResolutionJob['kept']>,
): Promise<Subject | null> => {
  const found = used(key);
  const known = found?.kind === 'plan' ? found : undefined;
  let { plan, overlay } = await askKept(port, keptBytes, known);
  // A plan that an error leaves half edited is not found again.
  kept.delete(key);
  if (plan === null && known !== undefined) {
    free(known.plan.instance);
    ({ plan, overlay } = await askKept(port, keptBytes, undefined));
  }
  if (plan === null) return null;
  if (plan !== known?.plan) collectAfter(plan.instance);
  const held: Held = { kind: 'plan', plan, version };
  const keep = (): void => void kept.set(key, held);
  if (!plan.edit(overlay, 'before')) {
    keep();
    return null;
  }
  return {
    held,
    done: () => {
      if (plan.revert(overlay)) keep();
      else free(plan.instance);
    },
  };
};

/** The plan in the wanted version, or null if edits could not bring the one that is there forward. */
const askKept = async (
  port: MessagePort,
  keptBytes: number,
  known: HeldPlan | undefined,
): Promise<{ readonly plan: KeptPlan | null; readonly overlay: readonly PlanEdit[] }> => {
  if (known === undefined) evict(keptBytes);
  const { pieces, last } = await ask(port, { of: 'kept', have: known?.version ?? null });
  if (last.kind === 'edits') {
    const isCurrent = known?.plan.holdsAt(last.referenceTime) === true && known.plan.edit(last.since);
    return { plan: isCurrent ? known.plan : null, overlay: last.overlay };
  }
  if (last.kind !== 'keep') throw new Error('The plan could not be read.');
  if (known !== undefined) free(known.plan.instance);
  const { referenceTime, overlay } = last;
  return { plan: new KeptPlan(pieces.document, { referenceTime }), overlay };
};

const collectAfter = ({ buffer }: Instance): void => {
  if (buffer.byteLength > LARGE_BYTES) collect();
};

/**
 * Collects garbage after a large plan was compiled: the heap is then mostly its document, and V8 delays a collection while the machine
 * has memory.
 */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** Evicts the least recently used plans until there is room for another. */
const evict = (keptBytes: number): void => {
  let bytes = [...kept.values()].reduce((sum, held) => sum + instanceOf(held).buffer.byteLength, 0);
  for (const [oldest, held] of kept) {
    const instance = instanceOf(held);
    if (kept.size < MOST_KEPT && bytes <= keptBytes) break;
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

/** Asks for a plan, and collects its pieces until the last message. */
const ask = (port: MessagePort, need: Need): Promise<{ pieces: PlanPieces; last: SnapshotMessage }> =>
  new Promise((resolve) => {
    const pieces = new PlanPieces();
    const onMessage = (message: SnapshotMessage): void => {
      if (message.kind === 'piece') return pieces.add(message);
      port.off('message', onMessage);
      resolve({ pieces, last: message });
    };
    port.on('message', onMessage);
    port.postMessage({ kind: 'need', need } satisfies ResolutionMessage);
  });

/** Receives the snapshot, or compiles it from its pieces. */
const received = async (port: MessagePort, task: ResolutionTask): Promise<Snapshot> => {
  // An instance that is not posted to another thread is allocated so that it can be freed at once.
  const isOwn = task.kind !== 'analyze' || task.question.of !== 'instance';
  const { pieces, last } = await ask(port, { of: 'plan' });
  if (last.kind === 'snapshot') return last.snapshot;
  if (last.kind !== 'compile') throw new Error('The plan could not be read.');
  const instance = pieces.compile({ ...last.options, isOwn });
  return { instance, placement: placementOf(instance) };
};

/** The instance that the job reads; that of a kept plan is completed where the job needs it. */
export const instanceFor = (held: Held, task: ResolutionTask): Instance => {
  if (held.kind === 'snapshot' || (task.kind === 'analyze' && WITHOUT_WHOLE.has(task.question.of)))
    return instanceOf(held);
  const whole = held.plan.whole();
  // A copy, because it is posted to another thread while the kept plan is edited further.
  return task.kind === 'analyze' && task.question.of === 'instance' ? sharedCopy(whole) : whole;
};

/** Questions that read neither the arcs by resource nor the splits. */
const WITHOUT_WHOLE: ReadonlySet<Question['of']> = new Set([
  'metrics',
  'score',
  'conflicts',
  'candidates',
  'places',
  'frame',
]);
