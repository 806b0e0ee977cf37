import type { PlanningState } from '../../db/versions/planningState.ts';
import { RISK } from '../../engine/advice/choicePlaces.ts';
import type { LearnedPreference } from '../../engine/advice/learningTask.ts';
import { plural } from '../../engine/wording.ts';
import type { NamedSet } from './resourceSets.ts';
import { tagLabel } from './proposedChange.ts';

/** A proposal in one sentence, as for "Operations of airline NK were moved away from concourse C 14 of 15 times: …". */
export const sayAdvice = (
  state: PlanningState,
  { preference, before, after, agreement, concerned, decided }: LearnedPreference,
  sets: readonly NamedSet[],
): string => {
  const agreed = `of ${agreement.choices} decisions, ${agreement.after} instead of ${agreement.before} would have agreed`;
  if (preference.of === 'weight') {
    const change = `${after > before ? 'raise' : 'lower'} its weight from ${before} to ${after}`;
    if (preference.id === RISK) return `Conflicts that are to be expected weigh ${before}: ${change}; ${agreed}.`;
    if (before < 0) {
      const reward = `${after < before ? 'raise' : 'lower'} it to ${-after}`;
      return `The rule “${nameOf(state, preference.id)}” earns ${-before}: ${reward}; ${agreed}.`;
    }
    return `The rule “${nameOf(state, preference.id)}” weighs ${before}: ${change}; ${agreed}.`;
  }
  const place = sets.find(({ id }) => id === preference.set)?.label ?? preference.set;
  const who =
    preference.operationTag === null ? 'Operations' : `Operations of ${tagLabel(state, preference.operationTag)}`;
  const isAgainst = after > 0;
  const times = plural(concerned, 'time');
  const what =
    concerned === 0
      ? `${who} were ${isAgainst ? 'rarely' : 'often'} placed on ${place}`
      : isAgainst
        ? `${who} were moved away from ${place} or refused there ${decided} of ${times}`
        : `${who} were moved to ${place} ${decided} of ${times} that they were elsewhere`;
  const rule = isAgainst
    ? `add a rule by which each costs ${after} there`
    : `add a rule by which each earns ${-after} there`;
  return `${what}: ${rule}; ${agreed}.`;
};

const nameOf = (state: PlanningState, rule: string): string => state.get('rule', rule)?.fields.name ?? rule;
