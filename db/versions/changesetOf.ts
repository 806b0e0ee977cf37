import type { Signal } from '../signals/signals.ts';
import type { ChangesetPlan } from './changesetPlan.ts';
import type { Changeset, EditContext, WriteTarget, Written } from './store.ts';

/** The record of a changeset. */
export const changesetOf = (
  {
    planning,
    workspace,
    source,
    author,
    message,
    details,
  }: WriteTarget & Pick<Written<unknown>, 'message' | 'details'>,
  { change, changeset, at }: EditContext,
  { counts }: ChangesetPlan,
): Changeset => ({
  id: changeset,
  change,
  planning,
  workspace,
  at,
  source,
  author,
  message: message ?? null,
  details: details ?? {},
  counts,
});

export const signalOf = ({ planning, change }: Changeset): Signal => ({
  kind: 'change',
  planning: planning.key,
  change,
});
