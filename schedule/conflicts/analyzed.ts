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
import { type StatePlan, uncompiledPlan } from '../instances/uncompiledPlan.ts';
import { openLine } from '../lines.ts';
import { slicedly } from '../turns.ts';

/** Parts and pairs that are looked at within a few milliseconds. */
const MOST_HERE = 5000;
/** Operations of a planning that takes hundreds of megabytes while it is looked at. */
const MOST_TOGETHER = 10_000;

const TRY_AGAIN_MS = 250;
const MOST_TRIES = 480;

/** Those go one at a time, organizations taking turns. */
const huge = openLine({
  atOnce: 1,
  waitingOfOne: 8,
  waiting: 64,
  refusal: () => new ScheduleError('queue_full', 'Too many large plannings are being looked at; try again later.'),
});

type Analyst = Pick<Deps, 'resolutions' | 'instances' | 'clock'>;

/**
 * What a plan as it stands answers: here when that is little work, else in a thread, so that others' requests do not wait for it. A large state is
 * compiled there too. Throws 503 when too many of the largest wait.
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

/** The same of what is compiled already. */
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

/** A plan, compiled in a thread: the whole of it, on memory that both threads see, or its frame (`conflictFrame`) alone. */
export const compiledAside = (
  { resolutions, clock }: Pick<Ports, 'resolutions' | 'clock'>,
  plan: StatePlan,
  of: 'instance' | 'frame',
): Promise<Instance> => {
  const large = largePlan({ clock }, plan);
  // What crosses is not what the thread may keep of the same plan.
  const key = of === 'instance' ? null : large.key;
  return inTurn(plan.state, () => resolutions.analyze({ ...large, key, question: { of } }));
};

/** The same for work that nobody would ask for again: it waits until there is room. */
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

/** The same of a state that nobody wrote: nothing of it is kept, since another will have its change number. */
export const analyzedPreview = async <Q extends Question>(
  deps: Analyst,
  plan: StatePlan,
  question: Q,
): Promise<AnswerTo<Q>> => {
  const { state, baseline } = plan;
  return isLarge(state)
    ? inTurn(state, () => deps.resolutions.analyze({ ...largePlan(deps, plan), key: null, question }))
    : analyzed(deps, state, deps.instances.ofPreview(state, baseline), question);
};

/** At once, unless the plan is so large that few fit into memory together. */
export const inTurn = <T>(state: PlanningState, work: () => Promise<T>): Promise<T> =>
  inTurnOf(state.planning.organization, state.count('operation'), work);

const inTurnOf = <T>(organization: string, operations: number, work: () => Promise<T>): Promise<T> =>
  operations > MOST_TOGETHER ? huge(organization, work) : work();

/** Throws CompileError where a document does not compile: found here when it is small. */
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

/** As the thread that compiles it takes it; kept there unless something is laid over it. */
export const largePlan = ({ clock }: Pick<Deps, 'clock'>, plan: StatePlan) => {
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

/** Under which threads keep a compiled plan. */
export const planKey = (instance: Instance): string => {
  let key = keys.get(instance);
  if (key === undefined) keys.set(instance, (key = `plan ${keyCount++}`));
  return key;
};
