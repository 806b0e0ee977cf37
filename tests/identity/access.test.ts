/** Every mounted endpoint, for every role, in the own and in a foreign organization, behaves as the table says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, accessOf } from '../../api/auth/accessTable.ts';
import { ROUTES } from '../../api/routes/routes.ts';
import type { RouteSpec } from '../../api/routing/route.ts';
import type { Answer, TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { accessPage } from './accessPage.ts';
import { absentWorld, BODIES, keyOf, makeWorld, pathIn, type World } from './world.ts';

const ROLES = ['viewer', 'planner', 'admin'] as const;
type Role = (typeof ROLES)[number];
const RANK: Readonly<Record<string, number>> = {
  user: 0,
  login: 0,
  'login or admin': 0,
  viewer: 0,
  planner: 1,
  admin: 2,
};

const specs = ROUTES.map(({ spec }) => spec);
const nameOf = ({ method, path }: RouteSpec): string => `${method.toUpperCase()} ${path}`;
const guarded = specs.filter((spec) => accessOf(spec) in RANK);
const cases = (among: readonly RouteSpec[]): [string, RouteSpec][] => among.map((spec) => [nameOf(spec), spec]);

let own: World;
let foreign: World;
let absent: World;
const callers: Partial<Record<Role, TestUser>> = {};
/** The same users, with access tokens. */
const loggedIn: Partial<Record<Role, TestUser>> = {};

const api = await useApp();
beforeAll(async () => {
  for (const role of ROLES) {
    callers[role] = await api.newUser(role, api.admin.organization);
    loggedIn[role] = await api.loggedIn(callers[role]);
  }
  own = await makeWorld(api, api.admin);
  foreign = await makeWorld(api, await api.newUser('admin'));
  absent = absentWorld(foreign);
  // Ends the run, and with it its stream.
  await api.call(`POST /v1/plannings/${own.planning}/optimization-task-results/${own.run}/cancel/`);
});

const callerOf = (role: Role): TestUser => callers[role]!;
const needsLogin = (spec: RouteSpec): boolean => ['login', 'login or admin'].includes(accessOf(spec));
const request = (spec: RouteSpec, as: TestUser | null, path: string, world: World, headers = {}): Promise<Answer> => {
  const body = BODIES[nameOf(spec)]?.(world) ?? (spec.body === undefined ? undefined : {});
  return api.call(`${spec.method.toUpperCase()} ${path}`, { as, headers, ...(body === undefined ? {} : { body }) });
};

/** Members that reveal nothing about the requested entity. */
const ANONYMOUS = new Set(['x-request-id', 'date']);
/** A response in which the requested ids are masked. */
const shape = ({ status, headers, text }: Answer, world: World): unknown => {
  const mask = (value: string): string =>
    [...new Set(Object.values(world))]
      .toSorted((a, b) => b.length - a.length)
      .reduce((masked, id) => masked.replaceAll(id, '…'), value);
  const told = [...headers].filter(([name]) => !ANONYMOUS.has(name)).map(([name, value]) => [name, mask(value)]);
  return { status, headers: told, body: mask(text) };
};
/** A refusal that may follow if the role was sufficient. */
const isBusiness = ({ status, body }: Answer): boolean =>
  status === 400 && !['validation_failed', 'unknown_reference'].includes((body as { code: string }).code);

test('the table lists what is mounted, and nothing else', () => {
  const mounted = specs.map(nameOf);
  expect(mounted.filter((name) => ACCESS[name] === undefined)).toEqual([]);
  expect(Object.keys(ACCESS).filter((name) => !mounted.includes(name))).toEqual([]);
  for (const spec of specs) {
    const access = accessOf(spec);
    expect([nameOf(spec), spec.access]).toEqual([
      nameOf(spec),
      access === 'anyone' ? 'public' : access === 'webhook' ? 'webhook' : undefined,
    ]);
  }
});

test('the documentation page agrees with the table', async () => {
  await expect(accessPage()).toMatchFileSnapshot('../../docs/access.md');
});

describe('without a credential', () => {
  test.each(cases(specs.filter((spec) => accessOf(spec) !== 'anyone' && accessOf(spec) !== 'webhook')))(
    '%s is 401',
    async (_name, spec) => {
      const answer = await request(spec, null, pathIn(spec, own), own);
      expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Token']);
    },
  );
});

