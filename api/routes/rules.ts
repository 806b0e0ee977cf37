import { RuleRecord } from '../../schedule/entities/rule.ts';
import { StatePageQuery } from '../contract/query.ts';
import { parse } from '../routing/parse.ts';
import { route } from '../routing/route.ts';
import { rules } from './documentSchemas.ts';

const tag = 'Rules';

export const ruleRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/rules/',
      tag,
      summary: 'Rules of a planning',
      query: StatePageQuery,
      response: RuleRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listRules(scope, params.id, { at: query.change_id, ...page }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/rules/',
      tag,
      summary: 'Create a rule',
      body: rules.create,
      status: 201,
      response: RuleRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createRule(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/rules/{id}/',
      tag,
      summary: 'Read a rule',
      response: RuleRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getRule(scope, params.id),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/rules/{id}/',
      tag,
      summary: 'Change a rule',
      body: rules.patch,
      response: RuleRecord,
      workspaceAware: true,
      versioned: true,
    },
    async ({ scope, params, body }, { schedule }) => {
      const { kind, hard, weight, parameters } = await schedule.getRule(scope, params.id);
      parse(rules.judgment, { kind, hard, weight, parameters, ...body });
      return schedule.patchRule(scope, params.id, body);
    },
  ),
  route(
    {
      method: 'delete',
      path: '/v1/rules/{id}/',
      tag,
      summary: 'Delete a rule (soft)',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteRule(scope, params.id),
  ),
];
