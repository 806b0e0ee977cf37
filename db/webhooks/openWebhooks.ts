import type { Database, TransactionSql } from '../connection/database.ts';
import { query, type Value } from '../query.ts';
import { assignmentsOf, insertFrom, PLANNING, selectList } from '../schema/columns.ts';
import { webhookDeliveries, webhooks } from '../schema/webhooks.ts';
import type { Delivery, Taken, Webhook, Webhooks } from './webhooks.ts';

type Row = Omit<typeof webhooks.$inferSelect, 'planning'> & Pick<Webhook, 'planning'>;

const HOOK = selectList(webhooks, 'w', PLANNING);
const HOOKS = `select ${HOOK} from webhooks w join plannings p on p.key = w.planning`;

const webhookOf = ({ leasedUntil: _leasedUntil, takenAt: _takenAt, ...webhook }: Row): Webhook => webhook;

const found = (rows: readonly Row[]): Webhook | undefined => rows[0] && webhookOf(rows[0]);

export const openWebhooks = (database: Database): Webhooks => ({
  ...subscriptions(database.sql),
  ...skipping(database),
  ...filling(database.sql),
  ...sending(database.sql),
  ...sent(database.sql),
});

type Sql = Database['sql'];

const subscriptions = (sql: Sql): Pick<Webhooks, 'create' | 'list' | 'get' | 'update' | 'rotate' | 'remove'> => {
  const getIn = async (on: Sql | TransactionSql, key: number, id: string): Promise<Webhook | undefined> =>
    found(await query<Row>(on, `${HOOKS} where w.planning = $1::int and w.id = $2`, [key, id]));
  return {
    get: ({ key }, id) => getIn(sql, key, id),
    async create(tx, { planning: { key }, events, ...hook }, most) {
      // The lock makes concurrent requests count one after the other.
      await tx`select key from plannings where key = ${key} for no key update`;
      const rows = await tx`
        insert into webhooks (id, planning, url, description, events, enabled, secret, cursor, created_by, created_at, updated_by, updated_at)
          select ${hook.id}::text, p.key, ${hook.url}::text, ${hook.description}::text, ${JSON.stringify(events)}::text::jsonb, ${hook.enabled}::boolean,
            ${hook.secret}::text, p.head, ${hook.createdBy}::text, ${hook.createdAt}::bigint, ${hook.createdBy}::text, ${hook.createdAt}::bigint
          from plannings p where p.key = ${key} and (select count(*) from webhooks w where w.planning = ${key}) < ${most}
          returning id`;
      return rows.length > 0 ? getIn(tx, key, hook.id) : undefined;
    },
    async list({ key }) {
      const rows = await query<Row>(sql, `${HOOKS} where w.planning = $1::int order by w.created_at, w.id`, [key]);
      return rows.map(webhookOf);
    },
    async update({ key }, id, change) {
      const values: Value[] = [key, id];
      const set = assignmentsOf(webhooks, change, values).join(', ');
      return found(
        await query<Row>(
          sql,
          `update webhooks w set ${set} from plannings p where p.key = w.planning and w.planning = $1::int and w.id = $2 returning ${HOOK}`,
          values,
        ),
      );
    },
    async rotate({ key }, id, { secret, until, most, updatedBy, updatedAt }) {
      const signing = `(select coalesce(jsonb_agg(s), '[]') from jsonb_array_elements(w.previous_secrets) s where (s->>'until')::bigint > $5::bigint)`;
      return found(
        await query<Row>(
          sql,
          `update webhooks w set secret = $3, updated_by = $6, updated_at = $5::bigint,
              previous_secrets = ${signing} || jsonb_build_array(jsonb_build_object('secret', w.secret, 'until', $4::bigint))
            from plannings p where p.key = w.planning and w.planning = $1::int and w.id = $2
              and (jsonb_array_length(${signing}) < $7::int or $4::bigint <= $5::bigint)
            returning ${HOOK}`,
          [key, id, secret, until, updatedAt, updatedBy, most],
        ),
      );
    },
    async remove({ key }, id) {
      const rows = await sql`delete from webhooks where planning = ${key} and id = ${id} returning id`;
      return rows.length > 0;
    },
  };
};

const skipping = (database: Database): Pick<Webhooks, 'skip'> => ({
  skip({ key }, id, { updatedBy, updatedAt }) {
    return database.transaction(async (tx) => {
      // The lock on the webhook comes first, so that no node adds deliveries of earlier changes afterward.
      const skipped = await query<Row>(
        tx,
        `update webhooks w set cursor = p.head, updated_by = $3, updated_at = $4::bigint from plannings p
          where p.key = w.planning and w.planning = $1::int and w.id = $2 returning ${HOOK}`,
        [key, id, updatedBy, updatedAt],
      );
      if (skipped.length > 0) await tx`delete from webhook_deliveries where webhook = ${id} and status = 'waiting'`;
      return found(skipped);
    });
  },
});