describe('of the own organization', () => {
  // Endpoints whose deletions would affect the others run last.
  test.each(cases(guarded))('%s needs the role in the table', async (_name, spec) => {
    const least = RANK[accessOf(spec)];
    const changes = spec.method !== 'get' && (spec.method !== 'post' || /\/\{\w+\}\/[\w-]+\/$/.test(spec.path));
    for (const role of ROLES) {
      const caller = needsLogin(spec) ? loggedIn[role]! : callerOf(role);
      const isAllowed = RANK[role] >= least;
      const fresh = isAllowed && changes ? await makeWorld(api, api.admin) : own;
      const world = { ...fresh, key: await keyOf(api, caller) };
      const answer = await request(spec, caller, pathIn(spec, world), world);
      if (!isAllowed) {
        expect([role, answer.status, answer.body]).toMatchObject([role, 403, { code: 'forbidden' }]);
        continue;
      }
      // There is no proposal, and no run has ended with a plan.
      const isAbsent = /proposal_id|\/result\/$/.test(spec.path) && answer.status === 404;
      const passed = answer.status < 300 || isBusiness(answer) || isAbsent;
      expect(passed ? 'passed' : `${role}: ${answer.status} ${answer.text}`).toBe('passed');
    }
  });
});

test.each(cases(guarded.filter(needsLogin)))('%s needs a login, or an admin’s key', async (_name, spec) => {
  for (const role of ROLES) {
    const { status, body } = await request(spec, callerOf(role), pathIn(spec, own), own);
    const isAllowed = role === 'admin' && accessOf(spec) === 'login or admin';
    expect([role, status, body]).toMatchObject([role, ...(isAllowed ? [201, {}] : [403, { code: 'forbidden' }])]);
  }
});

describe('of a foreign organization', () => {
  const named = guarded.filter((spec) => spec.path.includes('{') || BODIES[nameOf(spec)]?.length === 1);

  test.each(cases(named))('%s reveals nothing beyond absence', async (_name, spec) => {
    for (const role of ROLES) {
      const caller = callerOf(role);
      const theirs = await request(spec, caller, pathIn(spec, foreign), foreign);
      const nobodys = await request(spec, caller, pathIn(spec, absent), absent);
      if (spec.path.includes('{')) expect([role, theirs.status, theirs.text]).toMatchObject([role, 404, theirs.text]);
      // A caller without the role anywhere is refused before the body is read.
      else if (RANK[role] < RANK[accessOf(spec)]) expect([role, theirs.status]).toEqual([role, 403]);
      else expect([400, 404, theirs.status < 300 && 'unmentioned']).toContain(theirs.status);
      expect([role, shape(theirs, foreign)]).toEqual([role, shape(nobodys, absent)]);
    }
  });

  test.each(cases(guarded.filter(({ path }) => path.split('{').length > 2)))(
    '%s tells nothing below an own one either',
    async (_name, spec) => {
      const last = (world: World): World =>
        spec.path.includes('{org_pk}')
          ? { ...world, organization: own.organization }
          : { ...world, planning: own.planning, operation: own.operation };
      const theirs = await request(spec, callerOf('admin'), pathIn(spec, last(foreign)), own);
      const nobodys = await request(spec, callerOf('admin'), pathIn(spec, last(absent)), own);
      // The id of a conflict is derived from operations and belongs to nobody, so there is nothing to find.
      if (!/part_pk|conflict_id|\{tool\}/.test(spec.path)) expect(theirs.status, theirs.text).toBe(404);
      expect(shape(theirs, foreign)).toEqual(shape(nobodys, absent));
    },
  );

  test.each(cases(guarded.filter(({ workspaceAware }) => workspaceAware)))(
    '%s does not find foreign workspaces',
    async (_name, spec) => {
      const world = { ...own, key: await keyOf(api, callerOf('admin')) };
      const ask = (workspace: string): Promise<Answer> =>
        request(spec, callerOf('admin'), pathIn(spec, world), world, { 'X-Workspace-Id': workspace });
      const [theirs, nobodys] = [await ask(foreign.workspace), await ask(absent.workspace)];
      expect(theirs.status, theirs.text).toBe(404);
      expect(shape(theirs, foreign)).toEqual(shape(nobodys, absent));
    },
  );
});

test('lists contain nothing of other organizations', async () => {
  for (const path of ['organizations', 'api-keys', 'user/current', `organizations/${own.organization}/plannings`]) {
    const { status, text } = await api.call(`GET /v1/${path}/`, { as: callerOf('admin') });
    expect(status).toBe(200);
    for (const id of [foreign.organization, foreign.planning, foreign.key]) expect(text).not.toContain(id);
  }
});

describe('of the machine', () => {
  test.each(cases(specs.filter((spec) => accessOf(spec) === 'machine')))(
    '%s is not there for any role',
    async (_name, spec) => {
      const body = { email: 'a@example.org', password: 'a long enough password', organization: 'o', role: 'viewer' };
      for (const role of ROLES) {
        const answer = await api.call(`${spec.method.toUpperCase()} ${pathIn(spec, own)}`, {
          as: callerOf(role),
          ...(spec.method === 'post' ? { body } : spec.method === 'patch' ? { body: {} } : {}),
        });
        expect([answer.status, answer.body]).toMatchObject([404, { code: 'path_not_found' }]);
      }
    },
  );
});
