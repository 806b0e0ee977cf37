import { columnsOf, insertFrom } from '../schema/columns.ts';
import { changesets } from '../schema/plannings.ts';
import { VERSION_TABLES } from '../schema/versions.ts';
import { type ChangesetPlan, kindsInPlan, tableRows } from './changesetPlan.ts';
import { type Kind, KINDS } from './entities.ts';
import { DESCRIPTIONS } from './kinds.ts';
import { keyOf } from './layer.ts';
import type { Changeset } from './store.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

const COLUMNS = columnsOf(changesets);
const QUOTED = (names: readonly string[], prefix = '') => names.map((name) => `${prefix}"${name}"`).join(', ');

/**
 * A whole changeset as one statement: ids, closed versions, their successors, the counter and the changeset's own row. Its text depends on the
 * kinds written and not on how many rows there are, so that it is prepared once and a write is one round trip.
 */
export function changesetStatement(changeset: Changeset, plan: ChangesetPlan): Statement {
  const values: (string | number | null)[] = [];
  const param = (value: string | number | null) => `$${values.push(value)}`;
  const json = (value: unknown) => param(JSON.stringify(value));
  const parts: string[] = [];
  const planning = param(changeset.planning.key);
  const change = param(changeset.change);
  const at = param(changeset.at);

  for (const strict of [true, false]) {
    const identities = plan.identities.filter((identity) => identity.strict === strict);
    if (identities.length === 0) continue;
    parts.push(`identified_${strict ? 'strictly' : 'again'} as (
      insert into identities (organization, kind, id, planning)
      select ${param(changeset.planning.organization)}::text, r.kind, r.id, ${planning}::int
      from json_to_recordset(${json(identities.map(({ kind, id }) => ({ kind: KINDS.indexOf(kind), id })))}::text::json)
        as r (kind smallint, id text)
      ${strict ? '' : 'on conflict do nothing'})`);
  }
  if (plan.newWorkspaces.length > 0) {
    parts.push(`keyed as (
      insert into workspace_keys (planning, key, id) select ${planning}::int, r.key, r.id
      from json_to_recordset(${json(plan.newWorkspaces)}::text::json) as r (key integer, id text))`);
  }
  for (const kind of kindsInPlan(plan)) parts.push(...kindParts(kind, plan, { planning, change, at, param, json }));
  parts.push(
    `counted as (update plannings set head = ${change}::bigint, changed_at = ${at}::bigint where key = ${planning}::int)`,
  );

  const row = {
    ...changeset,
    planning: changeset.planning.key,
    workspace: plan.workspaces.key(changeset.workspace),
    kinds: plan.kinds,
  };
  return {
    text: `with ${parts.join(',\n')}
      insert into changesets (${QUOTED(COLUMNS.map(({ name }) => name))})
      select ${QUOTED(
        COLUMNS.map(({ key }) => key),
        'r.',
      )}
      from json_to_record(${json(row)}::text::json) as r (${COLUMNS.map(({ key, type }) => `"${key}" ${type}`).join(', ')})`,
    values,
  };
}

interface Parameters {
  readonly planning: string;
  readonly change: string;
  readonly at: string;
  readonly param: (value: string | number | null) => string;
  readonly json: (value: unknown) => string;
}

function kindParts(kind: Kind, plan: ChangesetPlan, { planning, change, at, param, json }: Parameters): string[] {
  const { table, keyColumn } = DESCRIPTIONS[kind];
  const rows = plan.rows.filter(({ version }) => version.kind === kind);
  const replacing = rows.filter(({ replaces }) => replaces);
  const insert = insertFrom(VERSION_TABLES[kind], json(tableRows(plan, changesetPlanning(plan), kind)));
  if (replacing.length === 0) return [`begun_${kind} as (${insert})`];
  const close = `closed_${kind} as (
    update ${table} set to_change = ${change}::bigint, valid_to = ${at}::bigint
    where planning = ${planning}::int and workspace = ${param(rows[0]?.layer ?? 0)}::int and to_change is null
      and ${keyColumn} = any (array(select json_array_elements_text(${json(replacing.map(({ version }) => keyOf(version)))}::text::json)))
    returning 1)`;
  // Counting what was closed makes the new rows wait for it: an entity never has two current ones.
  return [close, `begun_${kind} as (${insert} cross join (select count(*) from closed_${kind}) as closed)`];
}

const changesetPlanning = (plan: ChangesetPlan): number => plan.live.planning.key;
