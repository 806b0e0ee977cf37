import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPlace } from '../../db/testing/testDatabases.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { killAll } from '../processes.ts';
import { checkHistory } from './checkHistory.ts';
import { History } from './history.ts';
import { endOf, Planner, type Pace, problemsOfImports, seed } from './planners.ts';
import { openService, type Role } from './service.ts';
import { openSubscriber, subscribe } from './subscriber.ts';

export interface Killing {
  readonly kills: number;
  /** The same seed draws the same requests and victims again. */
  readonly seed: number;
  readonly planners: number;
  /** Between two rounds of kills the service works for at most this long. */
  readonly workMs: number;
  /** A start that is killed lasts for at most this long: it reads its sources, opens the database, or is about to serve. */
  readonly startMs: number;
  /** Kills of starts to one of a role that works, on the average: they cost next to nothing. */
  readonly startsToOne: number;
  readonly pace: Pace;
}

export interface Killed {
  /** One line for each guarantee that did not hold. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly acknowledged: number;
  readonly changesets: number;
  readonly runs: number;
  readonly imports: number;
  /** The number of kills by role, and by `… while it starts`. */
  readonly killed: ReadonlyMap<string, number>;
  /** For each round, the milliseconds from the last kill until the role serves again or waits for work. */
  readonly recoveriesMs: readonly number[];
}

const SILENCE_MS = 45_000;

interface Victim {
  readonly role: Role;
  readonly startsMs: readonly number[];
}

/** Any of the roles, together, of which each may be killed while it starts again, and again: `most` kills at most. */
const victims = (
  random: Random,
  roles: readonly Role[],
  most: number,
  { startMs, startsToOne }: Pick<Killing, 'startMs' | 'startsToOne'>,
): Victim[] => {
  const from = random.below(roles.length);
  const count = 1 + random.below(Math.min(roles.length, most));
  let left = most - count;
  return Array.from({ length: count }, (_, i) => {
    const startsMs: number[] = [];
    for (; left > 0 && random.below(startsToOne + 1) > 0; left--) startsMs.push(random.below(startMs));
    return { role: roles[(from + i) % roles.length], startsMs };
  });
};

/** A service that was started again answers somebody, however slow the machine is: only then there is something to lose. Throws when nobody is answered. */
const answered = async ({ events }: History, signal: AbortSignal): Promise<void> => {
  const deadline = performance.now() + SILENCE_MS;
  for (const before = events.length; events.length === before && !signal.aborted; await sleep(10))
    if (performance.now() > deadline) throw new Error(`Nobody was answered for ${SILENCE_MS / 1000} s.`);
};

/** Kills processes of a service at random (`onKilled` is told how many are left) while planners work on it by every verb, and judges what they were told. */
export const killAtRandom = async (
  place: TestPlace,
  killing: Killing,
  onKilled: (left: number) => void = () => {},
): Promise<Killed> => {
  const { kills, seed: first, workMs, pace } = killing;
  const random = createRandom(first);
  const subscriber = await openSubscriber();
  const service = await openService(place, { OUTGOING_ALLOW: '127.0.0.1', WEBHOOK_SECONDS: '1' });
  try {
    await seed(service);
    await subscribe(service, subscriber.url);
    const history = new History();
    const planners = Array.from(
      { length: killing.planners },
      (_, i) => new Planner(service, history, `p${i}`, createRandom(first + 1 + i), pace),
    );
    const stopping = new AbortController();
    const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
    working.catch(() => stopping.abort());
    const recoveriesMs: number[] = [];
    const killed = new Map<string, number>();
    const count = (name: string, more: number) => killed.set(name, (killed.get(name) ?? 0) + more);
    for (let left = kills; left > 0 && !stopping.signal.aborted; ) {
      await answered(history, stopping.signal);
      await sleep(random.below(workMs));
      const rounds = victims(random, service.roles, left, killing);
      for (const { role, startsMs } of rounds) {
        left -= 1 + startsMs.length;
        count(role.name, 1);
        if (startsMs.length > 0) count(`${role.name} while it starts`, startsMs.length);
      }
      onKilled(left);
      recoveriesMs.push(...(await Promise.all(rounds.map(({ role, startsMs }) => role.kill(startsMs)))));
    }
    await sleep(workMs);
    stopping.abort();
    await working;

    const runs = planners.flatMap((planner) => planner.runs);
    const imports = planners.flatMap((planner) => planner.imports);
    const { changes, bySolver, byRuns, failed, now } = await endOf(service, runs, 60_000 + kills * 5000);
    const last = new Map(changes.flatMap(({ values }) => Object.entries(values)));
    // The first one is the import, which came before the subscription.
    const told = changes.slice(1).filter(({ values }) => Object.keys(values).length > 0);
    const toldIds = told.map(({ id }) => id);
    const untold = await subscriber.missing(toldIds, SILENCE_MS);
    const ofImports = await problemsOfImports(service, imports);
    const { code, stdout, stderr } = await service.verify();
    return {
      problems: [
        ...checkHistory(history.events, changes),
        ...failed.map((run) => `a run failed: ${run}`),
        ...byRuns.filter((id) => !bySolver.includes(id)).map((id) => `a run applied ${id}, which is not there`),
        ...bySolver
          .filter((id, i) => !byRuns.includes(id) || bySolver.indexOf(id) !== i)
          .map((id) => `no run, or two, applied ${id}`),
        ...[...last].flatMap(([key, value]) =>
          (now.get(key) ?? null) === value
            ? []
            : [`${key} is ${now.get(key) ?? 'nothing'}, not ${value}, as its last change says`],
        ),
        ...untold.map((id) => `the subscriber was not told of change ${id}`),
        ...ofImports,
        ...(code === 0 && stdout.includes('The database is sound.') ? [] : [`not sound (${code}): ${stdout}${stderr}`]),
      ],
      requests: history.events.length,
      acknowledged: history.acknowledged,
      changesets: changes.length,
      runs: byRuns.length,
      imports: imports.length,
      killed,
      recoveriesMs,
    };
  } finally {
    await service.close();
    subscriber.close();
    killAll();
  }
};
