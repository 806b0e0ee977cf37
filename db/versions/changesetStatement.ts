import { CLOCK } from '../query.ts';
import { columnsOf, insertFrom } from '../schema/columns.ts';
import { changesets } from '../schema/plannings.ts';
import { VERSION_TABLES } from '../schema/versions.ts';
import { type ChangesetPlan, kindsInPlan, tableRows } from './changesetPlan.ts';
import { type Kind, KINDS } from './entities.ts';
import { DESCRIPTIONS } from './kinds.ts';
import { keyOf } from './layer.ts';
import { Lru } from './lru.ts';
import type { Changeset } from './store.ts';

export type Value = string | number | null;

export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** The single row that a statement returns; none if it wrote nothing. */
export interface StatementRow {
  /** The database's clock, in epoch milliseconds. */
  readonly clock: number;
}

/** Whether the statement writes a whole changeset, a piece of its rows before the planning's head moves, or the last step, which moves the head. */
export type Step = 'whole' | 'piece' | 'last';

/** The input of a statement. */
export interface Written {
  readonly step?: Step;
  readonly changeset: Changeset;
  readonly plan: ChangesetPlan;
  /** How far the changeset's time may lag behind the database's clock; null if it was read under the planning's lock. */
  readonly maxAgeMs: number | null;
}

/**
 * Writes a whole changeset in one statement: the counter, ids, closed versions, their successors, and the changeset's row. Everything depends on the
 * counter, which moves only from the previous change: if the planning is at another one, nothing is written and no row is returned. The text depends
 * on the kinds written, not on the number of rows, so it is built and prepared once.
 */
export class ChangesetStatements {
  private readonly known = new Lru<string, Prepared>(SHAPES);

  of(written: Written): Statement {
    const shape = shapeOf(written);
    const name = JSON.stringify(shape);
    let prepared = this.known.get(name);
    if (prepared === undefined) this.known.set(name, (prepared = prepare(shape)));
    return { text: prepared.text, values: prepared.read.map((read) => read(written)) };
  }
}

/** Maximum number of cached statements; in practice, there are few. */
const SHAPES = 500;

/** The text of a statement and how to get each of its parameters. */
interface Prepared {
  readonly text: string;
  readonly read: readonly ((written: Written) => Value)[];
}

/** What the text of a statement depends on. */
interface Shape {
  readonly step: Step;
  readonly strict: boolean;
  readonly again: boolean;
  readonly workspaces: boolean;
  readonly kinds: readonly (readonly [kind: Kind, isReplacing: boolean])[];
}

const shapeOf = ({ plan, step = 'whole' }: Written): Shape => ({
  step,
  strict: plan.identities.some(({ strict }) => strict),
  again: plan.identities.some(({ strict }) => !strict),
  workspaces: plan.newWorkspaces.length > 0,
  kinds: plan.rows.length === 0 ? [] : kindsInPlan(plan).map((kind) => [kind, replacingOf(plan, kind).length > 0]),
});

const rowsOf = (plan: ChangesetPlan, kind: Kind) => plan.rows.filter(({ version }) => version.kind === kind);
const replacingOf = (plan: ChangesetPlan, kind: Kind) => rowsOf(plan, kind).filter(({ replaces }) => replaces);
const QUOTED = (names: readonly string[], prefix = '') => names.map((name) => `${prefix}"${name}"`).join(', ');
const COLUMNS = columnsOf(changesets);

function prepare({ step, strict, again, workspaces, kinds }: Shape): Prepared {
  const read: Prepared['read'][number][] = [];
  const param = (value: Prepared['read'][number]) => `$${read.push(value)}`;
  const json = (value: (written: Written) => unknown) => param((written) => JSON.stringify(value(written)));
  const planning = param(({ changeset }) => changeset.planning.key);
  const change = param(({ changeset }) => changeset.change);
  let time: string | undefined;
  const at = () => (time ??= param(({ changeset }) => changeset.at));
  const maxAge = step === 'piece' ? '' : param(({ maxAgeMs }) => maxAgeMs);
  const parts = [
    step === 'piece'
      ? `counted as (
      select ${planning}::int as key
      where not exists (select 1 from plannings where key = ${planning}::int and head <> ${change}::bigint - 1))`
      : `counted as (
      update plannings set head = ${change}::bigint, changed_at = ${at()}::bigint
      where key = ${planning}::int and head = ${change}::bigint - 1 and changed_at <= ${at()}::bigint
        and (${maxAge}::bigint is null or ${CLOCK} - ${at()}::bigint between 0 and ${maxAge}::bigint)
      returning key)`,
  ];

  for (const isStrict of [true, false]) {
    if (!(isStrict ? strict : again)) continue;
    const organization = param(({ changeset }) => changeset.planning.organization);
    const ids = json(({ plan }) =>
      plan.identities
        .filter((identity) => identity.strict === isStrict)
        .map(({ kind, id }) => ({ kind: KINDS.indexOf(kind), id })),
    );
    parts.push(`identified_${isStrict ? 'strictly' : 'again'} as (
      insert into identities (organization, kind, id, planning)
      select ${organization}::text, r.kind, r.id, counted.key
      from counted, json_to_recordset(${ids}::text::json) as r (kind smallint, id text)
      ${isStrict ? '' : 'on conflict do nothing'})`);
  }
  if (workspaces) {
    parts.push(`keyed as (
      insert into workspace_keys (planning, key, id) select counted.key, r.key, r.id
      from counted, json_to_recordset(${json(({ plan }) => plan.newWorkspaces)}::text::json) as r (key integer, id text))`);
  }
  for (const [kind, isReplacing] of kinds) {
    const { table, keyColumn } = DESCRIPTIONS[kind];
    const rows = json(({ plan }) => tableRows(plan, plan.live.planning.key, kind));
    const insert = `${insertFrom(VERSION_TABLES[kind], rows)} cross join counted`;
    if (!isReplacing) {
      parts.push(`begun_${kind} as (${insert})`);
      continue;
    }
    const layer = param(({ plan }) => rowsOf(plan, kind)[0]?.layer ?? 0);
    const keys = json(({ plan }) => replacingOf(plan, kind).map(({ version }) => keyOf(version)));
    parts.push(`closed_${kind} as (
      update ${table} set to_change = ${change}::bigint, valid_to = ${at()}::bigint from counted
      where planning = ${planning}::int and workspace = ${layer}::int and to_change is null
        and ${keyColumn} = any (array(select json_array_elements_text(${keys}::text::json)))
      returning 1)`);
    // Selecting the count of closed rows makes the insert wait for the update, so that an entity never has two current rows.
    parts.push(`begun_${kind} as (${insert} cross join (select count(*) from closed_${kind}) as closed)`);
  }
  const end = `select ${CLOCK} as clock from counted`;
  if (step === 'piece') return { text: `with ${parts.join(',\n')}\n${end}`, read };
  if (step === 'last') parts.push(`settled as (delete from staged_changes where planning = ${planning}::int)`);
  const row = json(({ changeset, plan }) => ({
    ...changeset,
    planning: changeset.planning.key,
    workspace: plan.workspaces.key(changeset.workspace),
    kinds: plan.kinds,
  }));
  parts.push(`recorded as (
    insert into changesets (${QUOTED(COLUMNS.map((column) => column.name))})
    select ${QUOTED(
      COLUMNS.map(({ key }) => key),
      'r.',
    )}
    from counted, json_to_record(${row}::text::json) as r (${COLUMNS.map(({ key, type }) => `"${key}" ${type}`).join(', ')}))`);
  return { text: `with ${parts.join(',\n')}\n${end}`, read };
}
