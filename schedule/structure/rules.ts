import { RULE, type RuleInput } from '../entities/rule.ts';
import type { RuleFields } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { mergeFields } from '../entities/field.ts';
import { isEqual } from '../../db/versions/differences.ts';
import { item } from '../problems.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import type { JsonObject } from '../types.ts';
import { ruleProblems } from './ruleProblems.ts';

/** Parameters that refer to tags. */
const TAG_PARAMETERS = ['previousTags', 'nextTags', 'otherTags', 'referenceTags'] as const;

const mergeRule = (edits: Edits, _id: string, stored: RuleFields | null, input: RuleInput): RuleFields => {
  const fields = mergeFields(RULE, stored, input, (name) => edits.problems.required(name));
  for (const { path, code, message } of ruleProblems(fields)) edits.problems.add(path, code, message);
  checkTagParameters(edits, stored?.parameters ?? {}, fields.parameters);
  return {
    ...fields,
    operationTags: mergeTags(edits, stored?.operationTags ?? [], input.operationTags, 'operationTags'),
    resourceTags: mergeTags(edits, stored?.resourceTags ?? [], input.resourceTags, 'resourceTags'),
  };
};

const checkTagParameters = (edits: Edits, stored: JsonObject, written: JsonObject): void => {
  for (const name of TAG_PARAMETERS) {
    const tags = written[name];
    if (!Array.isArray(tags) || isEqual(tags, stored[name])) continue;
    for (const [i, tag] of tags.entries()) {
      if (typeof tag === 'string') edits.reference('tag', tag, item(`parameters.${name}`, i));
    }
  }
};

export const {
  create: createRule,
  get: getRule,
  list: listRules,
  patch: patchRule,
  delete: deleteRule,
} = entityVerbs({ kind: 'rule', idMember: 'id', merge: mergeRule, record: ruleRecord });
