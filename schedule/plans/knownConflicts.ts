import { countConflicts, MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Placement } from '../../engine/objective/score.ts';

/** Ids of the conflicts that a plan has; null where there are more than 10 000: then the score alone decides what may be applied. */
export const knownConflicts = (instance: Instance, placement: Placement): ReadonlySet<string> | null =>
  countConflicts(instance, placement) > MOST_CONFLICTS
    ? null
    : new Set(findConflicts(instance, placement).map(({ id }) => id));
