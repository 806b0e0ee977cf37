import type { RuleRecord } from '../entities/rule.ts';
import { listEntities } from '../access/listEntities.ts';
import type { Ports } from '../ports.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

export const listRules = (
  deps: Ports,
  scope: Scope,
  planning: string,
  page: PageRequest,
): Promise<Listed<RuleRecord>> => listEntities(deps, scope, 'rule', planning, page, ruleRecord);
