import { keysOf } from '../../engine/recordOf.ts';
import { present } from '../../engine/present.ts';
import { query } from '../query.ts';
import { mapSlicedly, slicedly } from '../turns.ts';
import type { Sql } from '../connection/database.ts';
import { CHANGESET_COLUMNS, changesetOf, type ChangesetRow } from './changesetRow.ts';
import { diffCountOf } from './diffCountOf.ts';
import { diffsOf } from './differences.ts';
import type { Kind, Version } from './entities.ts';
import { historyInLayer } from './historyInLayer.ts';
import { DESCRIPTIONS, kindsOf, stab, type VersionRow, versionOf } from './kinds.ts';
import type { WorkspaceKeys } from './live.ts';
import type { PlanningRef } from './planningState.ts';
import { readWorkspaceKeys } from './readWorkspaceKeys.ts';
import type {
  AssignmentFilter,
  Changeset,
  ChangesetFilter,
  Diff,
  EndedAssignment,
  Page,
  StateInTime,
} from './store.ts';
import { StoreError } from '../storeError.ts';

/** SQL for the planning's head; rows beyond it are still being written. */
const HEAD = '(select head from plannings where key = $1::int)';

/** Number of diffs to read at once; a single change may have more. */
const MOST_DIFFS = 5000;

/** Maximum distance between changes that are read in one query, together with everything in between. */
const NEIGHBORS = 50;

const FILTERS: readonly (readonly [keyof ChangesetFilter, (value: string) => string])[] = [
  ['from', (value) => `c.at >= ${value}::bigint`],
  ['to', (value) => `c.at < ${value}::bigint`],
  ['author', (value) => `c.author = ${value}::text`],
  ['source', (value) => `c.source = ${value}::text`],
  [
    'operation',
    (value) => `c.change in (
      select t.from_change from operations t where t.planning = $1::int and t.id = ${value}::text and t.workspace = $2::int
      union select t.from_change from assignments t
        where t.planning = $1::int and t.operation = ${value}::text and t.workspace = $2::int)`,
  ],
];

