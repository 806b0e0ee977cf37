import { present } from '../../engine/present.ts';
import { CLOCK, query, queryOne, type Value } from '../query.ts';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';
import { assignmentsOf, PLANNING, selectList } from '../schema/columns.ts';
import { runs as runTable } from '../schema/runs.ts';
import type { Signals } from '../signals/signals.ts';
import type { NewRun, Run, RunGuard, RunResultText, Runs, RunStatus } from './runs.ts';

type RunRow = Omit<typeof runTable.$inferSelect, keyof typeof PLANS | 'planning'> &
  Record<keyof typeof PLANS, boolean> &
  Pick<Run, 'planning'>;

/** Columns with whole plans; only their presence is selected. */
const PLANS = { incumbent: 'r.incumbent is not null', result: 'r.result is not null' };
/** A result without its two long lists. */
const SUMMARY = "(result - 'assignments' - 'moves')::text as summary";
const RUN = selectList(runTable, 'r', { ...PLANS, ...PLANNING });

const runOf = ({ incumbent, result, ...row }: RunRow): Run => ({
  ...row,
  hasIncumbent: incumbent,
  hasResult: result,
});

/** Updates tasks and signals each change. */
class RunWriter {
  private readonly sql: Sql;
  private readonly signals: Signals;

  constructor(sql: Sql, signals: Signals) {
    this.sql = sql;
    this.signals = signals;
  }

  /** Runs a statement that returns the changed task, and signals it. */
  async change(text: string, values: readonly Value[], outer?: TransactionSql): Promise<Run | undefined> {
    const row = await queryOne<RunRow>(outer ?? this.sql, text, values);
    if (row === undefined) return undefined;
    if (outer === undefined) this.signals.committed([{ kind: 'task', id: row.id }]);
    else await this.signals.announce(outer, [{ kind: 'task', id: row.id }]);
    return runOf(row);
  }

  /** Sets columns of a task if the guard holds. */
  set(
    id: string,
    guard: RunGuard,
    assignments: readonly string[],
    values: Value[],
    outer?: TransactionSql,
  ): Promise<Run | undefined> {
    const param = (value: Value, type: string) => `$${values.push(value)}::${type}`;
    const where = [
      `r.id = ${param(id, 'text')}`,
      `r.status = any (array(select json_array_elements_text(${param(JSON.stringify(guard.from), 'text')}::json)))`,
      ...(guard.attempt === undefined ? [] : [`r.attempt = ${param(guard.attempt, 'int')}`]),
      ...(guard.solves === undefined
        ? []
        : [
            `r.solver = ${param(guard.solves.solver, 'text')}`,
            `r.parameters = ${param(JSON.stringify(guard.solves.parameters), 'text')}::jsonb`,
          ]),
    ];
    const set = assignments.length === 0 ? ['name = name'] : assignments;
    return this.change(
      `update runs r set ${set.join(', ')} from plannings p where p.key = r.planning and ${where.join(' and ')} returning ${RUN}`,
      values,
      outer,
    );
  }
}

export const openRuns = ({ sql }: Database, signals: Signals): Runs => {
  const writer = new RunWriter(sql, signals);
  return { ...readRuns(sql), ...writeRuns(sql, signals, writer), ...workOnRuns(sql, writer) };
};

