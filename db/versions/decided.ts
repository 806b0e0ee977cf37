import { changesetOf } from './changesetOf.ts';
import { type ChangesetPlan, planChangeset } from './changesetPlan.ts';
import type { LayeredState } from './layeredState.ts';
import type { Live } from './live.ts';
import type { EditContext, WriteOutcome, WriteTarget, Written } from './store.ts';

/** A planned write, and what else is written in its transaction. */
export interface Decided<T> {
  readonly outcome: WriteOutcome<T>;
  readonly before: Live;
  /** Null if nothing differs. */
  readonly plan: ChangesetPlan | null;
  readonly also?: Written<T>['also'];
}

/** Plans what a writer decided for a state. */
export const decidedOf = async <T>(
  target: WriteTarget,
  context: EditContext,
  before: Live,
  state: LayeredState,
  answer: Written<T>,
): Promise<Decided<T>> => {
  const { result, also, writes } = answer;
  const { change, at } = context;
  const plan = await planChangeset({ live: before, state, writes, change, at });
  const outcome: WriteOutcome<T> =
    plan === null
      ? { result, changeset: null, diffs: [], state }
      : {
          result,
          changeset: changesetOf({ ...target, ...answer }, context, plan),
          diffs: plan.diffs,
          state: plan.state,
        };
  return { outcome, before, plan, ...(also === undefined ? {} : { also }) };
};
