import { RULE, type RuleInput } from '../entities/rule.ts';
import type { RuleFields } from '../../db/versions/entities.ts';
import { Problems as CompileProblems } from '../../engine/instance/compileError.ts';
import { WEIGHT_LIMIT } from '../../engine/instance/readDocument.ts';
import { checkParameters } from '../../engine/objective/rules/parameters.ts';
import { RULE_KINDS, ruleKindOf } from '../../engine/objective/rules/ruleKinds.ts';
import type { Edits } from '../changes/edits.ts';
import { entityVerbs } from '../changes/entityVerbs.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { mergeFields } from '../entities/field.ts';
import { isEqual } from '../../db/versions/differences.ts';
import { item } from '../problems.ts';
import { ruleRecord } from '../records/entityRecords.ts';
import type { JsonObject } from '../types.ts';

/** Parameters that refer to tags. */
const TAG_PARAMETERS = ['previousTags', 'nextTags', 'otherTags', 'referenceTags'] as const;

const mergeRule = (edits: Edits, _id: string, stored: RuleFields | null, input: RuleInput): RuleFields => {
  const fields = mergeFields(RULE, stored, input, (name) => edits.problems.required(name));
  checkKind(edits, fields);
  checkTagParameters(edits, stored?.parameters ?? {}, fields.parameters);
  return {
    ...fields,
    operationTags: mergeTags(edits, stored?.operationTags ?? [], input.operationTags, 'operationTags'),
    resourceTags: mergeTags(edits, stored?.resourceTags ?? [], input.resourceTags, 'resourceTags'),
  };
};

/** Checks what the kind's description allows. */
const checkKind = (
  edits: Edits,
  { kind, weight, hard, parameters }: Pick<RuleFields, 'kind' | 'weight' | 'hard' | 'parameters'>,
): void => {
  const known = ruleKindOf(kind);
  if (known === undefined) {
    const kinds = RULE_KINDS.map((one) => one.kind).join(', ');
    edits.problems.add('kind', 'unknown_rule_kind', `${kind} is not a rule kind; the rule kinds are: ${kinds}.`);
    return;
  }
  if (Math.abs(weight) > WEIGHT_LIMIT) {
    edits.problems.add(
      'weight',
      weight < 0 ? 'too_small' : 'too_big',
      `A weight must lie between -${WEIGHT_LIMIT} and ${WEIGHT_LIMIT}.`,
    );
  }
  if (weight < 0 && !known.mayBeNegative) {
    const message = `A ${kind} rule needs a weight of 0 or more; only match and mismatch rules may have a negative one.`;
    edits.problems.add('weight', 'weight_negative', message);
  }
  if (hard && !known.mayBeHard) {
    edits.problems.add('hard', 'hard_unsupported', `A rule of kind ${kind} cannot be hard.`);
  }
  const found = new CompileProblems();
  checkParameters(parameters, known.parameters, 'parameters', found);
  for (const { path, code, message } of found.list) edits.problems.add(path, code, message);
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