const readRuns = (
  sql: Sql,
): Pick<Runs, 'get' | 'incumbent' | 'result' | 'resultSummary' | 'list' | 'live' | 'lockForFinish'> => ({
  async get(id, outer) {
    const [row] = await query<RunRow>(
      outer ?? sql,
      `select ${RUN} from runs r join plannings p on p.key = r.planning where r.id = $1`,
      [id],
    );
    return row && runOf(row);
  },
  async incumbent(id) {
    const row = await queryOne<{ plan: string | null }>(sql, 'select incumbent::text as plan from runs where id = $1', [
      id,
    ]);
    return row?.plan ?? null;
  },
  async result(id) {
    const lists = "(result -> 'assignments')::text as assignments, (result -> 'moves')::text as moves";
    const row = await queryOne<RunResultText>(
      sql,
      `select ${SUMMARY}, ${lists} from runs where id = $1 and result is not null`,
      [id],
    );
    return row ?? null;
  },
  async resultSummary(id) {
    const row = await queryOne<Pick<RunResultText, 'summary'>>(sql, `select ${SUMMARY} from runs where id = $1`, [id]);
    return row?.summary ?? null;
  },
  async list(planning, { limit, before, workspace }) {
    const rows = await query<RunRow>(
      sql,
      `select ${RUN} from runs r join plannings p on p.key = r.planning where r.planning = $1::int
        and ($2::text is null or (r.created_at, r.id) < ($5::bigint, $2))
        and ($4::text is null or r.workspace = $4)
        order by r.created_at desc, r.id desc limit $3::int`,
      [planning.key, before?.id ?? null, limit, workspace ?? null, before?.createdAt ?? null],
    );
    return rows.map(runOf);
  },
  async live() {
    const rows = await query<RunRow>(
      sql,
      `select ${RUN} from runs r join plannings p on p.key = r.planning where r.status in ('STARTING', 'RUNNING')
        order by r.created_at, r.id`,
      [],
    );
    return rows.map(runOf);
  },
  async lockForFinish(tx, id, attempt) {
    const [row] = await query<RunRow>(
      tx,
      `select ${RUN} from runs r join plannings p on p.key = r.planning
        where r.id = $1 and r.attempt = $2::int and r.status in ('STARTING', 'RUNNING') for update of r`,
      [id, attempt],
    );
    return row && runOf(row);
  },
});

const writeRuns = (
  sql: Sql,
  signals: Signals,
  writer: RunWriter,
): Pick<Runs, 'create' | 'update' | 'transition' | 'delete'> => ({
  async create(task: NewRun, outer) {
    const created = await writer.change(
      `with r as (
        insert into runs (id, planning, workspace, name, status, solver, parameters, dry_run, created_by, webhook_secret,
          created_at, snapshot_change, started_at, cancel_apply, attempt)
        values ($1, $2::int, $3, $4, $5, $6, $7::text::jsonb, $8::boolean, $9, $10, ${CLOCK}, $11::bigint, $12::bigint, true, 0)
        returning *
      ) select ${RUN} from r join plannings p on p.key = r.planning`,
      [
        task.id,
        task.planning.key,
        task.workspace,
        task.name,
        task.status,
        task.solver,
        JSON.stringify(task.parameters),
        task.dryRun,
        task.createdBy,
        task.webhookSecret,
        task.snapshotChange,
        task.startedAt,
      ],
      outer,
    );
    return present(created);
  },
  update(id, guard, change, outer) {
    const values: Value[] = [];
    return writer.set(id, guard, assignmentsOf(runTable, change, values), values, outer);
  },
  transition(id, guard, to: RunStatus, change = {}, outer) {
    const values: Value[] = [to];
    return writer.set(id, guard, ['status = $1::text', ...assignmentsOf(runTable, change, values)], values, outer);
  },
  async delete(id) {
    const rows = await query(sql, 'delete from runs where id = $1 returning id', [id]);
    if (rows.length > 0) signals.committed([{ kind: 'task', id }]);
    return rows.length > 0;
  },
});

/** The methods that workers use. */
const workOnRuns = (sql: Sql, writer: RunWriter): Pick<Runs, 'claim' | 'heartbeat' | 'release'> => ({
  claim(id, worker, staleMs) {
    return writer.change(
      `update runs r set status = 'RUNNING', worker = $2, heartbeat_at = ${CLOCK}, attempt = r.attempt + 1,
          started_at = coalesce(r.started_at, ${CLOCK})
        from plannings p where p.key = r.planning and r.id = $1 and r.solver <> 'external'
          and (r.status = 'STARTING' or (r.status = 'RUNNING' and coalesce(r.heartbeat_at, 0) < ${CLOCK} - $3::bigint))
        returning ${RUN}`,
      [id, worker, staleMs],
    );
  },
  async heartbeat(id, attempt) {
    const rows = await query(
      sql,
      `update runs set heartbeat_at = ${CLOCK} where id = $1 and attempt = $2::int and status = 'RUNNING' returning id`,
      [id, attempt],
    );
    return rows.length > 0;
  },
  async release(id, attempt, outer) {
    await writer.change(
      `update runs r set heartbeat_at = null from plannings p
        where p.key = r.planning and r.id = $1 and r.attempt = $2::int and r.status = 'RUNNING' returning ${RUN}`,
      [id, attempt],
      outer,
    );
  },
});
