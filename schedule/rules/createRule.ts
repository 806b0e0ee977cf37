import type { RuleRecord, RuleInput } from '../entities/rule.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import type { Scope } from '../types.ts';
import { mergeRule } from './editRule.ts';

export const createRule = async (deps: Ports, scope: Scope, input: RuleInput): Promise<RuleRecord> => {
  const planning = await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => {
    const id = edits.newId('rule', input.id, 'id');
    edits.put('rule', id, mergeRule(edits, null, input));
    return id;
  });
  return ruleRecord(state, state.get('rule', result)!);
};
