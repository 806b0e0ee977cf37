import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { type PlanPiece, piecesOf } from '../../engine/instance/planPieces.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type AnswerTo, analyze, effortOf, type Question } from '../../engine/metrics/analysis.ts';
import type { Deps } from '../deps.ts';
import type { Ports } from '../ports.ts';
import { ScheduleError } from '../errors.ts';
import { isLarge, MOST_COMPILED_HERE } from '../instances/large.ts';
import { keptSource } from '../instances/keptPlans.ts';
import { type StatePlan, uncompiledPlan } from '../instances/uncompiledPlan.ts';
import { openLine } from '../lines.ts';
import { slicedly } from '../turns.ts';

/** Parts and pairs that can be analyzed on the event loop within a few milliseconds. */
const MOST_HERE = 5000;
/** Above this number of operations, analyzing a planning takes hundreds of megabytes. */
const MOST_TOGETHER = 10_000;

const TRY_AGAIN_MS = 250;
const MOST_TRIES = 480;

/** Plannings above MOST_TOGETHER are analyzed one at a time, and organizations take turns. */
const huge = openLine({
  atOnce: 1,
  waitingOfOne: 8,
  waiting: 64,
  refusal: () => new ScheduleError('queue_full', 'Too many large plannings are being looked at; try again later.'),
});

export type Analyst = Pick<Deps, 'resolutions' | 'instances' | 'clock'>;

/**
 * Answers a question about the current plan: on the event loop if that is little work, else in a worker thread, so that other requests are not
 * blocked. A large state is compiled in the thread, too. Throws `queue_full` (503) if too many of the largest plannings are waiting.
 */
export const analyzed = async <Q extends Question>(
  deps: Analyst,
  state: PlanningState,
  plan: Instance | StatePlan,
  question: Q,
): Promise<AnswerTo<Q>> => {
  const { resolutions } = deps;
  if ('state' in plan && isLarge(plan.state)) {
    return inTurn(state, () => resolutions.analyze({ ...largePlan(deps, plan), question }));
  }
  const instance = 'state' in plan ? deps.instances.of(plan.state, plan.baseline) : plan;
  return analyzedCompiled(deps, state.planning.organization, instance, question);
};

/** Like `analyzed`, for a plan that is already compiled. */
const analyzedCompiled = async <Q extends Question>(
  { resolutions }: Pick<Ports, 'resolutions'>,
  organization: string,
  instance: Instance,
  question: Q,
): Promise<AnswerTo<Q>> => {
  const placement = placementOf(instance);
  return isSmall(instance)
    ? analyze(instance, placement, question)
    : resolutions.analyze({ key: planKey(instance), organization, instance, placement, question });
};

/**
 * Compiles a plan in a worker thread: the whole instance, on memory that both threads share, or only the frame that conflicts are derived from
 * (`conflictFrame`).
 */
export const compiledAside = (
  { resolutions, clock }: Pick<Ports, 'resolutions' | 'clock'>,
  plan: StatePlan,
  of: 'instance' | 'frame',
): Promise<Instance> => {
  const large = largePlan({ resolutions, clock }, plan);
  // The thread must not cache an instance whose memory it hands over.
  const key = of === 'instance' ? null : large.key;
  return inTurn(plan.state, () => resolutions.analyze({ ...large, key, question: { of } }));
};

/** Like `compiledAside` and `analyzedCompiled`, for background work that no client would retry: while the queue is full, they wait and retry. */
export const compiledPatiently: typeof compiledAside = (...of) => patiently(() => compiledAside(...of));
export const analyzedPatiently: typeof analyzedCompiled = (...of) => patiently(() => analyzedCompiled(...of));

const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ScheduleError) || error.code !== 'queue_full' || tries === MOST_TRIES) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
};

/** Like `analyzed`, for a state that was not written. Nothing is cached, since another state will get its change number. */
export const analyzedPreview = async <Q extends Question>(
  deps: Analyst,
  plan: StatePlan,
  question: Q,
): Promise<AnswerTo<Q>> => {
  const { state, baseline } = plan;
  return isLarge(state)
    ? inTurn(state, () => deps.resolutions.analyze({ ...wholePlan(deps, plan), key: null, question }))
    : analyzed(deps, state, deps.instances.ofPreview(state, baseline), question);
};

/** Runs the work at once, unless the plan is so large that only one such plan at a time fits into memory. */
export const inTurn = <T>(state: PlanningState, work: () => Promise<T>): Promise<T> =>
  inTurnOf(state.planning.organization, state.count('operation'), work);

const inTurnOf = <T>(organization: string, operations: number, work: () => Promise<T>): Promise<T> =>
  operations > MOST_TOGETHER ? huge(organization, work) : work();

/** Throws CompileError if a document does not compile. Small documents are compiled here, larger ones in a worker thread. */
export const requireCompilable = async (
  { resolutions }: Pick<Deps, 'resolutions'>,
  organization: string,
  document: PlanningDocument,
): Promise<void> => {
  const { length } = document.operations;
  if (length <= MOST_COMPILED_HERE) {
    compile(document);
    return;
  }
  async function* pieces(): AsyncGenerator<PlanPiece> {
    for await (const piece of slicedly(piecesOf(document))) yield { of: 'document', piece };
  }
  const plan = { key: null, organization, pieces, options: {} };
  await inTurnOf(organization, length, () => resolutions.analyze({ ...plan, question: { of: 'soundness' } }));
};

/** A state as the request of a thread, which keeps its plan where that is possible (`keptSource`), and else compiles it. */
export const largePlan = (deps: Pick<Deps, 'clock' | 'resolutions'>, plan: StatePlan) => ({
  ...wholePlan(deps, plan),
  kept: keptSource(deps, plan),
});

/** Like `largePlan`, for a plan that is compiled for this request. The thread caches it unless a virtual state is laid over it. */
const wholePlan = ({ clock }: Pick<Deps, 'clock'>, plan: StatePlan) => {
  const { state, baseline, virtualState } = plan;
  const { planning, workspace, change } = state;
  const key = `state ${planning.key} ${workspace} ${change} ${baseline?.change ?? ''}`;
  const { organization } = planning;
  return { key: virtualState === undefined ? key : null, organization, ...uncompiledPlan(plan, clock) };
};

const small = new WeakMap<Instance, boolean>();

const isSmall = (instance: Instance): boolean => {
  let known = small.get(instance);
  if (known === undefined) {
    known = instance.partCount <= MOST_HERE && effortOf(instance, placementOf(instance)) <= MOST_HERE;
    small.set(instance, known);
  }
  return known;
};

const keys = new WeakMap<Instance, string>();
let keyCount = 0;

/** The key under which worker threads cache a compiled plan. */
export const planKey = (instance: Instance): string => {
  let key = keys.get(instance);
  if (key === undefined) keys.set(instance, (key = `plan ${keyCount++}`));
  return key;
};
