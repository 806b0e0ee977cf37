import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFn, Logger, LoggerOptions } from 'pino';
import type { Database } from '../../db/connection/database.ts';
import { databaseProbe } from '../../db/connection/databaseProbe.ts';
import { isUnreachable } from '../../db/versions/databaseFault.ts';

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const WARN = 40;
const PROBE_MS = 1_000;

/**
 * While the database cannot be reached, everything that needs it fails in the same way. The first such failure is logged, then that the database is
 * away, and in the end for how long it was; the failures in between are logged at the level of debug. A probe decides whether it is away, so that one
 * lost connection hides nothing.
 */
export const shortenOutages = (opening: Promise<Pick<Database, 'sql'>>, log: () => Logger): LogMethod => {
  let isFollowed = false;
  let isAway = false;
  const follow = async (): Promise<void> => {
    isFollowed = true;
    const startedAt = performance.now();
    const isReached = databaseProbe(await opening);
    if (!(await isReached())) {
      isAway = true;
      log().error(
        'the database cannot be reached; until it can, what fails because of that is logged at the level of debug',
      );
      do await sleep(PROBE_MS, undefined, { ref: false });
      while (!(await isReached()));
      log().info({ seconds: Math.round((performance.now() - startedAt) / 1000) }, 'the database can be reached again');
    }
    [isFollowed, isAway] = [false, false];
  };
  return function (args: Parameters<LogFn>, method, level) {
    const isOutage = level >= WARN && isUnreachable(failureIn(args[0]));
    if (isOutage && isAway) return this.debug(...args);
    method.apply(this, args);
    if (isOutage && !isFollowed) void follow();
  };
};

const failureIn = (logged: unknown): unknown =>
  typeof logged === 'object' && logged !== null && 'err' in logged ? logged.err : undefined;
