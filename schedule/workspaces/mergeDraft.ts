import { present } from '../../engine/present.ts';
import { memberOf } from '../../engine/recordOf.ts';
import type { Version } from '../../db/versions/entities.ts';
import { keyOf } from '../../db/versions/layer.ts';
import type { DraftRow, PlanningState } from '../../db/versions/planningState.ts';
import { type Clash, recordName } from '../errors.ts';
import { below, item, Problems, toError } from '../problems.ts';
import type { MergeInput, MergeStrategy } from '../types.ts';
import { clashed, type Facts, Lacking } from './mergeFacts.ts';
import { clashOf, type DraftSide, keepDraft, mergeRow, type Settled, takeMainline } from './mergeRow.ts';

export interface DraftToMerge {
  readonly draft: PlanningState;
  /** The mainline at the same change. */
  readonly main: PlanningState;
  readonly facts: Facts;
  readonly input: MergeInput;
}

interface Decide {
  /** Which side wins a clash; null if it is undecided, also because the mainline has changed since it was decided. */
  clash(clash: Clash): MergeStrategy | null;
  /** Which side wins an operation as a whole, where a resolution says so for the operation itself. */
  whole(operation: string, main: PlanningState): MergeStrategy | null;
}

const decideBy = ({ strategy = null, resolutions = [] }: MergeInput): Decide => {
  const named = new Map(resolutions.map((one) => [`${one.entity} ${one.id}`, one]));
  const resolved = (entity: string, id: string, now: unknown, otherwise: MergeStrategy | null) => {
    const found = named.get(`${entity} ${id}`);
    if (found === undefined) return otherwise;
    return found.basedOn === undefined || found.basedOn === now ? found.strategy : null;
  };
  return {
    clash: ({ entity, id, theirs }) => resolved(entity, id, memberOf(theirs, 'versionId') ?? null, strategy),
    whole: (id, main) => resolved('operation', id, main.get('operation', id)?.versionId ?? null, null),
  };
};

/** Throws 400 for resolutions of what does not clash, since neither side would win there: the changes of both are kept. */
const refuseIdle = ({ resolutions = [] }: MergeInput, contested: ReadonlySet<string>): void => {
  const problems = new Problems();
  for (const [i, { entity, id }] of resolutions.entries()) {
    if (contested.has(`${entity} ${id}`)) continue;
    const message = `names no clash: ${recordName(entity, id)}`;
    problems.add(below(item('resolutions', i), 'id'), 'unknown_reference', message);
  }
  if (problems.any) throw toError(problems.list);
};

/**
 * Merges every draft row with the mainline. An operation is deleted as a whole, with its tasks and its assignment: if one side deleted it and the
 * other changed any of these, one decision applies to all of them: the one for the operation, or else the one on which the members' decisions agree.
 * `ours` over a deletion on the mainline also restores the members that the draft had not touched. Throws Lacking if facts are missing, 400 for
 * resolutions that name no clash, and 409 with all clashes that remain undecided.
 */
