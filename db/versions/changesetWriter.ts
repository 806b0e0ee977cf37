import { present } from '../../engine/present.ts';
import { newId } from './newId.ts';
import type { Database, TransactionSql } from '../connection/database.ts';
import type { Signal, Signals } from '../signals/signals.ts';
import { Batch } from './batch.ts';
import { signalOf } from './changesetOf.ts';
import { type ChangesetPlan, planChangeset } from './changesetPlan.ts';
import { CLOCK } from '../query.ts';
import { ChangesetStatements, type StatementRow } from './changesetStatement.ts';
import { DatabaseClock } from '../databaseClock.ts';
import { asStoreError } from './databaseFault.ts';
import { type Decided, decidedOf } from './decided.ts';
import { Live } from './live.ts';
import { Overtaken, StagedChanges } from './stagedChanges.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import { planningGone, type StateReader } from './stateReader.ts';
import { takenIds } from './takenIds.ts';
import { WriteTurns } from './writeTurns.ts';
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

/** Maximum age of a changeset's time against the database's clock, in milliseconds, when it was estimated. */
const MAX_AGE_MS = 1000;

type DecideOne<T, C> = (state: PlanningState, context: C) => Written<T> | Promise<Written<T>>;
type DecideAll<T, C> = (
  states: readonly PlanningState[],
  contexts: readonly C[],
) => readonly Written<T>[] | Promise<readonly Written<T>[]>;

/** Thrown to roll back a transaction whose changeset is too long for one transaction. */
class TooLong extends Error {}

interface Locked {
  readonly key: number;
  readonly head: number;
  /** Time of that change; epoch milliseconds, like `clock`. */
  readonly changedAt: number;
  readonly clock: number;
}

const LOCK = `select key, head, changed_at as "changedAt", ${CLOCK} as clock from plannings`;
const LOCK_ONE = `${LOCK} where key = $1::int for update`;
const LOCK_SEVERAL = `${LOCK} where key = any (array(select json_array_elements_text($1::text::json)::int)) order by key for update`;

const onlyOne =
  <T, C>(fn: DecideOne<T, C>): DecideAll<T, C> =>
  async ([state], [context]) => [await fn(present(state), present(context))];

export interface WriterLimits {
  /** The number of rows from which on the embedded database writes a changeset in pieces. */
  readonly longRows: number;
  /** Whether an organization sends more requests than the server can process, so that its writers do not wait long for their turns. */
  readonly isOverloaded: (organization: string) => boolean;
}

/** All versioned writes go through this class. */
export class ChangesetWriter {
  private readonly database: Database;
  private readonly reader: StateReader;
  private readonly signals: Signals;
  private readonly statements = new ChangesetStatements();
  private readonly staged: StagedChanges;
  /** Changesets with at least this many rows are written in pieces. */
  private readonly longRows: number;
  private readonly isOverloaded: WriterLimits['isOverloaded'];
  private readonly clock = new DatabaseClock();
  private readonly turns = new WriteTurns();

  constructor(database: Database, reader: StateReader, signals: Signals, limits: WriterLimits) {
    this.database = database;
    this.reader = reader;
    this.signals = signals;
    this.isOverloaded = limits.isOverloaded;
    this.staged = new StagedChanges(database, this.statements);
    // A server works on other statements at the same time; the embedded database runs one at a time.
    this.longRows = database.place === 'embedded' ? limits.longRows : Number.POSITIVE_INFINITY;
  }

  /** Decides on the cached state, and writes if that is still the head; otherwise decides again under the lock. */
  async edit<T>(target: WriteTarget, fn: DecideOne<T, EditContext>): Promise<WriteOutcome<T>> {
    const [outcome] = await this.editAll([target], onlyOne(fn));
    return present(outcome);
  }

  async editAll<T>(targets: readonly WriteTarget[], fn: DecideAll<T, EditContext>): Promise<WriteOutcome<T>[]> {
    return this.turns.take(
      keysOf(targets),
      async () => (await this.editAtHeads(targets, fn)) ?? this.writeLocked(targets, fn),
      {
        mayRefuse: targets.every(({ source }) => source === 'api'),
        isOverloaded: () => targets.some(({ planning }) => this.isOverloaded(planning.organization)),
      },
    );
  }

