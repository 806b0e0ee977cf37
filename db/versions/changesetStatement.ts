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

const prepare = ({ step, strict, again, workspaces, kinds }: Shape): Prepared => {
  const text = new StatementText();
  if (step === 'piece') text.requirePrevious();
  else text.moveHead();
  if (strict) text.identify(true);
  if (again) text.identify(false);
  if (workspaces) text.keyWorkspaces();
  for (const [kind, isReplacing] of kinds) {
    if (isReplacing) text.replaceRows(kind);
    else text.beginRows(kind);
  }
  if (step === 'last') text.unstage();
  if (step !== 'piece') text.record();
  return text.prepared();
};

/** The text of a statement, one common table expression after the other; each depends on `counted`, which is empty if the planning is at another change. */
class StatementText {
  private readonly parts: string[] = [];
  private readonly read: Prepared['read'][number][] = [];
  private readonly planning = `${this.param(({ changeset }) => changeset.planning.key)}::int`;
  private readonly change = `${this.param(({ changeset }) => changeset.change)}::bigint`;
  private time: string | undefined;

  requirePrevious(): void {
    const { planning, change } = this;
    this.parts.push(`counted as (
      select ${planning} as key
      where not exists (select 1 from plannings where key = ${planning} and head <> ${change} - 1))`);
  }

  moveHead(): void {
    const { planning, change, at } = this;
    const maxAge = this.param(({ maxAgeMs }) => maxAgeMs);
    this.parts.push(`counted as (
      update plannings set head = ${change}, changed_at = ${at}
      where key = ${planning} and head = ${change} - 1 and changed_at <= ${at}
        and (${maxAge}::bigint is null or ${CLOCK} - ${at} between 0 and ${maxAge}::bigint)
      returning key)`);
  }

  identify(isStrict: boolean): void {
    const organization = this.param(({ changeset }) => changeset.planning.organization);
    const ids = this.json(({ plan }) =>
      plan.identities
        .filter((identity) => identity.strict === isStrict)
        .map(({ kind, id }) => ({ kind: KINDS.indexOf(kind), id })),
    );
    this.parts.push(`identified_${isStrict ? 'strictly' : 'again'} as (
      insert into identities (organization, kind, id, planning)
      select ${organization}::text, r.kind, r.id, counted.key
      from counted, json_to_recordset(${ids}::text::json) as r (kind smallint, id text)
      ${isStrict ? '' : 'on conflict do nothing'})`);
  }

  keyWorkspaces(): void {
    const workspaces = this.json(({ plan }) => plan.newWorkspaces);
    this.parts.push(`keyed as (
      insert into workspace_keys (planning, key, id) select counted.key, r.key, r.id
      from counted, json_to_recordset(${workspaces}::text::json) as r (key integer, id text))`);
  }

  beginRows(kind: Kind): void {
    this.parts.push(`begun_${kind} as (${this.insertRows(kind)})`);
  }

  /** Closes the rows that are replaced, and begins their successors. */
  replaceRows(kind: Kind): void {
    const { table, keyColumn } = DESCRIPTIONS[kind];
    const layer = this.param(({ plan }) => rowsOf(plan, kind)[0]?.layer ?? 0);
    const keys = this.json(({ plan }) => replacingOf(plan, kind).map(({ version }) => keyOf(version)));
    this.parts.push(`closed_${kind} as (
      update ${table} set to_change = ${this.change}, valid_to = ${this.at} from counted
      where planning = ${this.planning} and workspace = ${layer}::int and to_change is null
        and ${keyColumn} = any (array(select json_array_elements_text(${keys}::text::json)))
      returning 1)`);
    // Selecting the count of closed rows makes the insert wait for the update, so that an entity never has two current rows.
    this.parts.push(
      `begun_${kind} as (${this.insertRows(kind)} cross join (select count(*) from closed_${kind}) as closed)`,
    );
  }

  unstage(): void {
    this.parts.push(`settled as (delete from staged_changes where planning = ${this.planning})`);
  }

  /** Writes the changeset's own row. */
  record(): void {
    const row = this.json(({ changeset, plan }) => ({
      ...changeset,
      planning: changeset.planning.key,
      workspace: plan.workspaces.key(changeset.workspace),
      kinds: plan.kinds,
    }));
    const names = QUOTED(COLUMNS.map(({ name }) => name));
    const keys = COLUMNS.map(({ key }) => key);
    const types = COLUMNS.map(({ key, type }) => `"${key}" ${type}`).join(', ');
    this.parts.push(`recorded as (
      insert into changesets (${names})
      select ${QUOTED(keys, 'r.')} from counted, json_to_record(${row}::text::json) as r (${types}))`);
  }

  prepared(): Prepared {
    return { text: `with ${this.parts.join(',\n')}\nselect ${CLOCK} as clock from counted`, read: this.read };
  }

  private insertRows(kind: Kind): string {
    const rows = this.json(({ plan }) => tableRows(plan, plan.live.planning.key, kind));
    return `${insertFrom(VERSION_TABLES[kind], rows)} cross join counted`;
  }

  /** The changeset's time. A parameter only where it is used, because PostgreSQL refuses others. */
  private get at(): string {
    this.time ??= `${this.param(({ changeset }) => changeset.at)}::bigint`;
    return this.time;
  }

  /** A parameter in JSON, to be cast from text. */
  private json(value: (written: Written) => unknown): string {
    return this.param((written) => JSON.stringify(value(written)));
  }

  private param(value: Prepared['read'][number]): string {
    return `$${this.read.push(value)}`;
  }
}
