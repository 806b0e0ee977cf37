import { ScheduleError } from '../../schedule/errors.ts';
import type { Listed, PageRequest } from '../../schedule/types.ts';

const PREFIX = 'at.';

/** A page of a list that is completely in memory. Throws `invalid_cursor`. */
export const localPage = <T>(items: readonly T[], { limit, cursor }: PageRequest): Listed<T> => {
  const from = cursor === null ? 0 : Number(new RegExp(`^${PREFIX}(\\d{1,9})$`).exec(cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(from))
    throw new ScheduleError('invalid_cursor', 'The cursor does not belong to this list; start without one.');
  const to = limit === null ? items.length : from + limit;
  return { items: items.slice(from, to), next: to < items.length ? `${PREFIX}${to}` : null };
};