  /** Decides and writes under the planning's lock. */
  async write<T>(target: WriteTarget, fn: DecideOne<T, WriteContext>): Promise<WriteOutcome<T>> {
    const [outcome] = await this.turns.take(keysOf([target]), () => this.writeLocked([target], onlyOne(fn)));
    return present(outcome);
  }

  /** Returns null if a planning is at another change than the one cached here. */
  private async editAtHeads<T>(
    targets: readonly WriteTarget[],
    fn: DecideAll<T, EditContext>,
  ): Promise<WriteOutcome<T>[] | null> {
    const { sql } = this.database;
    const now = this.clock.now();
    const lives = targets.flatMap(({ planning }) => this.reader.known(planning) ?? []);
    if (now === null || lives.length < targets.length || lives.some(({ changedAt }) => changedAt === null)) return null;
    const areHeads = async () => {
      const heads = await all(lives, ({ planning }) => this.reader.head(planning));
      return heads.every((head, i) => head === present(lives[i]).change);
    };
    const contexts = lives.map(({ change, changedAt }) => {
      return { change: change + 1, changeset: newId(), at: Math.max(now, changedAt ?? 0) };
    });
    const decide = async () => {
      const states = await all(targets, ({ workspace }, i) => this.reader.stateOf(present(lives[i]), workspace, sql));
      const written = await fn(states, contexts);
      return all(targets, (target, i) =>
        decidedOf(target, present(contexts[i]), present(lives[i]), present(states[i]), present(written[i])),
      );
    };
    const decided = await decide().catch(async (error: unknown) => {
      // A refusal counts only if it was decided on the current state.
      if (await areHeads()) throw error;
      return null;
    });
    if (decided === null) return null;
    if (this.isLong(decided)) return this.stage(decided);
    const [first, ...others] = decided;
    if (first === undefined || others.length > 0 || first.also !== undefined) return this.writeAtHeads(decided);
    const { outcome, plan } = first;
    const { changeset } = outcome;
    if (plan === null || changeset === null) return (await areHeads()) ? [outcome] : null;
    const { text, values } = this.statements.of({ changeset, plan, maxAgeMs: MAX_AGE_MS });
    const [row] = await sql.unsafe<StatementRow[]>(text, [...values], { prepare: true }).catch((error: unknown) => {
      throw asStoreError(error);
    });
    if (row === undefined) return null;
    this.clock.observe(row.clock);
    return this.finish(decided);
  }

  /** Writes what was decided; returns null if a planning has moved on since. */
  private async writeAtHeads<T>(decided: readonly Decided<T>[]): Promise<WriteOutcome<T>[] | null> {
    try {
      return await this.transact(async ({ sql }) => {
        const locked = await this.lock(sql, decided.map(({ before }) => before.planning.key).sort(ascending));
        for (const { before } of decided) {
          const head = locked.find(({ key }) => key === before.planning.key)?.head;
          if (head !== before.change) throw new Overtaken('A planning is at another change.');
        }
        return decided;
      });
    } catch (error) {
      if (error instanceof Overtaken) return null;
      throw error;
    }
  }

  private async writeLocked<T>(
    targets: readonly WriteTarget[],
    fn: DecideAll<T, WriteContext>,
  ): Promise<WriteOutcome<T>[]> {
    return this.transact(async (batch) => {
      const locked = await this.lock(batch.sql, keysOf(targets));
      const lives = await all(targets, async ({ planning }) => {
        const row = locked.find(({ key }) => key === planning.key);
        if (row === undefined) {
          this.reader.forget(planning);
          throw planningGone(planning);
        }
        this.clock.observe(row.clock);
        const at = Math.max(row.changedAt, row.clock);
        return { live: await this.reader.bring(planning, row.head, batch.sql), at };
      });
      const states = await all(targets, ({ workspace }, index) =>
        this.reader.stateOf(present(lives[index]).live, workspace, batch.sql),
      );
      const contexts = lives.map(
        ({ live, at }): WriteContext => ({
          get sql() {
            batch.isUsed = true;
            return batch.sql;
          },
          reading: batch.sql,
          change: live.change + 1,
          changeset: newId(),
          at,
          state: (workspace) => this.reader.stateOf(live, workspace, batch.sql),
        }),
      );
      const written = await fn(states, contexts);
      return all(targets, (target, i) =>
        decidedOf(target, present(contexts[i]), present(lives[i]).live, present(states[i]), present(written[i])),
      );
    });
  }

