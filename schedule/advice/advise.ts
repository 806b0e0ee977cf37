import type { PlanningState } from '../../db/versions/planningState.ts';
import { RISK } from '../../engine/advice/choicePlaces.ts';
import {
  type Agreement,
  type ChoiceKind,
  type KnownWeight,
  type Learned,
  type LearnedPreference,
  type LearningTask,
  isDecision,
} from '../../engine/advice/learningTask.ts';
import { recordOf } from '../../engine/recordOf.ts';
import { locate } from '../access/authorize.ts';
import { visibleChange } from '../changesets/visibleChange.ts';
import type { Deps } from '../deps.ts';
import { ScheduleError } from '../errors.ts';
import { openLine } from '../lines.ts';
import type { Scope } from '../types.ts';
import { type AdviceEffect, adviceEffects } from './adviceEffect.ts';
import { riskOf, unitRules } from './choicePlan.ts';
import { choiceSites } from './choiceSites.ts';
import { type ProposedRequest, proposedChange } from './proposedChange.ts';
import { type JudgedChoice, recordedChoices } from './recordedChoices.ts';
import { type NamedSet, resourceSets } from './resourceSets.ts';
import { sayAdvice } from './sayAdvice.ts';

export interface AdviceQuery {
  /** ISO 8601: only what was decided at or after this time; null: everything that is stored. */
  readonly since: string | null;
  /** The most choices of persons to learn from; the latest ones count. */
  readonly choices: number;
  /** The time of each run that shows what a proposal would change; 0: none. */
  readonly runSeconds: number;
}

export interface AdviceProposal {
  readonly kind: 'rule' | 'weight';
  readonly explanation: string;
  readonly weight: { readonly before: number; readonly after: number };
  readonly agreement: Agreement;
  readonly holdout: Agreement;
  readonly concerned: number;
  readonly decided: number;
  readonly chance: number;
  readonly reasons: readonly string[];
  readonly requests: readonly ProposedRequest[];
  readonly effect: AdviceEffect;
}

export interface AdviceRecord {
  readonly planning: string;
  /** The latest changeset; null if none is stored. */
  readonly change: string | null;
  readonly choices: Readonly<Record<ChoiceKind, number>>;
  /** Decisions that say nothing about rules: a chosen place with a conflict, or the only one. */
  readonly leftOut: number;
  readonly agreement: Agreement;
  readonly holdout: Agreement;
  readonly candidates: number;
  readonly proposals: readonly AdviceProposal[];
}

const CHOICE_KINDS = ['moved', 'placed', 'refused', 'accepted', 'kept'] as const satisfies readonly ChoiceKind[];
const MOST_PROPOSALS = 5;
/** How probable it may be that anything is proposed although there is no preference. */
const SIGNIFICANCE = 0.01;
const MOST_REASONS = 3;

const line = openLine({
  atOnce: 1,
  waitingOfOne: 4,
  waiting: 32,
  refusal: () => new ScheduleError('queue_full', 'Too many plannings are being advised on; try again later.'),
});

/**
 * What weights and rules would have agreed with the planners' decisions: manual moves, placements and refused repairs, each judged on the plan as it
 * was then. Nothing is written. Throws `queue_full` (503) if too many requests for advice are waiting.
 */
export const advise = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  { since, choices, runSeconds }: AdviceQuery,
): Promise<AdviceRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  return line(ref.organization, async () => {
    const state = await deps.store.state({ planning: ref });
    const limits = { since: since === null ? null : Date.parse(since), choices };
    const sites = await choiceSites(deps, ref, state, limits);
    const judged = await recordedChoices(deps, ref, sites, unitRules(state));
    const sets = resourceSets(state);
    const learned = await learn(deps, state, judged, sets);
    const changes = learned.preferences.map((one) => proposedChange(state, one, sets, deps.ids));
    const effects = await adviceEffects(deps, state, changes, runSeconds);
    return {
      planning: ref.id,
      change: await visibleChange(deps, ref, null, state.change),
      choices: recordOf(CHOICE_KINDS, (kind) => judged.filter(({ site }) => site.kind === kind).length),
      leftOut: sites.length - judged.length,
      agreement: learned.agreement,
      holdout: learned.holdout,
      candidates: learned.candidates,
      proposals: learned.preferences.flatMap((one, i) => {
        const [change, effect] = [changes[i], effects[i]];
        if (change === undefined || effect === undefined) return [];
        const { preference, before, after, chance, ...counts } = one;
        return {
          kind: preference.of,
          explanation: sayAdvice(state, one, sets),
          weight: { before, after },
          ...counts,
          chance: Number(chance.toPrecision(2)),
          reasons: reasonsFor(one, judged, sets),
          requests: change.requests,
          effect,
        };
      }),
    };
  });
};

/** Fewer say nothing. */
const LEAST_DECISIONS = 5;
const NOTHING: Agreement = { choices: 0, before: 0, after: 0 };

const learn = async (
  deps: Pick<Deps, 'resolutions'>,
  state: PlanningState,
  judged: readonly JudgedChoice[],
  sets: readonly NamedSet[],
): Promise<Learned> => {
  if (judged.filter(({ site }) => isDecision(site.kind)).length < LEAST_DECISIONS)
    return { preferences: [], agreement: NOTHING, holdout: NOTHING, candidates: 0 };
  const weights = knownWeights(state);
  const learning: LearningTask = {
    weights,
    sets: sets.map(({ label: _label, ...set }) => set),
    choices: judged.map(({ recorded }) => recorded),
    margin: marginOf(weights),
    mostProposals: MOST_PROPOSALS,
    significance: SIGNIFICANCE,
  };
  return deps.resolutions.learn({ organization: state.planning.organization, learning });
};

/** The weights of soft rules, and of risk where it counts. Reassignments are left out: places are judged on their merits. */
const knownWeights = (state: PlanningState): readonly KnownWeight[] => {
  const risk = riskOf(state);
  const rules = [...state.all('rule')]
    .filter(({ fields }) => fields.enabled && !fields.hard && fields.kind !== 'stability')
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, fields: { weight, kind, operationTags, resourceTags, parameters } }): KnownWeight => {
      const isPlain = kind === 'match' && operationTags.length <= 1 && resourceTags.length <= 1;
      const match =
        isPlain && parameters['perHour'] !== true
          ? { operationTag: operationTags[0] ?? null, resourceTag: resourceTags[0] ?? null }
          : null;
      return { id, weight, match };
    });
  return risk > 0 ? [...rules, { id: RISK, weight: risk, match: null }] : rules;
};

/** One weight unit, or less where weights are small: half of the smallest. */
const marginOf = (weights: readonly KnownWeight[]): number => {
  const sizes = weights.map(({ weight }) => Math.abs(weight)).filter((size) => size > 0);
  return Math.max(0.01, Math.min(1, ...sizes.map((size) => size / 2)));
};

/** What people said about decisions that a new rule concerns, the most frequent words first. */
const reasonsFor = (
  { preference }: LearnedPreference,
  judged: readonly JudgedChoice[],
  sets: readonly NamedSet[],
): readonly string[] => {
  if (preference.of === 'weight') return [];
  const { operationTag } = preference;
  const members = new Set(sets.find(({ id }) => id === preference.set)?.resources);
  const counts = new Map<string, number>();
  for (const { site, recorded } of judged) {
    if (site.reason === null || (operationTag !== null && !recorded.operationTags.includes(operationTag))) continue;
    if (![site.rejected, site.chosen].some((resource) => resource !== null && members.has(resource))) continue;
    counts.set(site.reason, (counts.get(site.reason) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_REASONS)
    .map(([reason]) => reason);
};
