import { memberOf } from '../../../engine/recordOf.ts';
import type { Schemas } from '../service.ts';

export type Diff = Schemas['Diff'];

/** The operation of an assignment. */
export const operationIn = ({ before, after }: Diff): unknown => memberOf(after ?? before, 'operation');

/** Joins an assignment that ended and the one that replaced it into one move, and an operation that was created or deleted with its tasks. */
export const withMoves = (diffs: readonly Diff[]): readonly Diff[] => {
  const ended = new Map<unknown, Diff>();
  for (const diff of diffs)
    if (diff.entity === 'assignment' && diff.action === 'deleted') ended.set(operationIn(diff), diff);
  const begun = diffs.filter(({ entity, action }) => entity === 'assignment' && action === 'created');
  const replaced = new Set(begun.flatMap((diff) => ended.get(operationIn(diff)) ?? []));
  const whole = new Set<unknown>(
    diffs.flatMap(({ entity, action, id }) => (entity === 'operation' && action !== 'updated' ? [id] : [])),
  );
  return diffs
    .filter((diff) => !replaced.has(diff) && !(diff.entity === 'task' && whole.has(operationIn(diff))))
    .map((diff) => {
      const before = begun.includes(diff) ? ended.get(operationIn(diff))?.before : undefined;
      return before === undefined ? diff : { ...diff, before };
    });
};
