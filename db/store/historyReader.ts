import type { Sql } from '../connection/database.ts';
import { columnsOf } from '../schema/columns.ts';
import { changesets as changesetTable } from '../schema/plannings.ts';
import { diffsOf, inOrder } from './differences.ts';
import type { Kind, Version } from './entities.ts';
import { DESCRIPTIONS, kindsOf, stab, type VersionRow, versionOf } from './kinds.ts';
import { WorkspaceKeys } from './live.ts';
import type { PlanningRef } from './planningState.ts';
import type { Changeset, Diff, Page } from './store.ts';
import { StoreError } from './storeError.ts';

type ChangesetRow = typeof changesetTable.$inferSelect;
const CHANGESET_COLUMNS = columnsOf(changesetTable)
  .map(({ key, name }) => `c."${name}" as "${key}"`)
  .join(', ');

/** Reads what was: changesets, their diffs, and entities' versions. */
export class HistoryReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async changesets(
    planning: PlanningRef,
    page: { readonly workspace: string | null; readonly limit: number; readonly before?: number },
  ): Promise<Page<Changeset>> {
    const workspaces = await this.#workspaces(planning);
    const rows = await this.#run<ChangesetRow>(
      `select ${CHANGESET_COLUMNS} from changesets c
        where c.planning = $1::int and c.workspace = $2::int and c.change < $3::bigint order by c.change desc limit $4::int`,
      [planning.key, workspaces.key(page.workspace), page.before ?? Number.MAX_SAFE_INTEGER, page.limit + 1],
    );
    const items = rows.slice(0, page.limit).map((row) => changesetOf(row, planning, workspaces));
    return { items, next: rows.length > page.limit ? (items.at(-1)?.change ?? null) : null };
  }

  async changeset(planning: PlanningRef, id: string): Promise<Changeset | undefined> {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined;
    const [row] = await this.#run<ChangesetRow>(
      `select ${CHANGESET_COLUMNS} from changesets c where c.id = $2::uuid and c.planning = $1::int`,
      [planning.key, id],
    );
    return row && changesetOf(row, planning, await this.#workspaces(planning));
  }

  async changesetsAfter(planning: PlanningRef, after: number, limit: number): Promise<Changeset[]> {
    const rows = await this.#run<ChangesetRow>(
      `select ${CHANGESET_COLUMNS} from changesets c
        where c.planning = $1::int and c.change > $2::bigint order by c.change limit $3::int`,
      [planning.key, after, limit],
    );
    if (rows.length === 0) return [];
    const workspaces = await this.#workspaces(planning);
    return rows.map((row) => changesetOf(row, planning, workspaces));
  }

  /**
   * Each row that begins at the change, against the one that it replaced in its layer; a workspace's first one against what the mainline had,
   * a released one's successor is the mainline's. Throws change_not_found.
   */
  async diff(planning: PlanningRef, change: number): Promise<Diff[]> {
    const [row] = await this.#run<{ kinds: number }>(
      'select kinds from changesets where planning = $1::int and change = $2::bigint',
      [planning.key, change],
    );
    if (row === undefined) throw new StoreError('change_not_found', `Change ${change} does not exist.`, { change });
    const workspaces = await this.#workspaces(planning);
    const diffs = await Promise.all(
      kindsOf(row.kinds).map((kind) => this.#diffKind(kind, planning, change, workspaces)),
    );
    return inOrder(diffs.flat());
  }

  async #diffKind(kind: Kind, planning: PlanningRef, change: number, workspaces: WorkspaceKeys): Promise<Diff[]> {
    const { table, keyColumn, sql } = DESCRIPTIONS[kind];
    const begun = await this.#run<VersionRow>(sql.begun, [stab(planning.key, change - 1), stab(planning.key, change)]);
    // What the layer had, and what the mainline had, just before.
    const earlier = await this.#run<VersionRow>(
      `select ${sql.columns('p')} from ${table} t
        cross join lateral (
          (select * from ${table} b where b.planning = t.planning and b.${keyColumn} = t.${keyColumn}
            and b.from_change < $2::bigint and b.workspace = t.workspace order by b.from_change desc limit 1)
          union all
          (select * from ${table} b where t.workspace <> 0 and b.planning = t.planning and b.${keyColumn} = t.${keyColumn}
            and b.from_change < $2::bigint and b.workspace = 0 order by b.from_change desc limit 1)
        ) p
        where ((t.planning::bigint << 40) | t.from_change) = $1::bigint`,
      [stab(planning.key, change), change],
    );
    const byKey = Map.groupBy(earlier, (row) => `${row.workspace} ${String(row[keyColumn])}`);
    const live = (candidate: VersionRow | undefined) =>
      candidate === undefined || candidate.tombstone || candidate.released
        ? null
        : versionOf(kind, candidate, workspaces.id);
    return begun.flatMap((row) => {
      const key = String(row[keyColumn]);
      const own = byKey.get(`${row.workspace} ${key}`)?.[0];
      const mainline = byKey.get(`0 ${key}`)?.[0];
      const before = own !== undefined && !own.released ? live(own) : live(mainline);
      const after = row.released ? live(mainline) : live(row);
      return diffsOf(before, after);
    });
  }

  async history<K extends Kind>(
    planning: PlanningRef,
    workspace: string | null,
    kind: K,
    id: string,
  ): Promise<Version<K>[]> {
    const workspaces = await this.#workspaces(planning);
    const { table, sql } = DESCRIPTIONS[kind];
    const rows = await this.#run<VersionRow>(
      `select ${sql.columns('t')} from ${table} t
        where t.planning = $1::int and t.id = $2 and t.workspace = $3::int and not t.released order by t.from_change`,
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
    const workspaces = await this.#workspaces(planning);
    const { table, keyColumn, sql } = DESCRIPTIONS[kind];
    const rows = await this.#run<VersionRow>(
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

  /** `until`: the last change that counts. */
  async taskHistory(
    planning: PlanningRef,
    workspace: string | null,
    operation: string,
    until = Number.MAX_SAFE_INTEGER,
  ): Promise<Version<'task'>[]> {
    const workspaces = await this.#workspaces(planning);
    const layer = workspaces.key(workspace);
    const { sql } = DESCRIPTIONS.task;
    const rows = await this.#run<VersionRow>(
      `select ${sql.columns('t')} from tasks t
        where t.planning = $1::int and t.operation = $2 and t.workspace in (0, $3::int) and t.from_change <= $4::bigint
        order by t.from_change, t.role, t.id`,
      [planning.key, operation, layer, until],
    );
    // What the draft wrote before it let go of a task is no part of the task's history there.
    const releasedAt = new Map(rows.filter(({ released }) => released).map((row) => [row.id, row.fromChange]));
    const versions = rows
      .filter((row) => !row.tombstone && !row.released)
      .filter((row) => row.workspace === 0 || row.fromChange > (releasedAt.get(row.id) ?? 0))
      .map((row) => versionOf('task', row, workspaces.id, true));
    // A draft's own versions continue the mainline's at the one that each task branched from.
    const baseOf = new Map(versions.filter((version) => version.workspace !== null).map(({ id, base }) => [id, base]));
    return versions.filter(({ id, workspace: own, change }) => {
      if (own !== null || !baseOf.has(id)) return true;
      const base = versions.find((candidate) => candidate.versionId === baseOf.get(id));
      return base !== undefined && change <= base.change;
    });
  }

  async firstTasks(
    planning: PlanningRef,
    workspace: string | null,
    operations: readonly string[],
  ): Promise<Version<'task'>[]> {
    const workspaces = await this.#workspaces(planning);
    const { sql } = DESCRIPTIONS.task;
    const rows = await this.#run<VersionRow>(
      `select distinct on (t.operation, t.role) ${sql.columns('t')} from tasks t
        where t.planning = $1::int and t.operation = any (array(select json_array_elements_text($2::text::json)))
          and t.workspace in (0, $3::int) and not t.tombstone and not t.released
        order by t.operation, t.role, t.from_change`,
      [planning.key, JSON.stringify(operations), workspaces.key(workspace)],
    );
    return rows.map((row) => versionOf('task', row, workspaces.id, true));
  }

  /** The latest version of each assignment id, in the layer or below it, newest first. */
  async lastAssignments(
    planning: PlanningRef,
    workspace: string | null,
    change: number,
    operation: string | undefined,
  ): Promise<Version<'assignment'>[]> {
    const workspaces = await this.#workspaces(planning);
    const { sql } = DESCRIPTIONS.assignment;
    const rows = await this.#run<VersionRow>(
      `select ${sql.columns('t')} from (
          select distinct on (a.id) a.* from assignments a
            where a.planning = $1::int and a.workspace in (0, $2::int) and a.from_change <= $3::bigint and not a.released
              and ($4::text is null or a.operation = $4)
            order by a.id, a.from_change desc
        ) t
        order by t.from_change desc, t.id`,
      [planning.key, workspaces.key(workspace), change, operation ?? null],
    );
    return rows.map((row) => versionOf('assignment', row, workspaces.id, true));
  }

  async #workspaces(planning: PlanningRef): Promise<WorkspaceKeys> {
    const rows = await this.#run<{ id: string; key: number }>(
      'select id, key from workspace_keys where planning = $1::int',
      [planning.key],
    );
    return new WorkspaceKeys(rows.map(({ id, key }) => [id, key]));
  }

  #run<T extends object>(text: string, values: readonly (string | number | null)[]): Promise<T[]> {
    return this.#sql.unsafe(text, [...values], { prepare: true }) as unknown as Promise<T[]>;
  }
}

const changesetOf = (row: ChangesetRow, planning: PlanningRef, workspaces: WorkspaceKeys): Changeset => ({
  id: row.id,
  change: row.change,
  planning,
  workspace: workspaces.id(row.workspace),
  at: row.at,
  source: row.source,
  author: row.author,
  message: row.message,
  details: row.details,
  counts: row.counts,
});
