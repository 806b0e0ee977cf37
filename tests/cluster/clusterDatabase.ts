import { randomUUID } from 'node:crypto';
import { issueApiKey } from '../../api/auth/apiKeys.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { type TestDatabase, testPlaces } from '../../db/testing/testDatabases.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';

const MINUTE_MS = 60_000;
const DAY = Date.parse('2026-11-20T06:00:00.000Z');

/** PostgreSQL, because many processes share the database. */
export const clusterPlace = testPlaces()[1];

export interface Tenant {
  readonly organization: string;
  readonly key: string;
  readonly user: string;
}

export const addTenant = async ({ database }: TestDatabase): Promise<Tenant> => {
  const accounts = openAccounts(database);
  const organization = `org-${randomUUID().slice(0, 8)}`;
  const { id: user } = await accounts.createUser({
    id: randomUUID(),
    email: `${organization}@example.org`,
    name: 'Operator',
    passwordHash: null,
    subject: null,
  });
  await accounts.createOrganization({ id: organization, name: organization }, { user });
  const key = await issueApiKey(accounts, { name: 'cluster', user, organization, role: 'admin', expiresAt: null });
  return { organization, key, user };
};

/** Operations of 50 minutes, one every 10, on slightly too few stands, so there is always something to improve. */
export const crowdedDocument = (id: string, operations: number, resources: number): PlanningDocument => ({
  format: 'tidegate/planning@1',
  planning: { id, name: id },
  locations: [{ id: `${id}-apron`, name: 'Apron' }],
  tags: [],
  resources: Array.from({ length: resources }, (_, i) => ({
    id: `${id}-r${i}`,
    name: `Stand ${i}`,
    location: `${id}-apron`,
  })),
  groups: [],
  operations: Array.from({ length: operations }, (_, i) => {
    const [from, to] = [10 * i, 10 * i + 50].map((minutes) => new Date(DAY + minutes * MINUTE_MS).toISOString());
    return {
      id: `${id}-o${i}`,
      inboundTask: { taskName: `in ${i}`, plannedTime: from, expectedTime: from },
      outboundTask: { taskName: `out ${i}`, plannedTime: to, expectedTime: to },
    };
  }),
  rules: [],
  assignments: [],
});

/** 120 operations on three of 12 stands, so that no conflict is resolved quickly. */
export const jammedDocument = (id: string): PlanningDocument => {
  const document = crowdedDocument(id, 120, 12);
  const assignments = document.operations.map((operation, i) => ({
    operation: operation.id,
    resource: `${id}-r${i % 3}`,
  }));
  return { ...document, assignments };
};

/** The body of a request for strategies that uses its whole time on a jammed document. */
export const hardResolution = (timeLimitMs: number) => ({
  virtualState: {},
  parameters: { timeLimitMs, maxStrategies: 50, maxMoves: 12, allowDelay: true },
});
