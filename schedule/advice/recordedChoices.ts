import { TASK_ROLES } from '../entities/task.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { ChoicePlace } from '../../engine/advice/choicePlaces.ts';
import type { RecordedChoice } from '../../engine/advice/learningTask.ts';
import type { Deps } from '../deps.ts';
import { slicedly } from '../turns.ts';
import { choicePlan, type UnitRules } from './choicePlan.ts';
import type { ChoiceSite } from './choiceSites.ts';

/** How many choices are judged at the same time, by worker threads. */
const AT_ONCE = 4;

/** A choice with the places that there were, and the words that came with it. */
export interface JudgedChoice {
  readonly site: ChoiceSite;
  readonly recorded: RecordedChoice;
}

/**
 * Judges each choice on the plan as it was then: which places were free, and what each cost by rule. Choices that say nothing about rules are left
 * out: the chosen place had a conflict or is gone, or there was no other place.
 */
export const recordedChoices = async (
  deps: Pick<Deps, 'store' | 'resolutions'>,
  planning: PlanningRef,
  sites: readonly ChoiceSite[],
  unit: UnitRules,
): Promise<readonly JudgedChoice[]> => {
  const byChange = Map.groupBy(sites, ({ change }) => change);
  const changes = [...byChange.keys()].sort((a, b) => a - b);
  const judged: JudgedChoice[] = [];
  const running = new Set<Promise<void>>();
  const settle = async (judging: Promise<JudgedChoice | null>): Promise<void> => {
    const choice = await judging;
    if (choice !== null) judged.push(choice);
  };
  for await (const { state } of deps.store.statesAt(planning, null, changes)) {
    for await (const site of slicedly(byChange.get(state.change) ?? [])) {
      const job = settle(judge(deps, planning, state, site, unit));
      void job.finally(() => running.delete(job)).catch(() => {});
      running.add(job);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
  }
  await Promise.all(running);
  const order = new Map(sites.map((site, i) => [site, i]));
  return judged.sort((a, b) => (order.get(a.site) ?? 0) - (order.get(b.site) ?? 0));
};

const judge = async (
  { resolutions }: Pick<Deps, 'resolutions'>,
  { organization }: PlanningRef,
  state: PlanningState,
  site: ChoiceSite,
  unit: UnitRules,
): Promise<JudgedChoice | null> => {
  const { operation } = site;
  const plan = choicePlan(state, operation, unit);
  if (plan === null) return null;
  const question = { of: 'choice', operation } as const;
  const places = await resolutions.analyze({ key: null, organization, ...plan, question });
  const recorded = recordedChoice(site, places, tagsOf(state, operation));
  return recorded === null ? null : { site, recorded };
};

const recordedChoice = (
  { kind, share, chosen, rejected }: ChoiceSite,
  places: readonly ChoicePlace[],
  operationTags: readonly string[],
): RecordedChoice | null => {
  const indexOf = (resource: string | null): number => places.findIndex((place) => place.resource === resource);
  const [at, against] = [indexOf(chosen), indexOf(rejected)];
  const isKnown = kind === 'refused' ? against >= 0 : at >= 0;
  return isKnown && places.length > 1 ? { kind, share, operationTags, places, chosen: at, rejected: against } : null;
};

/** The tags that rules compare with: those of the operation and of its tasks. */
const tagsOf = (state: PlanningState, operation: string): readonly string[] => {
  const tasks = TASK_ROLES.map((role) => state.taskOf(operation, role)?.fields.tags ?? []);
  return [...new Set([...(state.get('operation', operation)?.fields.tags ?? []), ...tasks.flat()])];
};
