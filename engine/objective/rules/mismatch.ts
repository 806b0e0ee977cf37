import { match, pushMatch } from './match.ts';
import type { RuleKind } from './ruleKind.ts';

export const mismatch: RuleKind = {
  kind: 'mismatch',
  description:
    'An operation with any of operationTags (when empty, every operation but blockers) on a resource with none of resourceTags (none when empty, so that the rule has no effect) costs the weight, or is forbidden when hard. A negative weight is a preference.',
  parameters: match.parameters,
  mayBeHard: true,
  mayBeNegative: true,
  compile(rule, context) {
    const without = context.resources(rule.resourceTags).map((has) => 1 - has);
    pushMatch(rule, without, context);
  },
};
