import { v7 as uuidv7 } from 'uuid';
import type { Database, TransactionSql } from '../connection/database.ts';
import type { Signal, Signals } from '../signals/signals.ts';
import { type ChangesetPlan, planChangeset } from './changesetPlan.ts';
import { ChangesetStatements, CLOCK, type StatementRow, type Value } from './changesetStatement.ts';
import { DatabaseClock } from './databaseClock.ts';
import { asStoreError } from './databaseFault.ts';
import { Live } from './live.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import { planningGone, type StateReader } from './stateReader.ts';
import { takenIds } from './takenIds.ts';
import type {
  Changeset,
  EditContext,
  NewPlanning,
  Preview,
  PreviewContext,
  WriteContext,
  WriteOutcome,
  WriteTarget,
  Written,
} from './store.ts';

/** How far behind the database's clock what is known of it may be. */
const MAX_AGE_MS = 1000;

/** Statements sent without waiting; their faults are collected, and thrown once the transaction is over. */
class Batch {
  readonly #sent: Promise<{ readonly length: number }>[] = [];
  readonly sql: TransactionSql;

  constructor(sql: TransactionSql) {
    this.sql = sql;
  }

  /** A statement that answers one row. */
  send(text: string, values: readonly Value[]): void {
    const sent = Promise.resolve(this.sql.unsafe(text, [...values], { prepare: true }));
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  /** The first fault is the cause; PostgreSQL refuses the rest of the transaction because of it. */
  async settle(): Promise<void> {
    for (const sent of this.#sent) {
      const { length } = await sent;
      if (length !== 1) throw new Error('A changeset found its planning at another change, though it held the lock.');
    }
  }
}

interface Locked {
  readonly key: number;
  readonly head: number;
  /** Of that change; epoch ms, as is `clock`. */
  readonly changedAt: number;
  readonly clock: number;
}

const LOCK = `select key, head, changed_at as "changedAt", ${CLOCK} as clock from plannings`;
const LOCK_ONE = `${LOCK} where key = $1::int for update`;
const LOCK_SEVERAL = `${LOCK} where key = any (array(select json_array_elements_text($1::text::json)::int)) order by key for update`;

/** The one way in which anything versioned is written. */
export class ChangesetWriter {
  readonly #database: Database;
  readonly #reader: StateReader;
  readonly #signals: Signals;
  readonly #statements = new ChangesetStatements();
  readonly #clock = new DatabaseClock();
  /** Writers of this process queue here, so that they do not sit on connections while they wait for the row's lock. */
  readonly #turns = new Map<number, Promise<void>>();

  constructor(database: Database, reader: StateReader, signals: Signals) {
    this.#database = database;
    this.#reader = reader;
    this.#signals = signals;
  }