/** Reads history: changesets, their diffs, and versions of entities. */
export class HistoryReader {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  async changesets(
    planning: PlanningRef,
    page: { readonly workspace: string | null; readonly limit: number; readonly before?: number } & ChangesetFilter,
  ): Promise<Page<Changeset>> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const values: (string | number)[] = [
      planning.key,
      workspaces.key(page.workspace),
      page.before ?? Number.MAX_SAFE_INTEGER,
      page.limit + 1,
    ];
    const clauses = FILTERS.flatMap(([member, clause]) => {
      const value = page[member];
      return value === undefined ? [] : [`and ${clause(`$${values.push(value)}`)}`];
    });
    const rows = await query<ChangesetRow>(
      this.sql,
      `select ${CHANGESET_COLUMNS} from changesets c
        where c.planning = $1::int and c.workspace = $2::int and c.change < $3::bigint ${clauses.join(' ')}
        order by c.change desc limit $4::int`,
      values,
    );
    const items = rows.slice(0, page.limit).map((row) => changesetOf(row, planning, workspaces));
    return { items, next: rows.length > page.limit ? (items.at(-1)?.change ?? null) : null };
  }

  async changeset(planning: PlanningRef, id: string): Promise<Changeset | undefined> {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined;
    const [row] = await query<ChangesetRow>(
      this.sql,
      `select ${CHANGESET_COLUMNS} from changesets c where c.id = $2::uuid and c.planning = $1::int`,
      [planning.key, id],
    );
    return row && changesetOf(row, planning, await readWorkspaceKeys(this.sql, planning));
  }

  async changesetsAfter(planning: PlanningRef, after: number, limit: number): Promise<Changeset[]> {
    const rows = await query<ChangesetRow>(
      this.sql,
      `select ${CHANGESET_COLUMNS} from changesets c
        where c.planning = $1::int and c.change > $2::bigint order by c.change limit $3::int`,
      [planning.key, after, limit],
    );
    if (rows.length === 0) return [];
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    return rows.map((row) => changesetOf(row, planning, workspaces));
  }

  /** Changes from `after` (exclusive) to `until` (inclusive), oldest first. Returns at most `limit`, and fewer if they are large. */
  async changesBetween(
    planning: PlanningRef,
    after: number,
    until: number,
    limit: number,
  ): Promise<readonly { readonly changeset: Changeset; readonly diffs: readonly Diff[] }[]> {
    const rows = await query<ChangesetRow>(
      this.sql,
      `select ${CHANGESET_COLUMNS} from changesets c
        where c.planning = $1::int and c.change > $2::bigint and c.change <= $3::bigint order by c.change limit $4::int`,
      [planning.key, after, until, limit],
    );
    if (rows.length === 0) return [];
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const read: ChangesetRow[] = [];
    let diffCount = 0;
    for (const row of rows) {
      diffCount += diffCountOf(row.counts);
      if (read.length > 0 && diffCount > MOST_DIFFS) break;
      read.push(row);
    }
    const last = read.at(-1)?.change ?? after;
    const kinds = read.reduce((bits, row) => bits | row.kinds, 0);
    const diffs = await this.readDiffs(planning, kinds, { after, until: last }, workspaces);
    return read.map((row) => ({
      changeset: changesetOf(row, planning, workspaces),
      diffs: diffs.get(row.change) ?? [],
    }));
  }

  /**
   * Compares each row that begins at the change with the row that it replaced in its layer. The first row of a workspace is compared with the
   * mainline's; a released row's successor is the mainline's row. Throws change_not_found.
   */
  async diff(planning: PlanningRef, change: number): Promise<Diff[]> {
    const [row] = await query<{ kinds: number }>(
      this.sql,
      'select kinds from changesets where planning = $1::int and change = $2::bigint',
      [planning.key, change],
    );
    if (row === undefined) throw new StoreError('change_not_found', `Change ${change} does not exist.`, { change });
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const diffs = await this.readDiffs(planning, row.kinds, { after: change - 1, until: change }, workspaces);
    return diffs.get(change) ?? [];
  }

  /** Changes that are close together are read in one query, including those of other layers in between. */
  async diffs(planning: PlanningRef, changesets: readonly Changeset[]): Promise<ReadonlyMap<number, readonly Diff[]>> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const runs: Changeset[][] = [];
    for (const changeset of changesets.toSorted((a, b) => a.change - b.change)) {
      const last = runs.at(-1)?.at(-1);
      if (last !== undefined && changeset.change - last.change <= NEIGHBORS) present(runs.at(-1)).push(changeset);
      else runs.push([changeset]);
    }
    const found = new Map<number, readonly Diff[]>(changesets.map(({ change }) => [change, []]));
    for (const run of runs) {
      const kinds = run.flatMap(({ counts }) => keysOf(counts));
      const bits = kinds.reduce((all, kind) => all | DESCRIPTIONS[kind].bit, 0);
      const range = { after: present(run[0]).change - 1, until: present(run.at(-1)).change };
      for (const [change, diffs] of await this.readDiffs(planning, bits, range, workspaces)) {
        if (found.has(change)) found.set(change, diffs);
      }
    }
    return found;
  }

  async changesAt(planning: PlanningRef, workspace: string | null, times: readonly number[]): Promise<StateInTime[]> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const values = [planning.key, workspaces.key(workspace), times.at(-1) ?? 0, JSON.stringify(times)];
    // For each time, the last change after the previous time and not after itself.
    const rows = await query<{ place: number; id: string; change: number; at: number }>(
      this.sql,
      `select distinct on (place) place, c.id, c.change, c.at from (
          select s.id, s.change, s.at, width_bucket(s.at - 1,
            array(select time::bigint from json_array_elements_text($4::text::json) with ordinality e(time, n) order by n)) as place
          from changesets s join plannings p on p.key = s.planning
          where s.planning = $1::int and s.workspace in (0, $2::int) and s.at <= $3::bigint
            and s.change > p.kept_from
        ) c order by place, c.change desc`,
      values,
    );
    const lastOf = new Map(rows.map(({ place, ...changeset }) => [place, changeset]));
    let changeset: StateInTime['changeset'] | undefined;
    return times.flatMap((at, place) => {
      changeset = lastOf.get(place) ?? changeset;
      return changeset === undefined ? [] : [{ at, changeset }];
    });
  }

  /** Diffs by change number. `kinds` has the bits of the kinds that any of the changes touched. */
  private async readDiffs(
    planning: PlanningRef,
    kinds: number,
    range: ChangeRange,
    workspaces: WorkspaceKeys,
  ): Promise<Map<number, Diff[]>> {
    const found = await Promise.all(kindsOf(kinds).map((kind) => this.diffKind(kind, planning, range, workspaces)));
    // The lists are in the order of the kinds.
    const byChange = new Map<number, Diff[]>();
    for await (const { change, diffs } of slicedly(found.flat())) {
      const list = byChange.get(change);
      if (list === undefined) byChange.set(change, [...diffs]);
      else list.push(...diffs);
    }
    return byChange;
  }

  /** The diffs of each row that begins in the range, in order of writing. */
  private async diffKind(
    kind: Kind,
    planning: PlanningRef,
    { after, until }: ChangeRange,
    workspaces: WorkspaceKeys,
  ): Promise<{ readonly change: number; readonly diffs: readonly Diff[] }[]> {
    const { table, keyColumn, sql } = DESCRIPTIONS[kind];
    const range = [stab(planning.key, after), stab(planning.key, until)];
    // The previous row of the layer, and the previous row of the mainline.
    const [begun, earlier] = await Promise.all([
      query<VersionRow>(this.sql, sql.begun, range),
      query<VersionRow & { readonly successor: number }>(
        this.sql,
        `select ${sql.columns('p')}, t.from_change as successor from ${table} t
          cross join lateral (
            (select * from ${table} b where b.planning = t.planning and b.${keyColumn} = t.${keyColumn}
              and b.from_change < t.from_change and b.workspace = t.workspace order by b.from_change desc limit 1)
            union all
            (select * from ${table} b where t.workspace <> 0 and b.planning = t.planning and b.${keyColumn} = t.${keyColumn}
              and b.from_change < t.from_change and b.workspace = 0 order by b.from_change desc limit 1)
          ) p
          where ((t.planning::bigint << 40) | t.from_change) > $1::bigint
            and ((t.planning::bigint << 40) | t.from_change) <= $2::bigint`,
        range,
      ),
    ]);
    const known = new Map<string, VersionRow>();
    for await (const row of slicedly(earlier))
      known.set(`${row.successor} ${row.workspace} ${String(row[keyColumn])}`, row);
    const live = (candidate: VersionRow | undefined) =>
      candidate === undefined || candidate.tombstone || candidate.released
        ? null
        : versionOf(kind, candidate, workspaces.id);
    return mapSlicedly(begun, (row) => {
      const before = (workspace: number) => known.get(`${row.fromChange} ${workspace} ${String(row[keyColumn])}`);
      const own = before(row.workspace);
      const mainline = before(0);
      const was = own !== undefined && !own.released ? live(own) : live(mainline);
      return { change: row.fromChange, diffs: diffsOf(was, row.released ? live(mainline) : live(row)) };
    });
  }

  async history<K extends Kind>(
    planning: PlanningRef,
    workspace: string | null,
    kind: K,
    id: string,
  ): Promise<Version<K>[]> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const { table, sql } = DESCRIPTIONS[kind];
    const rows = await query<VersionRow>(
      this.sql,
      `select ${sql.columns('t')} from ${table} t
        where t.planning = $1::int and t.id = $2 and t.workspace = $3::int and not t.released
          and t.from_change <= ${HEAD} order by t.from_change`,
      [planning.key, id, workspaces.key(workspace)],
    );
    return rows.map((row) => versionOf(kind, row, workspaces.id, true));
  }

  async versions<K extends Kind>(
    planning: PlanningRef,
    kind: K,
    wanted: readonly { readonly key: string; readonly versionId: string }[],
  ): Promise<Version<K>[]> {
    if (wanted.length === 0) return [];
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const { table, keyColumn, sql } = DESCRIPTIONS[kind];
    const rows = await query<VersionRow>(
      this.sql,
      `select ${sql.columns('t')} from ${table} t where t.planning = $1::int
        and t.${keyColumn} = any (array(select json_array_elements_text($2::text::json)))
        and t.version_id = any (array(select json_array_elements_text($3::text::json)::uuid))`,
      [
        planning.key,
        JSON.stringify(wanted.map(({ key }) => key)),
        JSON.stringify(wanted.map(({ versionId }) => versionId)),
      ],
    );
    return rows.map((row) => versionOf(kind, row, workspaces.id, true));
  }

  /** `until` is the last change to include. */
  async taskHistory(
    planning: PlanningRef,
    workspace: string | null,
    operation: string,
    until = Number.MAX_SAFE_INTEGER,
  ): Promise<Version<'task'>[]> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const layer = workspaces.key(workspace);
    const { sql } = DESCRIPTIONS.task;
    const rows = await query<VersionRow>(
      this.sql,
      `select ${sql.columns('t')} from tasks t
        where t.planning = $1::int and t.operation = $2 and t.workspace in (0, $3::int) and t.from_change <= least($4::bigint, ${HEAD})
        order by t.from_change, t.role, t.id`,
      [planning.key, operation, layer, until],
    );
    return historyInLayer(rows).map((row) => versionOf('task', row, workspaces.id, true));
  }

  async firstTasks(
    planning: PlanningRef,
    workspace: string | null,
    operations: readonly string[],
  ): Promise<Version<'task'>[]> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const { sql } = DESCRIPTIONS.task;
    const rows = await query<VersionRow>(
      this.sql,
      `select distinct on (t.operation, t.role) ${sql.columns('t')} from tasks t
        where t.planning = $1::int and t.operation = any (array(select json_array_elements_text($2::text::json)))
          and t.workspace in (0, $3::int) and not t.tombstone and not t.released and t.from_change <= ${HEAD}
        order by t.operation, t.role, t.from_change`,
      [planning.key, JSON.stringify(operations), workspaces.key(workspace)],
    );
    return rows.map((row) => versionOf('task', row, workspaces.id, true));
  }

  /**
   * The last version of each assignment id in the layer or below it, and when it ended, if it did: it was closed in its own layer, or hidden by the
   * draft's row for its operation.
   */
  async lastAssignments(
    planning: PlanningRef,
    workspace: string | null,
    change: number,
    { operation, id }: AssignmentFilter,
  ): Promise<EndedAssignment[]> {
    const workspaces = await readWorkspaceKeys(this.sql, planning);
    const { sql } = DESCRIPTIONS.assignment;
    const rows = await query<VersionRow & { hiddenFrom: number | null; hiddenAt: number | null }>(
      this.sql,
      `select ${sql.columns('t')}, h.from_change as "hiddenFrom", h.valid_from as "hiddenAt" from (
          select distinct on (a.id) a.* from assignments a
            where a.planning = $1::int and a.workspace in (0, $2::int) and a.from_change <= $3::bigint
              and not a.released and not a.tombstone
              ${operation === undefined ? '' : 'and a.operation = $4'} ${id === undefined ? '' : `and a.id = $${operation === undefined ? 4 : 5}`}
            order by a.id, a.workspace desc, a.from_change desc
        ) t left join lateral (
          select b.from_change, b.valid_from from assignments b
            where $2::int <> 0 and t.workspace = 0 and b.planning = $1::int and b.workspace = $2::int
              and b.operation = t.operation and b.from_change between t.from_change and $3::bigint and not b.released
            order by b.from_change limit 1
        ) h on true`,
      [planning.key, workspaces.key(workspace), change, ...[operation, id].filter((one) => one !== undefined)],
    );
    return rows.map((row) => {
      const version = versionOf('assignment', row, workspaces.id, true);
      const closed = row.toChange === null || row.toChange > change ? null : row.toChange;
      const isHidden = closed === null ? row.workspace === 0 : row.hiddenFrom !== null && row.hiddenFrom < closed;
      const endedAt = isHidden ? row.hiddenAt : row.validTo;
      return { version, endedAt: endedAt ?? row.validFrom, workspace: isHidden ? workspace : version.workspace };
    });
  }
}

/** Change numbers; `after` is exclusive, `until` inclusive. */
interface ChangeRange {
  readonly after: number;
  readonly until: number;
}