export const mergeDraft = ({ draft, main, facts, input }: DraftToMerge): Settled[] => {
  const decide = decideBy(input);
  const rows = [...draft.draftRows()];
  requireBases(rows, facts);
  const rowOf = new Map(rows.map((row) => [`${row.draft.kind} ${row.draft.id}`, row]));
  const settled: Settled[] = [];
  const clashes: Clash[] = [];
  /** All that clashes, decided or not. A clash within an operation that is decided as a whole is one of the operation, too. */
  const named = new Set<string>();
  const baseOf = ({ draft: { base }, mainline }: DraftRow): Version | undefined =>
    base === null ? undefined : base === mainline?.versionId ? mainline : facts.bases.get(base);
  const mergeEach = (each: readonly DraftRow[]): void => {
    for (const row of each) {
      const merge = mergeRow(row, baseOf(row), null);
      const strategy = merge.take === 'clash' ? decide.clash(merge.clash) : null;
      const decided = strategy === null ? merge : mergeRow(row, baseOf(row), strategy);
      if (merge.take === 'clash') named.add(`${merge.clash.entity} ${merge.clash.id}`);
      if (decided.take === 'clash') clashes.push(decided.clash);
      else settled.push(decided);
    }
  };
  for (const [operation, members] of Map.groupBy(rows, operationOf)) {
    const fate = operation === null ? 'lives' : fateOf(operation, rowOf.get(`operation ${operation}`), main);
    const [own, rest] = split(
      members,
      ({ draft: { tombstone } }) => fate !== 'lives' && tombstone === (fate === 'ended'),
    );
    const contested = own.flatMap((row) => {
      const merge = mergeRow(row, baseOf(row), null);
      if (merge.take === 'clash') return [merge.clash];
      return fate === 'lost' && merge.take === 'draft' ? [clashOf(row, undefined, Object.keys(row.draft.fields))] : [];
    });
    mergeEach(rest);
    if (contested.length > 0) named.add(`operation ${operation}`);
    for (const { entity, id } of contested) named.add(`${entity} ${id}`);
    const strategy = contested.length === 0 ? null : decideWhole(decide, present(operation), contested, main);
    if (contested.length === 0) mergeEach(own);
    else if (strategy === null) clashes.push(...contested);
    else if (strategy === 'theirs') settled.push(...own.map(takeMainline));
    else {
      settled.push(...own.map((row) => keepDraft(row)));
      if (fate === 'lost') settled.push(...broughtBack(present(operation), rowOf, main, facts));
    }
  }
  refuseIdle(input, named);
  if (clashes.length > 0) throw clashed(`Workspace ${draft.workspace}`, clashes);
  return settled;
};

const decideWhole = (
  decide: Decide,
  operation: string,
  contested: readonly Clash[],
  main: PlanningState,
): MergeStrategy | null => {
  const whole = decide.whole(operation, main);
  if (whole !== null) return whole;
  const [first = null, ...others] = new Set(contested.map((clash) => decide.clash(clash)));
  return others.length === 0 ? first : null;
};

/** The operation that a row belongs to; null if none. */
const operationOf = ({ draft }: DraftRow): string | null => {
  if (draft.kind === 'operation') return draft.id;
  return draft.kind === 'task' || draft.kind === 'assignment' ? draft.fields.operation : null;
};

/** `ended`: only the draft deleted the operation. `lost`: only the mainline did. */
const fateOf = (operation: string, row: DraftRow | undefined, main: PlanningState): 'lives' | 'ended' | 'lost' => {
  if (main.has('operation', operation)) return row?.draft.tombstone === true ? 'ended' : 'lives';
  const madeHere = row !== undefined && row.draft.base === null;
  return madeHere || row?.draft.tombstone === true ? 'lives' : 'lost';
};

const split = <T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] => [
  items.filter(belongs),
  items.filter((item) => !belongs(item)),
];

/** The members that the mainline's operation had when it was deleted, as far as the draft has no row of its own for them. */
const broughtBack = (
  operation: string,
  rowOf: ReadonlyMap<string, DraftRow>,
  main: PlanningState,
  facts: Facts,
): DraftSide[] => {
  const known = facts.deleted.get(operation);
  if (known === undefined) throw new Lacking([], [operation]);
  const drafts = [...rowOf.values()].map(({ draft }) => draft);
  const sides = new Set(
    drafts.flatMap((draft) =>
      draft.kind === 'task' && !draft.tombstone && draft.fields.operation === operation ? [draft.fields.role] : [],
    ),
  );
  const isTaken = (version: Version): boolean => {
    const { kind, id } = version;
    if (version.kind === 'task' && sides.has(version.fields.role)) return true;
    if (kind === 'assignment') return drafts.some((draft) => draft.kind === kind && keyOf(draft) === operation);
    return rowOf.has(`${kind} ${id}`) || main.has(kind, id);
  };
  return known
    .filter((version) => !isTaken(version))
    .map((version) => ({ take: 'draft', row: null, version, fields: version.fields, base: null }));
};

const requireBases = (rows: readonly DraftRow[], { bases }: Facts): void => {
  const lacking = rows.filter(
    ({ draft: { base }, mainline }) => base !== null && base !== mainline?.versionId && !bases.has(base),
  );
  if (lacking.length > 0)
    throw new Lacking(
      lacking.map(({ draft }) => draft),
      [],
    );
};
