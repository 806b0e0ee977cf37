import type { RuleFields } from '../../db/versions/entities.ts';
import { Problems as CompileProblems } from '../../engine/instance/compileError.ts';
import { WEIGHT_LIMIT } from '../../engine/instance/readDocument.ts';
import { checkParameters } from '../../engine/objective/rules/parameters.ts';
import { RULE_KINDS, ruleKindOf } from '../../engine/objective/rules/ruleKinds.ts';
import type { Problem } from '../errors.ts';

/** What the description of its kind does not allow a rule. */
export const ruleProblems = ({
  kind,
  weight,
  hard,
  parameters,
}: Pick<RuleFields, 'kind' | 'weight' | 'hard' | 'parameters'>): Problem[] => {
  const known = ruleKindOf(kind);
  if (known === undefined) {
    const kinds = RULE_KINDS.map((one) => one.kind).join(', ');
    const message = `${kind} is not a rule kind; the rule kinds are: ${kinds}.`;
    return [{ path: 'kind', code: 'unknown_rule_kind', message }];
  }
  const problems: Problem[] = [];
  if (Math.abs(weight) > WEIGHT_LIMIT) {
    const message = `A weight must lie between -${WEIGHT_LIMIT} and ${WEIGHT_LIMIT}.`;
    problems.push({ path: 'weight', code: weight < 0 ? 'too_small' : 'too_big', message });
  }
  if (weight < 0 && !known.mayBeNegative) {
    const message = `A ${kind} rule needs a weight of 0 or more; only match and mismatch rules may have a negative one.`;
    problems.push({ path: 'weight', code: 'weight_negative', message });
  }
  if (hard && !known.mayBeHard) {
    problems.push({ path: 'hard', code: 'hard_unsupported', message: `A rule of kind ${kind} cannot be hard.` });
  }
  const found = new CompileProblems();
  checkParameters(parameters, known.parameters, 'parameters', found);
  return [...problems, ...found.list];
};
