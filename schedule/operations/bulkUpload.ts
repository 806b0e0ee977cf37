import { TASK_MEMBER, TASK_ROLES } from '../entities/task.ts';
import { present } from '../../engine/present.ts';
import type { OperationInput } from '../entities/operation.ts';
import { changedFields } from '../../db/versions/differences.ts';
import type { Json, OperationFields } from '../../db/versions/entities.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { authorize, locate, notFound } from '../access/authorize.ts';
import { changeAll, previewChange } from '../changes/change.ts';
import type { Edited, Edits } from '../changes/edits.ts';
import { mergeMetadata } from '../changes/mergeMetadata.ts';
import { type Problem, ScheduleError } from '../errors.ts';
import { classify } from '../faults.ts';
import type { Ports } from '../ports.ts';
import { below, item } from '../problems.ts';
import type { UploadRecord } from '../records/records.ts';
import { mapSlicedly } from '../turns.ts';
import type { BulkUploadInput, Scope } from '../types.ts';
import { createOperationIn, patchOperationIn } from './editOperation.ts';
import { upsertMovements } from './upsertMovements.ts';

type Effect = 'created' | 'updated' | 'unchanged' | 'deleted';

/** What became of an operation, and which items of the upload had to do with it: operations first, then movements. */
interface Done {
  readonly effect: Effect;
  readonly id: string;
  readonly items: readonly number[];
}

const countsOf = (effects: readonly Done[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0 };
  for (const { effect } of effects) counts[effect]++;
  return counts;
};

/**
 * Creates each operation, or updates the one with its external id, in the path's planning and every other named one, and merges movements into
 * operations (`upsertMovements`): one changeset for each planning, in one transaction. In a workspace, only the path's planning is written.
 */
export const bulkUpload = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { plannings, operations, movements = [], namesMembers = false }: BulkUploadInput,
): Promise<UploadRecord> => {
  const sent = { operations, movements, namesMembers };
  const targets = await targetsOf(deps, scope, planning, plannings);
  limitRecords(sent, targets.length, deps.limits.bulk);
  const { result } = await changeAll(
    deps,
    scope,
    targets,
    async (all) => {
      const effects: Done[] = [];
      for (const edits of all) effects.push(...(await upsertAll(edits, sent, all.length)));
      const there = effects.filter(({ effect }) => effect !== 'deleted');
      return { ...countsOf(effects), operations: there.map(({ id }) => id) };
    },
    { source: 'upload' },
  );
  return result;
};

export interface UploadPreview {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** `item` is the index of the operation or movement (movements follow operations); null if no single one is at fault. */
  readonly problems: readonly (Problem & { readonly item: number | null })[];
}

/** Reports what an upload would do, and all its problems. The counts include only operations without a problem. Writes nothing. */
export const previewUpload = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { plannings, operations, movements = [], namesMembers = false }: BulkUploadInput,
): Promise<UploadPreview> => {
  const sent = { operations, movements, namesMembers };
  const targets = await targetsOf(deps, scope, planning, plannings);
  limitRecords(sent, targets.length, deps.limits.bulk);
  const right: Done[] = [];
  const problems = new Map<string, UploadPreview['problems'][number]>();
  for (const target of targets) {
    const { result: effects, edits } = await previewChange(deps, scope, target, (made) =>
      upsertAll(made, sent, targets.length),
    );
    const before = { operations: 0, movements: sent.operations.length };
    const found = (await classify(deps, scope, edits.problems)).map((one) => ofItem(one, edits, effects, before));
    const wrong = new Set(found.map((problem) => problem.item));
    for (const done of effects) if (!done.items.some((one) => wrong.has(one))) right.push(done);
    // Several plannings may have the same problem.
    for (const problem of found) problems.set(JSON.stringify(problem), problem);
  }
  const order = (problem: { readonly item: number | null }): number => problem.item ?? -1;
  return { ...countsOf(right), problems: [...problems.values()].sort((a, b) => order(a) - order(b)) };
};

/**
 * Converts the path of a problem to one within its item: `operations.3.tags` becomes `tags` of item 3; `task.ID.expectedTime` is attributed to the
 * first item of the task's operation. `before` is how many items precede those of each list.
 */
const ofItem = (
  problem: Problem,
  edits: Edits,
  effects: readonly Done[],
  before: { readonly operations: number; readonly movements: number },
): UploadPreview['problems'][number] => {
  const [, list, index, path = ''] = /^(operations|movements)\.(\d+)\.?(.*)$/.exec(problem.path) ?? [];
  if (index !== undefined)
    return { ...problem, item: before[list === 'movements' ? list : 'operations'] + Number(index), path };
  const [, task, member] = /^task\.(.+)\.(\w+)$/.exec(problem.path) ?? [];
  const fields = task === undefined ? undefined : edits.get('task', task);
  const [at] = effects.find(({ id }) => id === fields?.operation)?.items ?? [];
  return at === undefined || fields === undefined
    ? { ...problem, item: null }
    : { ...problem, item: at, path: `${fields.role}Task.${member}` };
};

type Sent = Required<Omit<BulkUploadInput, 'plannings'>>;

