/** Roles from the groups of a real provider. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { parseRoleMap } from '../../api/auth/roleMap.ts';
import { openSignOnWorld, type Session } from './signOnWorld.ts';

const MAP = 'CN=planners,OU=ops=hamburg/planner; bosses=hamburg/admin; guests=bremen/viewer; x=nowhere/admin';
const world = await openSignOnWorld({ roleMapping: { claim: 'groups', roles: parseRoleMap(MAP, undefined) } });
const { api, expectRefused, issuer, organization, sessionOf, signOn, someone } = world;
beforeAll(async () => {
  for (const id of ['hamburg', 'bremen']) await api.ports.accounts.createOrganization({ id, name: id });
});
afterAll(() => world.close());

describe('groups of the issuer', () => {
  const rolesOf = ({ user }: Session): readonly string[] =>
    user.organizations.map(({ id, role }) => `${id} ${role}`).toSorted();
  const signOnWith = async (groups?: readonly string[]): Promise<Session> => {
    issuer.person = {
      subject: issuer.person.subject,
      email: issuer.person.email,
      isVerified: true,
      name: 'Ann',
      ...(groups && { groups }),
    };
    return sessionOf(await signOn());
  };

  test('grant roles at each sign-on, the highest of several, and remove them', async () => {
    // Another user is an admin, too, so that Ann is never the last one.
    someone();
    await signOnWith(['bosses']);
    someone();
    const everybody = `${organization} viewer`;
    expect(rolesOf(await signOnWith(['unknown', 'CN=planners,OU=ops', 'guests', 'x']))).toEqual(
      ['bremen viewer', 'hamburg planner', everybody].toSorted(),
    );
    const promoted = await signOnWith(['CN=planners,OU=ops', 'bosses']);
    expect(rolesOf(promoted)).toEqual(['hamburg admin', everybody].toSorted());
    // An earlier login gets the current roles.
    const headers = { Authorization: `Bearer ${promoted.access}` };
    const ask = () => api.call('GET /v1/organizations/hamburg/members/', { as: null, headers });
    expect((await ask()).status).toBe(200);
    expect(rolesOf(await signOnWith())).toEqual([everybody]);
    expect((await ask()).status).toBe(404);
  });

  test('do not affect roles in organizations that are not mapped, or the last admin', async () => {
    someone();
    const own = `own-${randomUUID()}`;
    await api.ports.accounts.createOrganization({ id: own, name: own });
    const { user } = await signOnWith([]);
    await api.ports.accounts.addMember(own, user.id, 'admin');
    expect(rolesOf(await signOnWith([]))).toEqual([`${organization} viewer`, `${own} admin`].toSorted());
    await api.ports.accounts.addMember('bremen', user.id, 'admin');
    expect(rolesOf(await signOnWith(['guests']))).toContain('bremen admin');
  });

  test('are requested if the ID token does not contain them', async () => {
    someone({ groups: ['CN=planners,OU=ops'] });
    world.tamper = ({ groups: _groups, ...claims }) => issuer.sign(claims);
    try {
      expect(rolesOf(await sessionOf(await signOn()))).toContain('hamburg planner');
      world.tamper = ({ groups: _groups, ...claims }) =>
        issuer.sign({
          ...claims,
          _claim_names: { groups: 'src1' },
          _claim_sources: { src1: { endpoint: 'https://x' } },
        });
      await expectRefused(await signOn(), /does not send the groups/);
    } finally {
      world.tamper = async () => null;
    }
  });
});
