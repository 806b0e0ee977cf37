import { present } from '../../engine/present.ts';
import type { OperationInput } from '../entities/operation.ts';
import { randomUUID } from 'node:crypto';
import { newId } from '../../db/versions/newId.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openIdempotency } from '../../db/accounts/openIdempotency.ts';
import { openMarks } from '../../db/runs/openMarks.ts';
import { openProposals } from '../../db/runs/openProposals.ts';
import { openRepairs } from '../../db/runs/openRepairs.ts';
import { openRuns } from '../../db/runs/openRuns.ts';
import { openSearches } from '../../db/runs/openSearches.ts';
import { openWebhooks } from '../../db/webhooks/openWebhooks.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import { type TestDatabase, type TestPlace, testPlaces } from '../../db/testing/testDatabases.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { type Clash, ScheduleError } from '../errors.ts';
import type { Ports, SolverDescription } from '../ports.ts';
import { createSchedule, type Schedule } from '../schedule.ts';
import { actorScope } from '../access/actorScope.ts';
import type { Role, Scope } from '../types.ts';
import { resolutionsHere } from './resolutionsHere.ts';

export interface TestSchedule {
  readonly schedule: Schedule;
  readonly ports: Ports;
  readonly database: TestDatabase;
  /** Ids of the runs that were enqueued, in order. */
  readonly jobs: string[];
  /** Throws if the test leaves an inconsistent database. */
  close(): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;

/** What a schedule knows of a solver, with the descriptions of its own parameters. */
export const solverCalled = (
  id: string,
  properties: SolverDescription['parameters']['properties'] = {},
): SolverDescription => ({
  id,
  name: id,
  description: '',
  parameters: { type: 'object', properties },
  provesBound: true,
});

/** Opens a schedule on a new database, by default an embedded one in memory. */
export const openSchedule = async (
  overrides: Partial<Ports> = {},
  place: TestPlace = present(testPlaces()[0]),
): Promise<TestSchedule> => {
  const database = await place.open();
  const signals = openSignals(database.database);
  const jobs: string[] = [];
  const ports: Ports = {
    store: openStore(database.database, signals),
    accounts: openAccounts(database.database),
    idempotency: openIdempotency(database.database),
    runs: openRuns(database.database, signals),
    proposals: openProposals(database.database),
    repairs: openRepairs(database.database, signals),
    searches: openSearches(database.database),
    pieces: null,
    marks: openMarks(database.database, signals),
    webhooks: openWebhooks(database.database),
    webhookLimits: { aPlanning: 3, answerMs: 15_000, retryMs: DAY_MS, events: 1_000, waiting: 1_000, keptMs: DAY_MS },
    post: {
      send: () => Promise.reject(new Error('This test sends no requests.')),
      refusal: async () => null,
    },
    transaction: (run) => database.database.transaction(run),
    signals: { onTask: () => () => undefined },
    jobs: {
      async enqueue(_sql, { run }) {
        jobs.push(run);
      },
      withdraw: async () => {},
      waiting: async () => ({ total: 0, own: 0, groups: 1 }),
    },
    solve: () => Promise.reject(new Error('This test has no solver.')),
    resolutions: resolutionsHere,
    solvers: [],
    hashPassword: async (password) => `hash of ${password}`,
    clock: () => Date.now(),
    ids: newId,
    limits: { bulk: 10_000 },
    ...overrides,
  };
  return {
    schedule: createSchedule(ports),
    ports,
    database,
    jobs,
    async close() {
      await signals.close();
      const problems = await problemsIn(database.database);
      await database.drop();
      if (problems.length > 0) throw new Error(`The test leaves a broken database.\n${problems.join('\n')}`);
    },
  };
};

/** An administrator of a new organization. */
export const newScope = async ({ ports: { accounts } }: TestSchedule): Promise<Scope> => {
  const organization = `org-${randomUUID()}`;
  const user = await accounts.createUser({
    id: randomUUID(),
    email: `${randomUUID()}@example.org`,
    name: 'Somebody',
    passwordHash: null,
    subject: null,
  });
  await accounts.createOrganization({ id: organization, name: 'Organization' }, { user: user.id });
  return scopeOf(user.id, organization, 'admin');
};

export const scopeOf = (user: string, organization: string, role: Role): Scope =>
  actorScope({ kind: 'key', user, credential: `key-${user}`, memberships: [{ organization, role }] });

export const organizationOf = (scope: Scope): string => present(scope.actor.memberships[0]).organization;

/** The ISO instant of `HH:MM` on the day that tests use. */
export const at = (time: string): string => `2026-11-20T${time}:00.000Z`;

/** The members of an operation in a write, with a window from one time to another (`HH:MM`). */
export const operationInput = (
  planning: string,
  from: string,
  to: string,
  more: OperationInput = {},
): OperationInput => ({
  planning,
  inboundTask: { taskName: 'IN', plannedTime: at(from), expectedTime: at(from) },
  outboundTask: { taskName: 'OUT', plannedTime: at(to), expectedTime: at(to) },
  ...more,
});

/** A document with two stands, a required tag on the first, and three operations, the first two of which overlap. */
export const smallDocument = (id: string): PlanningDocument => ({
  format: 'tidegate/planning@1',
  planning: { id, name: 'Small' },
  locations: [{ id: `${id}-apron`, name: 'Apron' }],
  tags: [{ uuid: `${id}-wide`, category: 'size', value: 'wide', required: true }],
  resources: [
    { id: `${id}-r1`, name: 'Stand 1', location: `${id}-apron`, tags: [`${id}-wide`] },
    { id: `${id}-r2`, name: 'Stand 2', location: `${id}-apron` },
  ],
  groups: [],
  operations: (
    [
      ['o1', '08:00', '09:00'],
      ['o2', '08:30', '09:30'],
      ['o3', '10:00', '11:00'],
    ] as const
  ).map(([name, from, to]) => ({
    id: `${id}-${name}`,
    externalId: name,
    inboundTask: { taskName: `${name} in`, plannedTime: at(from), expectedTime: at(from) },
    outboundTask: { taskName: `${name} out`, plannedTime: at(to), expectedTime: at(to) },
  })),
  rules: [],
  assignments: [],
});

/** Imports `smallDocument` under a new planning id, and returns it; all ids of the document begin with it. */
export const importSmall = async (
  { schedule }: TestSchedule,
  scope: Scope,
  change: (document: PlanningDocument) => PlanningDocument = (document) => document,
): Promise<string> => {
  const id = `p${randomUUID().slice(0, 8)}`;
  await schedule.importPlanning(scope, organizationOf(scope), change(smallDocument(id)));
  return id;
};

/** Puts the operations of `smallDocument` on these stands, o1 first. */
export const placedOn =
  (...stands: readonly string[]) =>
  (document: PlanningDocument): PlanningDocument => {
    const { id } = document.planning;
    const assignments = stands.map((stand, i) => ({ operation: `${id}-o${i + 1}`, resource: `${id}-${stand}` }));
    return { ...document, assignments };
  };

/** The code of the error, or `none`. */
export const codeOf = async (attempt: Promise<unknown>): Promise<string> => (await failure(attempt))?.code ?? 'none';

/** Path and code of each problem of the error. */
export const problemsOf = async (attempt: Promise<unknown>): Promise<[string, string][]> =>
  ((await failure(attempt))?.errors ?? []).map(({ path, code }) => [path, code]);

/** The clashes of the error, by record and fields; empty if the attempt succeeds. */
export const clashesOf = async (
  attempt: Promise<unknown>,
): Promise<readonly Pick<Clash, 'entity' | 'id' | 'fields'>[]> => {
  const error = await failure(attempt);
  if (error === null) return [];
  if (error.clashes === null) throw error;
  return error.clashes.map(({ entity, id, fields }) => ({ entity, id, fields }));
};

const failure = async (attempt: Promise<unknown>): Promise<ScheduleError | null> => {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof ScheduleError) return error;
    throw error;
  }
};