/** Makes deliveries of new changes. */
const filling = (sql: Sql): Pick<Webhooks, 'watched' | 'behind' | 'advance'> => {
  return {
    async watched() {
      const rows = await sql<{ planning: number }[]>`select distinct planning from webhooks where enabled`;
      return rows.map(({ planning }) => planning);
    },
    async behind(mostWaiting, limit) {
      const rows = await query<Row & { readonly head: number }>(
        sql,
        `select ${HOOK}, p.head from webhooks w join plannings p on p.key = w.planning
          where w.enabled and w.cursor < p.head
            and (select count(*) from webhook_deliveries d where d.webhook = w.id and d.status = 'waiting') < $1::int
          order by w.id limit $2::int`,
        [mostWaiting, limit],
      );
      return rows.map(({ head, ...row }) => ({ ...webhookOf(row), head }));
    },
    async advance({ id, cursor }, to, deliveries) {
      const rows = deliveries.map((one) => ({
        ...one,
        webhook: id,
        status: 'waiting',
        attempts: 0,
        nextAt: one.createdAt,
      }));
      const moved = await query<{ id: string }>(
        sql,
        `with moved as (update webhooks set cursor = $3::bigint where id = $1 and cursor = $2::bigint returning id),
           added as (${insertFrom(webhookDeliveries, '$4')} where exists (select 1 from moved))
         select id from moved`,
        [id, cursor, to, JSON.stringify(rows)],
      );
      return moved.length > 0;
    },
  };
};

/** No lease and no attempt is this far ahead, so one that is was stored before the database's clock was set back, and does not count. */
const SET_BACK_MS = 10 * 60_000;
/** Whether the delivery `d` is due at `$1`. */
const DUE = `(d.next_at <= $1::bigint or coalesce(d.last_at, d.created_at) > $1::bigint + ${SET_BACK_MS})`;

const sending = (sql: Sql): Pick<Webhooks, 'take' | 'settle' | 'drop' | 'disable'> => {
  /** Whether the webhook is still leased as it was taken. */
  const isHeld = ({ webhook: { id }, takenAt }: Taken) => sql`id = ${id} and taken_at = ${takenAt}::bigint`;
  return {
    async take(now, leaseMs) {
      const [row] = await query<Row & Pick<Taken, 'delivery'>>(
        sql,
        `with due as (
           select w.id from webhooks w where w.enabled and (w.leased_until <= $1::bigint or w.leased_until > $1::bigint + ${SET_BACK_MS}) and exists (
             select 1 from webhook_deliveries d where d.webhook = w.id and d.status = 'waiting' and ${DUE})
           order by w.taken_at, w.id limit 1 for update skip locked),
         taken as (update webhooks w set leased_until = $1::bigint + $2::bigint, taken_at = $1::bigint from due where w.id = due.id returning w.*)
         select ${HOOK}, to_json(d) as delivery from taken w join plannings p on p.key = w.planning
           join lateral (select ${selectList(webhookDeliveries, 'd')} from webhook_deliveries d
             where d.webhook = w.id and d.status = 'waiting' and ${DUE} order by d.change, d.id limit 1) d on true`,
        [now, leaseMs],
      );
      if (row === undefined) return undefined;
      const { delivery, ...hook } = row;
      return { webhook: webhookOf(hook), delivery, takenAt: now };
    },
    async settle(taken, { status, at, httpStatus, error, nextAt, restUntil, isBack }) {
      const { id, webhook } = taken.delivery;
      const isDelivered = status === 'delivered';
      await sql`
        with held as (
          update webhooks set leased_until = ${restUntil}::bigint, failures = case when ${isDelivered}::boolean then 0 else failures + 1 end
            where ${isHeld(taken)} returning id),
        back as (
          update webhook_deliveries d set next_at = ${at}::bigint from held
            where ${isBack}::boolean and d.webhook = ${webhook} and d.status = 'waiting' and d.id <> ${id})
        update webhook_deliveries d set status = ${status}, attempts = d.attempts + 1, last_at = ${at}::bigint,
          last_status = ${httpStatus}::int, last_error = ${error}::text, next_at = ${nextAt}::bigint from held where d.id = ${id}`;
    },
    async drop(taken) {
      await sql`
        with held as (update webhooks set leased_until = 0 where ${isHeld(taken)} returning id)
        delete from webhook_deliveries d using held where d.id = ${taken.delivery.id}`;
    },
    async disable(taken, at) {
      const rows = await sql`
        update webhooks set enabled = false, updated_at = ${at}::bigint where ${isHeld(taken)} and url = ${taken.webhook.url} returning id`;
      return rows.length > 0;
    },
  };
};

const sent = (sql: Sql): Pick<Webhooks, 'deliveries' | 'retry' | 'prune' | 'oldestWaiting'> => {
  return {
    deliveries: (webhook, { status, limit, before }) =>
      query<Delivery>(
        sql,
        `select ${selectList(webhookDeliveries, 'd')} from webhook_deliveries d
          where d.webhook = $1 and ($2::text is null or d.status = $2) and ($3::text is null or d.id < $3)
          order by d.id desc limit $4::int`,
        [webhook, status, before, limit],
      ),
    async retry(webhook, id, now) {
      const [row] = await query<Delivery>(
        sql,
        `update webhook_deliveries d set status = 'waiting', next_at = $3::bigint, created_at = $3::bigint
          where d.webhook = $1 and d.id = $2 and d.status <> 'delivered' returning ${selectList(webhookDeliveries, 'd')}`,
        [webhook, id, now],
      );
      return row;
    },
    async prune(before) {
      const rows = await sql`
        delete from webhook_deliveries where status <> 'waiting' and last_at < ${before}::bigint returning id`;
      return rows.length;
    },
    async oldestWaiting() {
      const [row] = await sql<{ at: number | null }[]>`
        select min(d.created_at) as at from webhook_deliveries d join webhooks w on w.id = d.webhook where d.status = 'waiting' and w.enabled`;
      return row?.at ?? undefined;
    },
  };
};