  /** Decides like a write, on the head, without writing. */
  async preview<T>(
    { planning, workspace }: Pick<WriteTarget, 'planning' | 'workspace'>,
    fn: (state: PlanningState, context: PreviewContext) => Written<T> | Promise<Written<T>>,
  ): Promise<Preview<T>> {
    const { sql } = this.database;
    const live = await this.reader.live(planning);
    const [{ clock }] = await sql.unsafe<[StatementRow]>(`select ${CLOCK} as clock`, [], { prepare: true });
    const before = await this.reader.stateOf(live, workspace, sql);
    const context = { change: live.change + 1, changeset: newId(), at: Math.max(live.changedAt ?? 0, clock) };
    const state = (other: string | null) => this.reader.stateOf(live, other, sql);
    const { writes, result } = await fn(before, { ...context, state });
    const plan = await planChangeset({ live, state: before, writes, ...context });
    if (plan === null) return { result, diffs: [], counts: {}, taken: [], before, state: before };
    const taken = await this.taken(planning, plan);
    return { result, diffs: plan.diffs, counts: plan.counts, taken, before, state: plan.state };
  }

  private async taken(
    { organization }: PlanningRef,
    { identities }: ChangesetPlan,
  ): Promise<Preview<unknown>['taken']> {
    const strict = identities.filter((identity) => identity.strict);
    const found = await all([...Map.groupBy(strict, ({ kind }) => kind)], async ([kind, ofKind]) => {
      const ids = ofKind.map(({ id }) => id);
      return (await takenIds(this.database.sql, organization, kind, ids)).map((id) => ({ kind, id }));
    });
    return found.flat();
  }

  async createPlanning(planning: NewPlanning): Promise<WriteOutcome<PlanningRef>> {
    const isLong = (planning.writes?.length ?? 0) >= this.longRows;
    const [outcome] = isLong
      ? await this.createPiecewise(planning)
      : await this.transact(async ({ sql }) => {
          const [row] = await sql.unsafe<[{ key: number; at: number }]>(
            `insert into plannings (organization, id, head, changed_at, created_at)
          select $1, $2, 0, at, at from (select ${CLOCK} as at) now
          returning key, created_at as at`,
            [planning.organization, planning.id],
            { prepare: true },
          );
          return [await this.decideNew(planning, row)];
        });
    return present(outcome);
  }

  /** Writes a long new planning in pieces; it exists once the last step is committed. */
  private async createPiecewise(planning: NewPlanning): Promise<WriteOutcome<PlanningRef>[]> {
    const { id, organization } = planning;
    const [row] = await this.database.sql.unsafe<[{ key: number; at: number }]>(
      `select nextval(pg_get_serial_sequence('plannings', 'key'))::int as key, ${CLOCK} as at`,
    );
    const decided = await this.decideNew(planning, row);
    const outcomes = await this.stage([decided], async (sql) => {
      await sql`insert into plannings (key, organization, id, head, changed_at, created_at)
        values (${row.key}, ${organization}, ${id}, 0, ${row.at}, ${row.at})`;
    });
    if (outcomes === null) throw new Error('A new planning has no other writer.');
    return outcomes;
  }

  private async decideNew(
    { id, organization, fields, writes = [], author, source = 'api', message = null, also }: NewPlanning,
    { key, at }: { readonly key: number; readonly at: number },
  ): Promise<Decided<PlanningRef>> {
    const planning: PlanningRef = { key, id, organization };
    const empty = Live.empty(planning);
    const context = { change: 1, changeset: newId(), at };
    const target = { planning, workspace: null, source, author, message };
    const decided = await decidedOf(target, context, empty, present(empty.state(null)), {
      writes: [{ entity: 'planning', id, fields }, ...writes],
      result: planning,
    });
    return also === undefined ? decided : { ...decided, also: (sql) => also(sql, decided.outcome) };
  }

