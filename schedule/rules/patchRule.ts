import type { RuleRecord, RuleInput } from '../entities/rule.ts';
import { patchEntity } from '../changes/patchEntity.ts';
import type { Ports } from '../ports.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeRule } from './editRule.ts';

export const patchRule = async (deps: Ports, scope: Scope, id: string, input: RuleInput): Promise<RuleRecord> => {
  const { state, version } = await patchEntity(deps, scope, 'rule', id, input.planning, (edits, stored) =>
    mergeRule(edits, stored, input),
  );
  return ruleRecord(state, version);
};
