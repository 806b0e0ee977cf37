import { type ChoicePlace, choicePlaces, type ChoiceQuestion } from '../advice/choicePlaces.ts';
import { check, type Violation } from '../check.ts';
import { conflictFrame } from '../conflicts/conflictFrame.ts';
import { conflictPage, type PageOfConflicts } from '../conflicts/conflictPage.ts';
import { type ConflictRecord, toConflictRecord } from '../conflicts/findConflicts.ts';
import { CountedFamily, pairFamilies, partsByResource } from '../conflicts/pairFamilies.ts';
import type { Instance } from '../instance/instance.ts';
import { Plan } from '../board/plan.ts';
import type { CostLevels, Placement } from '../objective/score.ts';
import { tally } from '../objective/tally.ts';
import { nearPairs } from '../uncertainty/expectedPairs.ts';
import { type Candidate, candidates } from './candidates.ts';
import { type History, historyFigures } from './historyFigures.ts';
import { type PlanFigures, type PlanningMetrics, planningMetrics } from './planningMetrics.ts';
import { type PlanOutcome, planOutcome } from './planOutcome.ts';
import { findRepairs } from '../repair/findRepairs.ts';
import type { RepairAnswer, RepairQuestion } from '../repair/repair.ts';

/** A question about a plan. Plain data, so that it can be sent to a worker thread. */
export type Question =
  | { readonly of: 'metrics'; readonly window: PlanningMetrics['window'] | null }
  | { readonly of: 'score' }
  /** A page of conflicts; its window is in Unix seconds. */
  | { readonly of: 'conflicts'; readonly page: PageOfConflicts }
  | { readonly of: 'candidates'; readonly part: number }
  /** Candidates for a part of an operation, given by the part's id or index; null: the first part. */
  | { readonly of: 'places'; readonly operation: string; readonly part: string | null }
  /** Figures of a sequence of plans. */
  | { readonly of: 'history'; readonly history: History }
  /** The outcome of another placement that a search found for the plan. */
  | { readonly of: 'outcome'; readonly placement: Placement }
  /** The violations of a placement. */
  | { readonly of: 'violations'; readonly placement: Placement }
  /** Only whether the plan compiles. */
  | { readonly of: 'soundness' }
  /** The compiled plan itself. */
  | { readonly of: 'instance' }
  /** The part of the compiled plan that conflicts are computed from (`conflictFrame`). */
  | { readonly of: 'frame' }
  /** Repairs of least disturbance, and which of earlier ones still hold. */
  | RepairQuestion
  | ChoiceQuestion;

interface Answers {
  readonly metrics: PlanningMetrics;
  readonly score: CostLevels;
  readonly conflicts: { readonly conflicts: readonly ConflictRecord[]; readonly total: number | null };
  readonly candidates: readonly Candidate[];
  /** Null when there is no such part. */
  readonly places: { readonly part: number; readonly candidates: readonly Candidate[] } | null;
  readonly history: readonly PlanFigures[];
  readonly outcome: PlanOutcome;
  readonly violations: readonly Violation[];
  readonly soundness: true;
  readonly instance: Instance;
  readonly frame: Instance;
  readonly repair: RepairAnswer;
  readonly choice: readonly ChoicePlace[];
}

export type AnswerTo<Q extends Question> = Answers[Q['of']];

export const analyze = <Q extends Question>(instance: Instance, placement: Placement, question: Q): AnswerTo<Q> =>
  answer(instance, placement, question) as AnswerTo<Q>;

const answer = (instance: Instance, placement: Placement, question: Question): Answers[Question['of']] => {
  if (question.of === 'metrics') return planningMetrics(instance, placement, question.window ?? undefined);
  if (question.of === 'score') return tally(instance, placement);
  if (question.of === 'candidates') return candidates(new Plan(instance, placement), question.part);
  if (question.of === 'places') {
    const part = partOf(instance, question.operation, question.part);
    return part < 0 ? null : { part, candidates: candidates(new Plan(instance, placement), part) };
  }
  if (question.of === 'history') return [...historyFigures(instance, question.history)];
  if (question.of === 'outcome') return planOutcome(instance, question.placement);
  if (question.of === 'violations') return check(instance, question.placement).violations;
  if (question.of === 'soundness') return true;
  if (question.of === 'instance') return instance;
  if (question.of === 'frame') return conflictFrame(instance);
  if (question.of === 'repair') return findRepairs(instance, placement, question);
  if (question.of === 'choice') return choicePlaces(instance, placement, question.operation);
  const { page } = question;
  const { origin } = instance;
  const window = page.window && { from: page.window.from - origin, to: page.window.to - origin };
  const { conflicts, total } = conflictPage(instance, placement, { ...page, window });
  return { conflicts: conflicts.map((conflict) => toConflictRecord(instance, conflict)), total };
};

/** The index of the part, or −1 when there is none. */
const partOf = ({ names, operation, partIndex, partCount }: Instance, id: string, wanted: string | null): number => {
  const index = names.operations.indexOf(id);
  if (index < 0) return -1;
  for (let part = 0; part < partCount; part++) {
    if (operation[part] !== index) continue;
    if (wanted === null || names.parts[part] === wanted || String(partIndex[part]) === wanted) return part;
  }
  return -1;
};

/** Estimates the work of analyzing a plan: its parts plus the pairs of parts that may have a cost. O(parts log parts). */
export const effortOf = (instance: Instance, placement: Placement): number => {
  let effort = instance.partCount;
  for (const family of pairFamilies(instance, placement)) effort += new CountedFamily(instance, family).pairs();
  for (const list of partsByResource(instance, placement)) effort += nearPairs(instance, list);
  return effort;
};
