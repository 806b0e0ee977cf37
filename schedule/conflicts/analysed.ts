import type { PlanningState } from '../../db/versions/planningState.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { type PlanPiece, piecesOf } from '../../engine/instance/planPieces.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type AnswerTo, analyse, effortOf, type Question } from '../../engine/metrics/analysis.ts';
import type { Deps } from '../deps.ts';
import { ScheduleError } from '../errors.ts';
import { type StatePlan, uncompiledPlan } from '../instances/uncompiledPlan.ts';
import { openLine } from '../lines.ts';
import { slicedly } from '../turns.ts';

/** Parts and pairs that are looked at within a few milliseconds. */
const MOST_HERE = 5000;
/** Operations of a planning that is compiled within a few milliseconds. */
const MOST_COMPILED_HERE = 1000;

/** Operations of a planning that takes hundreds of megabytes while it is looked at. */
const MOST_TOGETHER = 10_000;

/** Those go one at a time, organizations taking turns. */
const huge = openLine({
  atOnce: 1,
  waitingOfOne: 8,
  waiting: 64,
  refusal: () => new ScheduleError('queue_full', 'Too many large plannings are being looked at; try again later.'),
});

type Analyst = Pick<Deps, 'resolutions' | 'instances' | 'clock'>;

export const isLarge = (state: PlanningState): boolean => state.count('operation') > MOST_COMPILED_HERE;

/**
 * What a plan as it stands answers: here when that is little work, else in a thread, so that others' requests do not wait for it. A large state is
 * compiled there too. Throws 503 when too many of the largest wait.
 */
export const analysed = async <Q extends Question>(
  deps: Analyst,
  state: PlanningState,
  plan: Instance | StatePlan,
  question: Q,
): Promise<AnswerTo<Q>> => {
  const { resolutions } = deps;
  if ('state' in plan && isLarge(plan.state)) {
    return inTurn(state, () => resolutions.analyse({ ...largePlan(deps, plan), question }));
  }
  const instance = 'state' in plan ? deps.instances.of(plan.state, plan.baseline) : plan;
  const placement = placementOf(instance);
  return isSmall(instance)
    ? analyse(instance, placement, question)
    : resolutions.analyse({
        key: planKey(instance),
        organization: state.planning.organization,
        instance,
        placement,
        question,
      });
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
  await inTurnOf(organization, length, () => resolutions.analyse({ ...plan, question: { of: 'soundness' } }));
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
