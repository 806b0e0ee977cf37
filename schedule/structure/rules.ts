import { RULE, type RuleInput } from '../entities/rule.ts';
import type { RuleFields } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { mergeFields } from '../entities/field.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import { mapTagParameters, tagsOf } from '../records/tagParameters.ts';
import { ruleProblems } from './ruleProblems.ts';

const mergeRule = (edits: Edits, _id: string, stored: RuleFields | null, input: RuleInput): RuleFields => {
  const fields = mergeFields(RULE, stored, input, (name) => edits.problems.required(name));
  for (const { path, code, message } of ruleProblems(fields)) edits.problems.add(path, code, message);
  return {
    ...fields,
    parameters: mapTagParameters(fields.parameters, (tags, name) =>
      mergeTags(edits, tagsOf(stored?.parameters[name]) ?? [], tags, `parameters.${name}`),
    ),
    operationTags: mergeTags(edits, stored?.operationTags ?? [], input.operationTags, 'operationTags'),
    resourceTags: mergeTags(edits, stored?.resourceTags ?? [], input.resourceTags, 'resourceTags'),
  };
};

export const {
  create: createRule,
  get: getRule,
  list: listRules,
  patch: patchRule,
  delete: deleteRule,
} = entityVerbs({ kind: 'rule', idMember: 'id', merge: mergeRule, record: ruleRecord });
