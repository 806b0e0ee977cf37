import type { RuleRecord } from '../entities/rule.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';

export const getRule = async (deps: Ports, scope: Scope, id: string): Promise<RuleRecord> => {
  const { state, version } = await readEntity(deps, scope, 'rule', id);
  return ruleRecord(state, version);
};
