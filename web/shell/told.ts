import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { parseInstant } from '../../engine/instance/instant.ts';
import type { ChangeMessage } from '../../client/livePlanning.ts';
import type { ConflictMark } from '../timeline/model/scene.ts';

/** A conflict as the timeline shows it. */
export const markOf = ({
  id,
  resource,
  operations,
  startAt,
  endAt,
  probability,
  kind,
}: ConflictRecord): ConflictMark => ({
  id,
  resource,
  operations,
  start: parseInstant(startAt) / 1000,
  end: parseInstant(endAt) / 1000,
  probability,
  kind,
});

/** Operations that a change says something about. */
export const operationsTold = (events: ChangeMessage['events']): ReadonlySet<string> =>
  new Set(
    events.flatMap(({ data }) => {
      if (data.entity === 'operation') return [data.id];
      const named = data.after?.['operation'] ?? data.operation;
      return typeof named === 'string' ? [named] : [];
    }),
  );