  /** Writes a changeset in pieces. Returns null if a planning is at another change; then nothing was written. */
  private async stage<T>(
    decided: readonly Decided<T>[],
    first?: (sql: TransactionSql) => Promise<void>,
  ): Promise<WriteOutcome<T>[] | null> {
    const parts = decided.flatMap(({ outcome: { changeset }, plan }) =>
      changeset === null || plan === null ? [] : [{ changeset, plan }],
    );
    try {
      await this.staged.write(parts, async (sql) => {
        await first?.(sql);
        for (const { also } of decided) await also?.(sql);
      });
    } catch (error) {
      if (error instanceof Overtaken) return null;
      throw asStoreError(error);
    }
    return this.finish(decided);
  }

  /** Caches and signals what was committed. */
  private finish<T>(decided: readonly Decided<T>[]): WriteOutcome<T>[] {
    const signals: Signal[] = [];
    for (const { before, plan, outcome } of decided) {
      const { changeset, diffs } = outcome;
      const live = plan?.live ?? before;
      const changes = changeset === null ? [] : [this.reader.committed(changeset, diffs, [before, live])];
      this.reader.keep(live, changes);
      if (changeset !== null) signals.push(signalOf(changeset));
    }
    if (signals.length > 0) this.signals.committed(signals);
    return decided.map(({ outcome }) => outcome);
  }

  /** Sends statements in order without waiting for each, so that a write takes few round trips; `commit` follows immediately. */
  private async transact<T>(body: (batch: Batch) => Promise<readonly Decided<T>[]>): Promise<WriteOutcome<T>[]> {
    const batches: Batch[] = [];
    let long: readonly Decided<T>[] = [];
    const commit = async () => {
      const done = await this.database.transaction(async (sql) => {
        const batch = new Batch(sql);
        batches.push(batch);
        const decided = await body(batch);
        for (const { also } of decided) await also?.(sql);
        if (!batch.isUsed && this.isLong(decided)) {
          long = decided;
          throw new TooLong('A changeset is too long for one transaction.');
        }
        for (const { outcome, plan } of decided) this.send(batch, outcome.changeset, plan);
        return decided;
      });
      for (const batch of batches) await batch.settle();
      return done;
    };
    const decided = await commit().catch(async (error: unknown) => {
      if (error instanceof TooLong) return null;
      // An earlier statement may be the cause of a later one's error.
      for (const batch of batches) await batch.settle().catch((cause: unknown) => Promise.reject(asStoreError(cause)));
      throw asStoreError(error);
    });
    if (decided !== null) return this.finish(decided);
    const outcomes = await this.stage(long);
    if (outcomes === null) throw new Error('Two writers of this process wrote one planning at the same time.');
    return outcomes;
  }

  private isLong<T>(decided: readonly Decided<T>[]): boolean {
    return decided.reduce((rows, { plan }) => rows + (plan?.rows.length ?? 0), 0) >= this.longRows;
  }

  private async lock(sql: TransactionSql, keys: readonly number[]): Promise<Locked[]> {
    const [only, ...others] = keys;
    return only !== undefined && others.length === 0
      ? sql.unsafe<Locked[]>(LOCK_ONE, [only], { prepare: true })
      : sql.unsafe<Locked[]>(LOCK_SEVERAL, [JSON.stringify(keys)], { prepare: true });
  }

  private send(batch: Batch, changeset: Changeset | null, plan: ChangesetPlan | null): void {
    if (changeset === null || plan === null) return;
    const { text, values } = this.statements.of({ changeset, plan, maxAgeMs: null });
    batch.send(text, values);
  }

  /** Runs `body` while no other writer of the planning runs in this process. */
  async alone<T>(planning: PlanningRef, body: () => Promise<T>): Promise<T> {
    return this.turns.take([planning.key], body);
  }
}

/** Maps sequentially, because the calls share one connection. */
async function all<A, B>(items: readonly A[], fn: (item: A, index: number) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (const [index, item] of items.entries()) results.push(await fn(item, index));
  return results;
}

const ascending = (a: number, b: number): number => a - b;

/** Planning keys in the order in which locks are taken. */
const keysOf = (targets: readonly WriteTarget[]): readonly number[] => {
  const keys = [...new Set(targets.map(({ planning }) => planning.key))].sort(ascending);
  if (keys.length !== targets.length) throw new Error('One write must name each planning only once.');
  return keys;
};
