import { v7 as uuidv7 } from 'uuid';
import type { Database, TransactionSql } from '../connection/database.ts';
import type { Signal, Signals } from '../signals/signals.ts';
import { type ChangesetPlan, planChangeset } from './changesetPlan.ts';
import { changesetStatement } from './changesetStatement.ts';
import { asStoreError } from './databaseFault.ts';
import { Live } from './live.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import { planningGone, type StateReader } from './stateReader.ts';
import type { Changeset, NewPlanning, WriteContext, WriteOutcome, WriteTarget, Written } from './store.ts';

type Values = readonly (string | number | null)[];

/** Statements sent without waiting; their faults are collected, and thrown once the transaction is over. */
class Batch {
  readonly #sent: Promise<unknown>[] = [];
  readonly sql: TransactionSql;

  constructor(sql: TransactionSql) {
    this.sql = sql;
  }

  send(text: string, values: Values): void {
    this.add(this.sql.unsafe(text, [...values], { prepare: true }));
  }

  add(query: PromiseLike<unknown>): void {
    const sent = Promise.resolve(query);
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  /** The first fault is the cause; PostgreSQL refuses the rest of the transaction because of it. */
  async settle(): Promise<void> {
    for (const sent of this.#sent) await sent;
  }
}

interface Locked {
  readonly key: number;
  readonly head: number;
  readonly at: number;
}

const LOCK = `select key, head, greatest(changed_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) as at from plannings`;
const LOCK_ONE = `${LOCK} where key = $1::int for update`;
const LOCK_SEVERAL = `${LOCK} where key = any (array(select json_array_elements_text($1::text::json)::int)) order by key for update`;

/** The one way in which anything versioned is written. */
export class ChangesetWriter {
  readonly #database: Database;
  readonly #reader: StateReader;
  readonly #signals: Signals;
  /** Writers of this process queue here, so that they do not sit on connections while they wait for the row's lock. */
  readonly #turns = new Map<number, Promise<void>>();

  constructor(database: Database, reader: StateReader, signals: Signals) {
    this.#database = database;
    this.#reader = reader;
    this.#signals = signals;
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
    return this.#inTurn(keys, () =>
      this.#transact(async (batch) => {
        const locked = await this.#lock(batch.sql, keys);
        const lives = await all(targets, async ({ planning }) => {
          const row = locked.find(({ key }) => key === planning.key);
          if (row === undefined) {
            this.#reader.forget(planning);
            throw planningGone(planning);
          }
          return { live: await this.#reader.bring(planning, row.head, batch.sql), at: row.at };
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
          if (plan === null) return { outcome: { result: answer.result, changeset: null, diffs: [], state }, live };
          const changeset = this.#send(batch, { ...target, ...answer }, context, plan);
          return {
            outcome: { result: answer.result, changeset, diffs: plan.diffs, state: plan.state },
            live: plan.live,
          };
        });
      }),
    );
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
      return [{ outcome: { result: ref, changeset, diffs: plan.diffs, state: plan.state }, live: plan.live }];
    });
    return outcome;
  }

  /** Statements are sent in order without waiting, so that a write costs few round trips; `commit` follows on their heels. */
  async #transact<T>(
    body: (batch: Batch) => Promise<readonly { outcome: WriteOutcome<T>; live: Live }[]>,
  ): Promise<WriteOutcome<T>[]> {
    const signals: Signal[] = [];
    const batches: Batch[] = [];
    const commit = async () => {
      const done = await this.#database.transaction(async (sql) => {
        const batch = new Batch(sql);
        batches.push(batch);
        const prepared = await body(batch);
        for (const { outcome } of prepared) {
          if (outcome.changeset === null) continue;
          const { planning, change } = outcome.changeset;
          signals.push({ kind: 'change', planning: planning.key, change });
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
    for (const { live, outcome } of results) {
      const { changeset, diffs } = outcome;
      this.#reader.keep(live, changeset === null ? [] : [{ changeset, diffs }]);
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
    context: Pick<WriteContext, 'change' | 'changeset' | 'at'>,
    plan: ChangesetPlan,
  ): Changeset {
    const { planning } = target;
    const changeset: Changeset = {
      id: context.changeset,
      change: context.change,
      planning,
      workspace: target.workspace,
      at: context.at,
      source: target.source,
      author: target.author,
      message: target.message ?? null,
      details: target.details ?? {},
      counts: plan.counts,
    };
    const statement = changesetStatement(changeset, plan);
    batch.send(statement.text, statement.values);
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

/** One after the other: they share a connection. */
async function all<A, B>(items: readonly A[], fn: (item: A, index: number) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (const [index, item] of items.entries()) results.push(await fn(item, index));
  return results;
}
