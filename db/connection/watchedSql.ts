import { asError } from '../../engine/messageOf.ts';
import type { Sql, TransactionSql } from './database.ts';
import type { Flight, ServerWatch } from './serverWatch.ts';

/** What postgres.js keeps of a statement; its published types do not tell. */
interface Statement {
  /** Sends the statement, or queues it. Called once, when somebody waits for the statement. */
  handler: (statement: Statement) => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  strings: readonly string[];
  args: readonly unknown[];
  /** The session that the statement was sent to; null before. */
  readonly state: object | null;
}

/** Whether an error is one that the server reported, and not the loss of the connection. */
export const isReported = (error: unknown): boolean => error instanceof Error && 'severity' in error;

const isStatement = (value: unknown): value is Statement =>
  value instanceof Promise && 'handler' in value && 'strings' in value;

/** A statement that still waits in a queue of the driver cannot be taken out of it; it then does nothing when its turn comes. */
const neutralize = (statement: Statement): void => {
  statement.strings = ['select 1'];
  statement.args = [];
};

type Flights = Pick<ServerWatch, 'add' | 'remove'>;

/** The statements of one transaction. When its connection is lost, the driver leaves those pending that it has not sent. */
class TransactionFlights implements Flights {
  private readonly watch: ServerWatch;
  private readonly flights = new Set<Flight>();
  /** Why nothing is sent any more; null while the transaction goes on. */
  lost: Error | null = null;

  constructor(watch: ServerWatch) {
    this.watch = watch;
  }

  add(flight: Flight): void {
    this.flights.add(flight);
    this.watch.add(flight);
  }

  remove(flight: Flight, isAnswered: boolean): void {
    this.flights.delete(flight);
    this.watch.remove(flight, isAnswered);
  }

  lose(error: Error): void {
    this.lost = error;
    for (const flight of this.flights) {
      this.remove(flight, false);
      flight.fail(() => error);
    }
  }
}

/** Adds what `created` makes to the watch when it is sent. `refusal` is the reason for not sending it. */
const watched = (created: unknown, watch: Flights, refusal: () => Error | null): unknown => {
  if (!isStatement(created)) return created;
  const send = created.handler;
  created.handler = (statement) => {
    const reason = refusal();
    if (reason !== null) return statement.reject(reason);
    const { resolve, reject } = statement;
    const flight: Flight = {
      fail(error) {
        const wasSent = statement.state !== null;
        if (!wasSent) neutralize(statement);
        reject(error(wasSent));
      },
    };
    statement.resolve = (result) => {
      watch.remove(flight, true);
      resolve(result);
    };
    statement.reject = (error) => {
      watch.remove(flight, isReported(error));
      reject(error);
    };
    watch.add(flight);
    return send(statement);
  };
  return created;
};

/** The same handle, whose statements the watch sees. `more` replaces members. */
const handle = <T extends TransactionSql>(
  sql: T,
  watch: Flights,
  refusal: () => Error | null,
  more: Readonly<Record<string, unknown>> = {},
): T => {
  const unsafe = (...parts: Parameters<TransactionSql['unsafe']>) => watched(sql.unsafe(...parts), watch, refusal);
  const replaced: Readonly<Record<string | symbol, unknown>> = { unsafe, ...more };
  return new Proxy(sql, {
    apply: (target, self, parts) => watched(Reflect.apply(target, self, parts), watch, refusal),
    get: (target, name) => replaced[name] ?? Reflect.get(target, name),
  });
};

const NEVER = new Promise<never>(() => {});

/**
 * Like `sql.begin`, for a connection that may be lost. The driver then gives the connection to others while the body may go on: no statement of it is
 * sent any more, and its end is not reported, since the driver would send a commit or rollback into what others do.
 */
const begin = async <T>(
  sql: Sql,
  { watch, pauseSeconds }: Watching,
  options: string,
  body: (tx: TransactionSql) => Promise<T>,
): Promise<T> => {
  const { refusal } = watch;
  if (refusal !== null) throw refusal;
  const flights = new TransactionFlights(watch);
  let isOver = false;
  const begun = sql.begin(options, async (tx) => {
    if (isOver) throw new Error('The transaction was given up before it began.');
    const still = handle(tx, flights, () => flights.lost ?? watch.refusal);
    // Not a parameter of the session, because PgBouncer refuses those that it is not told of. If it fails, so does the transaction.
    if (pauseSeconds > 0)
      still.unsafe(`set local idle_in_transaction_session_timeout = '${pauseSeconds}s'`).catch(() => {});
    try {
      return { result: await body(still) };
    } finally {
      if (isOver) await NEVER;
    }
  });
  try {
    return (await watch.during(begun)).result;
  } catch (error) {
    flights.lose(asError(error));
    throw error;
  } finally {
    isOver = true;
  }
};

/** A reservation that comes after the server fell silent is given back. */
const reserve = async (sql: Sql, watch: ServerWatch) => {
  const { refusal } = watch;
  if (refusal !== null) throw refusal;
  const reserving = sql.reserve();
  try {
    return handle(await watch.during(reserving), watch, () => watch.refusal);
  } catch (error) {
    void reserving.then(
      (late) => late.release(),
      () => {},
    );
    throw error;
  }
};

type Body = (tx: TransactionSql) => Promise<unknown>;

/** Whoever waits for a lock reads afterwards what the others have committed, whatever isolation somebody has set for the database or its user. */
const ISOLATION = 'isolation level read committed';

interface Watching {
  readonly watch: ServerWatch;
  /** Seconds after which the server ends a transaction whose next statement does not come, so that it holds no lock any more; 0 is no limit. */
  readonly pauseSeconds: number;
}

/** The pool, with every wait for the server in the watch. */
export const watchedSql = (sql: Sql, watching: Watching): Sql => {
  const { watch } = watching;
  return handle(sql, watch, () => watch.refusal, {
    begin: (...parts: [Body] | [options: string, Body]) =>
      parts.length === 1 ? begin(sql, watching, ISOLATION, parts[0]) : begin(sql, watching, ...parts),
    reserve: () => reserve(sql, watch),
  });
};