const upsertAll = async (
  edits: Edits,
  { operations, movements, namesMembers }: Sent,
  plannings: number,
): Promise<Done[]> => {
  const known = byExternalId(edits);
  const done = await mapSlicedly(operations, (input, i): Done => {
    const path = item('operations', i);
    if (plannings > 1 && input.id !== undefined) {
      const message = 'An operation that is uploaded to more than one planning cannot have an id chosen by you.';
      edits.problems.add(below(path, 'id'), 'invalid_value', message);
    }
    return { ...upsert(edits, known, { input, namesMembers }, path), items: [i] };
  });
  if (movements.length === 0) return done;
  const effects = await upsertMovements(edits, movements);
  const moved = await mapSlicedly(effects, ({ id, effect, items }): Done => {
    const became =
      effect === 'merged' ? (differs(stored(edits, id), edited(edits, id)) ? 'updated' : 'unchanged') : effect;
    return { effect: became, id, items: items.map((one) => operations.length + one) };
  });
  return [...done, ...moved];
};

/** Throws 400 if the upload writes more records than one bulk request may, since all of it is one transaction. */
const limitRecords = ({ operations, movements }: Sent, plannings: number, limit: number): void => {
  const records = operations.length + movements.length;
  if (records * plannings <= limit) return;
  throw new ScheduleError(
    'too_many_items',
    `${records} records into ${plannings} plannings exceed the limit of ${limit} per request; send several requests.`,
  );
};

const targetsOf = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  others: readonly string[],
): Promise<PlanningRef[]> => {
  const first = await locate(deps, scope, 'planning', planning, 'planner');
  const targets = [first];
  if (scope.workspace !== null) return targets;
  for (const id of new Set(others)) {
    if (id === first.id) continue;
    const located = await deps.store.locate([first.organization], 'planning', id);
    if (located.found !== 'one') throw notFound('planning', id);
    targets.push(authorize(scope, located.planning, 'planner'));
  }
  return targets;
};

const byExternalId = (edits: Edits): Map<string, string[]> => {
  const known = new Map<string, string[]>();
  for (const { id, fields } of edits.state.all('operation')) {
    if (fields.externalId === null) continue;
    const ids = known.get(fields.externalId);
    if (ids === undefined) known.set(fields.externalId, [id]);
    else ids.push(id);
  }
  return known;
};

const upsert = (
  edits: Edits,
  known: Map<string, string[]>,
  { input, namesMembers }: { readonly input: OperationInput; readonly namesMembers: boolean },
  path: string,
): { effect: Effect; id: string } => {
  const { externalId } = input;
  const matches = externalId == null ? [] : (known.get(externalId) ?? []);
  if (matches.length > 1) {
    edits.problems.add(
      below(path, 'externalId'),
      'external_id_ambiguous',
      `Several operations have the external id ${externalId}: ${matches.join(', ')}. Delete all but one, give them different external ids, or name one by its id.`,
    );
    return { effect: 'unchanged', id: matches.join() };
  }
  const [match] = matches;
  if (match === undefined) {
    const id = createOperationIn(edits, withoutPlanning(input), path);
    if (externalId != null) known.set(externalId, [id]);
    return { effect: 'created', id };
  }
  // An earlier item of the upload may have made the operation, or changed it.
  const before = edited(edits, match);
  patchOperationIn(edits, match, withoutPlanning(namesMembers ? withWholeMetadata(edits, match, input) : input), path);
  return { effect: differs(before, edited(edits, match)) ? 'updated' : 'unchanged', id: match };
};

/** The metadata of the operation and its tasks with what it changes of them, since a write replaces all of it. */
const withWholeMetadata = (edits: Edits, id: string, input: OperationInput): OperationInput => {
  const whole = <T extends { readonly metadata?: Json | undefined }>(
    sent: T,
    known: { readonly metadata: Json } | undefined,
  ): T =>
    sent.metadata === undefined || known === undefined
      ? sent
      : { ...sent, metadata: mergeMetadata(known.metadata, sent.metadata) };
  const tasks = TASK_ROLES.flatMap((role) => {
    const task = input[TASK_MEMBER[role]];
    return task == null ? [] : [[TASK_MEMBER[role], whole(task, edits.taskOf(id, role)?.fields)]];
  });
  return { ...whole(input, edits.get('operation', id)), ...Object.fromEntries(tasks) };
};

const withoutPlanning = (input: OperationInput): OperationInput => ({ ...input, planning: undefined });

/** An operation with its tasks, as far as they exist. */
interface Whole {
  readonly fields: OperationFields;
  readonly tasks: readonly (Edited<'task'> | undefined)[];
}

const tasksOf = (within: Pick<Edits, 'taskOf'>, id: string): Whole['tasks'] =>
  TASK_ROLES.map((role) => within.taskOf(id, role));

const edited = (edits: Edits, id: string): Whole => ({
  fields: present(edits.get('operation', id)),
  tasks: tasksOf(edits, id),
});

const stored = ({ state }: Edits, id: string): Whole => ({
  fields: present(state.get('operation', id)).fields,
  tasks: tasksOf(state, id),
});

const differs = (before: Whole, after: Whole): boolean => {
  if (changedFields('operation', before.fields, after.fields).length > 0) return true;
  return TASK_ROLES.some((_role, i) => {
    const [one, other] = [before.tasks[i], after.tasks[i]];
    if (one === undefined || other === undefined) return one !== other;
    return one.id !== other.id || changedFields('task', one.fields, other.fields).length > 0;
  });
};
