import type { Fields } from '../../db/versions/entities.ts';
import { LARGEST_REASSIGNED_COST } from '../../engine/instance/compile.ts';
import { LONGEST_SECONDS } from '../../engine/instance/layOutParts.ts';
import { DEFAULT_WEIGHTS } from '../../engine/instance/planningDocument.ts';
import { derivedExpectedTime } from '../tasks/window.ts';
import type { Edits } from './edits.ts';
import { refuseCosts } from './refuseCosts.ts';

/** Times this close to any existing time cannot exceed the largest span, so they are not checked further. */
const NEAR_MS = (LONGEST_SECONDS / 4) * 1000;

/**
 * Collects a problem if the planning would no longer compile: times too far apart, stability factors whose product with the weight is too large, or
 * rules that together cost too much. Every writer calls this, and so do readers of virtual states. A value that was already too large may be made smaller.
 */
export const refuseUncompilable = (edits: Edits): void => {
  // Report invalid input first: it may be the reason why nothing compiles.
  if (edits.problems.any) return;
  const written = edits.writes;
  const tasks = written.flatMap((write) =>
    write.entity === 'task' && write.fields !== null ? [{ id: write.id, fields: write.fields }] : [],
  );
  if (tasks.length > 0) refuseSpan(edits, tasks);
  if (written.some(({ entity }) => entity === 'rule' || entity === 'planning')) refuseFactors(edits);
  refuseCosts(edits, (side) => (side === 'after' ? reassignedAfter(edits) : reassignedBefore(edits)));
};

interface TaskWrite {
  readonly id: string;
  readonly fields: Fields['task'];
}

const refuseSpan = (edits: Edits, written: readonly TaskWrite[]): void => {
  const anchor = anchorOf(edits);
  const isFar = ({ fields }: TaskWrite): boolean =>
    anchor === null || Math.abs(derivedExpectedTime(fields) - anchor) > NEAR_MS;
  const far = written.filter(isFar);
  if (far.length === 0) return;
  const after = spanOf(edits.all('task'));
  if (after < LONGEST_SECONDS * 1000 || after <= spanOf(stored(edits))) return;
  const paths = far.map(({ id, fields }) =>
    edits.pathInTask(id, fields.actualTime === null ? 'expectedTime' : 'actualTime'),
  );
  const message = 'With this time the planning would span more than 34 years, which is the maximum.';
  // The two tasks of an operation may come from one movement of an upload.
  for (const path of [...new Set(paths)].slice(0, MOST_NAMED)) edits.problems.add(path, 'too_big', message);
};

const MOST_NAMED = 20;

/** Some time of the planning before the edits; null if it has none. */
const anchorOf = ({ state }: Edits): number | null => {
  for (const { fields } of state.all('task')) if (fields.operation !== null) return derivedExpectedTime(fields);
  return null;
};

const stored = function* ({ state }: Edits): Iterable<readonly [string, Fields['task']]> {
  for (const { id, fields } of state.all('task')) yield [id, fields];
};

/** Milliseconds from the earliest time of an operation to the latest. */
const spanOf = (tasks: Iterable<readonly [string, Fields['task']]>): number => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [, fields] of tasks) {
    if (fields.operation === null) continue;
    const at = derivedExpectedTime(fields);
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return last - first;
};

const reassignedAfter = (edits: Edits): number =>
  reassignedCost(edits.get('planning', edits.state.planning.id), edits.all('rule'));

const reassignedBefore = ({ state }: Edits): number => {
  const rules = [...state.all('rule')].map(({ id, fields }) => [id, fields] as const);
  return reassignedCost(state.get('planning', state.planning.id)?.fields, rules);
};

const refuseFactors = (edits: Edits): void => {
  const after = reassignedAfter(edits);
  if (after <= LARGEST_REASSIGNED_COST || after <= reassignedBefore(edits)) return;
  const message = `The weight of a reassignment times the factors of all stability rules would be ${after / 100}; the maximum is ${Math.floor(LARGEST_REASSIGNED_COST / 100)}.`;
  const rule = edits.writes.find(({ entity }) => entity === 'rule');
  edits.problems.add(rule === undefined ? 'weights.reassigned' : 'parameters.factor', 'too_big', message);
};

/** The largest cost of one reassignment, in hundredths: as if one operation were within all stability rules. */
const reassignedCost = (
  planning: Fields['planning'] | undefined,
  rules: Iterable<readonly [string, Fields['rule']]>,
): number => {
  const weight = planning?.weights['reassigned'];
  let cost = 100 * (typeof weight === 'number' ? weight : DEFAULT_WEIGHTS.reassigned);
  for (const [, { kind, enabled, parameters }] of rules) {
    const factor = parameters['factor'];
    if (enabled && kind === 'stability' && typeof factor === 'number' && factor > 1) cost *= factor;
  }
  return Math.round(cost);
};