  /** Decides on what is cached, and writes it when that is the head; else looks again under the lock. */
  async edit<T>(
    target: WriteTarget,
    fn: (state: PlanningState, context: EditContext) => Written<T>,
  ): Promise<WriteOutcome<T>> {
    return this.#inTurn([target.planning.key], async () => {
      const done = await this.#editAtHead(target, fn);
      if (done !== null) return done;
      const [outcome] = await this.#writeLocked([target], ([state], [context]) => [fn(state, context)]);
      return outcome;
    });
  }

  async writeAll<T>(
    targets: readonly WriteTarget[],
    fn: (
      states: readonly PlanningState[],
      contexts: readonly WriteContext[],
    ) => readonly Written<T>[] | Promise<readonly Written<T>[]>,
  ): Promise<WriteOutcome<T>[]> {
    const keys = [...new Set(targets.map(({ planning }) => planning.key))].sort((a, b) => a - b);
    if (keys.length !== targets.length) throw new Error('One write names each planning once.');
    return this.#inTurn(keys, () => this.#writeLocked(targets, fn));
  }

  /** Null when the planning is at another change than is cached here. */
  async #editAtHead<T>(
    target: WriteTarget,
    fn: (state: PlanningState, context: EditContext) => Written<T>,
  ): Promise<WriteOutcome<T> | null> {
    const { planning } = target;
    const { sql } = this.#database;
    const live = this.#reader.known(planning);
    const now = this.#clock.now();
    if (live === undefined || live.changedAt === null || now === null) return null;
    const isHead = async () => (await this.#reader.head(planning)) === live.change;
    const context = { change: live.change + 1, changeset: uuidv7(), at: Math.max(now, live.changedAt) };
    const decide = async () => {
      const state = await this.#reader.stateOf(live, target.workspace, sql);
      const answer = fn(state, context);
      return { state, answer, plan: planChangeset({ live, state, writes: answer.writes, ...context }) };
    };
    const decided = await decide().catch(async (error: unknown) => {
      // What is refused is refused for good only when it was not the past that refused it.
      if (await isHead()) throw error;
      return null;
    });
    if (decided === null) return null;
    const { state, answer, plan } = decided;
    const { result } = answer;
    if (plan === null) return (await isHead()) ? { result, changeset: null, diffs: [], state } : null;
    const changeset = changesetOf({ ...target, ...answer }, context, plan);
    const { text, values } = this.#statements.of({ changeset, plan, maxAgeMs: MAX_AGE_MS });
    const [row] = await sql.unsafe<StatementRow[]>(text, [...values], { prepare: true }).catch((error: unknown) => {
      throw asStoreError(error);
    });
    if (row === undefined) return null;
    this.#clock.heard(row.clock);
    this.#reader.keep(plan.live, [this.#reader.committed(changeset, plan.diffs, [live, plan.live])]);
    this.#signals.committed([signalOf(changeset)]);
    return { result, changeset, diffs: plan.diffs, state: plan.state };
  }

  async #writeLocked<T>(
    targets: readonly WriteTarget[],
    fn: (
      states: readonly PlanningState[],
      contexts: readonly WriteContext[],
    ) => readonly Written<T>[] | Promise<readonly Written<T>[]>,
  ): Promise<WriteOutcome<T>[]> {
    const keys = targets.map(({ planning }) => planning.key).sort((a, b) => a - b);
    return this.#transact(async (batch) => {
      const locked = await this.#lock(batch.sql, keys);
      const lives = await all(targets, async ({ planning }) => {
        const row = locked.find(({ key }) => key === planning.key);
        if (row === undefined) {
          this.#reader.forget(planning);
          throw planningGone(planning);
        }
        this.#clock.heard(row.clock);
        const at = Math.max(row.changedAt, row.clock);
        return { live: await this.#reader.bring(planning, row.head, batch.sql), at };
      });
      const states = await all(targets, ({ workspace }, index) =>
        this.#reader.stateOf((lives[index] as { live: Live }).live, workspace, batch.sql),
      );
      const contexts = lives.map(
        ({ live, at }): WriteContext => ({
          sql: batch.sql,
          change: live.change + 1,
          changeset: uuidv7(),
          at,
          state: (workspace) => this.#reader.stateOf(live, workspace, batch.sql),
        }),
      );
      const written = await fn(states, contexts);
      return targets.map((target, index) => {
        const answer = written[index];
        const state = states[index];
        const context = contexts[index];
        const live = lives[index]?.live;
        if (answer === undefined || state === undefined || context === undefined || live === undefined)
          throw new Error('A writer answers for every target.');
        const plan = planChangeset({ live, state, writes: answer.writes, change: context.change, at: context.at });
        if (plan === null)
          return { outcome: { result: answer.result, changeset: null, diffs: [], state }, before: live, live };
        const changeset = this.#send(batch, { ...target, ...answer }, context, plan);
        return {
          outcome: { result: answer.result, changeset, diffs: plan.diffs, state: plan.state },
          before: live,
          live: plan.live,
        };
      });
    });
  }

  /** Decides as a write does, on the head, and stops there. */
  async preview<T>(
    { planning, workspace }: Pick<WriteTarget, 'planning' | 'workspace'>,
    fn: (state: PlanningState, context: PreviewContext) => Written<T> | Promise<Written<T>>,
  ): Promise<Preview<T>> {
    const { sql } = this.#database;
    const live = await this.#reader.live(planning);
    const [{ clock }] = await sql.unsafe<[StatementRow]>(`select ${CLOCK} as clock`, [], { prepare: true });
    const before = await this.#reader.stateOf(live, workspace, sql);
    const context = { change: live.change + 1, changeset: uuidv7(), at: Math.max(live.changedAt ?? 0, clock) };
    const state = (other: string | null) => this.#reader.stateOf(live, other, sql);
    const { writes, result } = await fn(before, { ...context, state });
    const plan = planChangeset({ live, state: before, writes, ...context });
    if (plan === null) return { result, diffs: [], counts: {}, taken: [], before, state: before };
    const taken = await this.#taken(planning, plan);
    return { result, diffs: plan.diffs, counts: plan.counts, taken, before, state: plan.state };
  }

  async #taken({ organization }: PlanningRef, { identities }: ChangesetPlan): Promise<Preview<unknown>['taken']> {
    const strict = identities.filter((identity) => identity.strict);
    const found = await all([...Map.groupBy(strict, ({ kind }) => kind)], async ([kind, ofKind]) => {
      const ids = ofKind.map(({ id }) => id);
      return (await takenIds(this.#database.sql, organization, kind, ids)).map((id) => ({ kind, id }));
    });
    return found.flat();
  }

  async createPlanning(planning: NewPlanning): Promise<WriteOutcome<PlanningRef>> {
    const [outcome] = await this.#transact(async (batch) => {
      const [row] = await batch.sql.unsafe<{ key: number; at: number }[]>(
        `insert into plannings (organization, id, head, changed_at, created_at)
          select $1, $2, 0, at, at from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at) now
          returning key, created_at as at`,
        [planning.organization, planning.id],
        { prepare: true },
      );
      if (row === undefined) throw new Error('The planning was not inserted.');
      const ref: PlanningRef = { key: row.key, id: planning.id, organization: planning.organization };
      const empty = Live.empty(ref);
      const context = { change: 1, changeset: uuidv7(), at: row.at };
      const plan = planChangeset({
        live: empty,
        state: await this.#reader.stateOf(empty, null, batch.sql),
        writes: [{ entity: 'planning', id: planning.id, fields: planning.fields }, ...(planning.writes ?? [])],
        change: 1,
        at: row.at,
      });
      if (plan === null) throw new Error('A new planning has a record.');
      const { author, source = 'api', message = null } = planning;
      const changeset = this.#send(batch, { planning: ref, workspace: null, source, author, message }, context, plan);
      const outcome = { result: ref, changeset, diffs: plan.diffs, state: plan.state };
      return [{ outcome, before: empty, live: plan.live }];
    });
    return outcome;
  }

  /** Statements are sent in order without waiting, so that a write costs few round trips; `commit` follows on their heels. */
  async #transact<T>(
    body: (batch: Batch) => Promise<readonly { outcome: WriteOutcome<T>; before: Live; live: Live }[]>,
  ): Promise<WriteOutcome<T>[]> {
    const signals: Signal[] = [];
    const batches: Batch[] = [];
    const commit = async () => {
      const done = await this.#database.transaction(async (sql) => {
        const batch = new Batch(sql);
        batches.push(batch);
        const prepared = await body(batch);
        for (const { outcome } of prepared) {
          if (outcome.changeset !== null) signals.push(signalOf(outcome.changeset));
        }
        return prepared;
      });
      for (const batch of batches) await batch.settle();
      return done;
    };
    const results = await commit().catch(async (error: unknown) => {
      // A statement that was sent earlier may be why a later one failed.
      for (const batch of batches) await batch.settle().catch((cause: unknown) => Promise.reject(asStoreError(cause)));
      throw asStoreError(error);
    });
    for (const { before, live, outcome } of results) {
      const { changeset, diffs } = outcome;
      const changes = changeset === null ? [] : [this.#reader.committed(changeset, diffs, [before, live])];
      this.#reader.keep(live, changes);
    }
    if (signals.length > 0) this.#signals.committed(signals);
    return results.map(({ outcome }) => outcome);
  }

  async #lock(sql: TransactionSql, keys: readonly number[]): Promise<Locked[]> {
    const [only, ...others] = keys;
    return only !== undefined && others.length === 0
      ? sql.unsafe<Locked[]>(LOCK_ONE, [only], { prepare: true })
      : sql.unsafe<Locked[]>(LOCK_SEVERAL, [JSON.stringify(keys)], { prepare: true });
  }

  #send(
    batch: Batch,
    target: WriteTarget & Pick<Written<unknown>, 'message' | 'details'>,
    context: EditContext,
    plan: ChangesetPlan,
  ): Changeset {
    const changeset = changesetOf(target, context, plan);
    const { text, values } = this.#statements.of({ changeset, plan, maxAgeMs: null });
    batch.send(text, values);
    return changeset;
  }

  /** Runs when every earlier writer of these plannings in this process is done. Nobody waits in a circle: turns are taken for all at once. */
  async #inTurn<T>(keys: readonly number[], body: () => Promise<T>): Promise<T> {
    const earlier = keys.map((key) => this.#turns.get(key) ?? Promise.resolve());
    const { promise: mine, resolve: done } = Promise.withResolvers<void>();
    for (const key of keys) this.#turns.set(key, mine);
    await Promise.all(earlier);
    try {
      return await body();
    } finally {
      for (const key of keys) if (this.#turns.get(key) === mine) this.#turns.delete(key);
      done();
    }
  }
}

const changesetOf = (
  {
    planning,
    workspace,
    source,
    author,
    message,
    details,
  }: WriteTarget & Pick<Written<unknown>, 'message' | 'details'>,
  { change, changeset, at }: EditContext,
  { counts }: ChangesetPlan,
): Changeset => ({
  id: changeset,
  change,
  planning,
  workspace,
  at,
  source,
  author,
  message: message ?? null,
  details: details ?? {},
  counts,
});

const signalOf = ({ planning, change }: Changeset): Signal => ({ kind: 'change', planning: planning.key, change });

/** One after the other: they share a connection. */
async function all<A, B>(items: readonly A[], fn: (item: A, index: number) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (const [index, item] of items.entries()) results.push(await fn(item, index));
  return results;
}
