import {
  MemberCreate,
  MemberPatch,
  MemberRecord,
  OrganizationCreate,
  OrganizationRecord,
  UserRecord,
} from '../contract/organization.ts';
import { PageQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Organizations';

export const organizationRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/organizations/',
      tag,
      summary: 'Organizations of the authenticated user',
      query: PageQuery,
      response: OrganizationRecord,
      list: true,
    },
    ({ scope, page }, { schedule }) => schedule.listOrganizations(scope, page),
  ),
  route(
    {
      method: 'post',
      path: '/v1/organizations/',
      tag,
      summary: 'Create an organization',
      description: 'Needs a login; an API key gets 403. The user who creates the organization becomes its admin.',
      body: OrganizationCreate,
      status: 201,
      response: OrganizationRecord,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createOrganization(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/organizations/{org_pk}/members/',
      tag,
      summary: 'Members of an organization',
      query: PageQuery,
      response: MemberRecord,
      list: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.listMembers(scope, params.org_pk, page),
  ),
  route(
    {
      method: 'post',
      path: '/v1/organizations/{org_pk}/members/',
      tag,
      summary: 'Add a member',
      body: MemberCreate,
      secrets: ['password'],
      status: 201,
      response: MemberRecord,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.addMember(scope, params.org_pk, body),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/organizations/{org_pk}/members/{user}/',
      tag,
      summary: "Change a member's role",
      body: MemberPatch,
      response: MemberRecord,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchMember(scope, params.org_pk, params.user, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/organizations/{org_pk}/members/{user}/',
      tag,
      summary: 'Remove a member',
      description: 'The API keys that the member created there end with the membership.',
    },
    ({ scope, params }, { schedule }) => schedule.removeMember(scope, params.org_pk, params.user),
  ),
  route(
    {
      method: 'get',
      path: '/v1/user/current/',
      tag: 'Users',
      summary: 'The authenticated user',
      response: UserRecord,
    },
    ({ scope }, { schedule }) => schedule.currentUser(scope),
  ),
];
