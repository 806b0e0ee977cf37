import type { PlanningState } from '../../db/store/planningState.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type AnswerTo, analyse, effortOf, type Question } from '../../engine/metrics/analysis.ts';
import type { Deps } from '../deps.ts';

/** Parts and pairs that are looked at within a few milliseconds. */
const MOST_HERE = 5000;

/** What a plan as it stands answers: here when that is little work, else in a thread, so that others' requests do not wait for it. */
export const analysed = async <Q extends Question>(
  { resolutions }: Pick<Deps, 'resolutions'>,
  { planning }: Pick<PlanningState, 'planning'>,
  instance: Instance,
  question: Q,
): Promise<AnswerTo<Q>> => {
  const placement = placementOf(instance);
  return isSmall(instance)
    ? analyse(instance, placement, question)
    : resolutions.analyse({
        key: planKey(instance),
        organization: planning.organization,
        instance,
        placement,
        question,
      });
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
