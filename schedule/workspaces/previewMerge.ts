import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import type { Counts, EntityWrite, Preview, PreviewContext } from '../../db/versions/store.ts';
import { type CostLevels, type Score, toScore } from '../../engine/objective/score.ts';
import { diffRecord } from '../changesets/changesetRecords.ts';
import { analyzed, analyzedPreview } from '../conflicts/analyzed.ts';
import { planAgainstMainline } from '../conflicts/metrics.ts';
import type { Deps } from '../deps.ts';
import { type Clash, type Problem, ScheduleError } from '../errors.ts';
import type { DiffRecord } from '../records/records.ts';
import { type Facts, withFacts } from './mergeFacts.ts';

/** What a merge writes, and what would then remain to be mended before the draft can be published. */
export interface Merged {
  readonly writes: readonly EntityWrite[];
  readonly result: readonly Problem[];
}

/** What a publish or rebase would do. If there are clashes, it would be refused, and there is no score. */
export interface MergePreview {
  readonly clashes: readonly Clash[];
  readonly counts: Counts;
  readonly diffs: readonly DiffRecord[];
  /** The score of the layer that is written, as its metrics show it. */
  readonly score: { readonly before: Score; readonly after: Score; readonly delta: number } | null;
  /** What a publish would still be refused for; absent while there are clashes. */
  readonly errors?: readonly Problem[];
}

type Merge = (facts: Facts, state: PlanningState, context: PreviewContext) => Promise<Merged>;

/** Runs a merge on the layer that it would write, without writing. Clashes are returned; other errors are thrown. */
export const previewMerge = async (
  deps: Deps,
  target: { readonly planning: PlanningRef; readonly workspace: string | null },
  merge: Merge,
): Promise<MergePreview> => {
  const { planning } = target;
  const preview = await withFacts(deps, planning, (facts) =>
    deps.store.preview(target, async (state, context) => {
      const { writes, result: errors } = await merge(facts, state, context);
      return { writes, result: { mainline: await context.state(null), errors } };
    }),
  ).catch((error: unknown): { readonly undecided: readonly Clash[] } => {
    // A dangling reference or a duplicate is not a clash that a strategy could decide, so it is thrown.
    if (error instanceof ScheduleError && error.code === 'clash' && error.clashes?.length)
      return { undecided: error.clashes };
    throw error;
  });
  if ('undecided' in preview) return { clashes: preview.undecided, counts: {}, diffs: [], score: null };
  const { counts, diffs } = preview;
  const [before, after] = await levels(deps, preview);
  return {
    clashes: [],
    counts,
    diffs: diffs.map(diffRecord),
    score: { before: toScore(before), after: toScore(after), delta: (after.total - before.total) / 100 },
    errors: preview.result.errors,
  };
};

/** A draft is scored against the mainline, which a rebase does not change. */
const levels = async (
  deps: Deps,
  { before, state, result: { mainline } }: Preview<{ readonly mainline: PlanningState }>,
): Promise<readonly [CostLevels, CostLevels]> => {
  const question = { of: 'score' } as const;
  const now = await planAgainstMainline(deps, before);
  const then = { state, ...(state.workspace === null ? {} : { baseline: mainline }) };
  return Promise.all([analyzed(deps, before, now, question), analyzedPreview(deps, then, question)]);
};
