import { match } from './match.ts';
import type { RuleKind } from './ruleKind.ts';

export const mismatch: RuleKind = {
  kind: 'mismatch',
  description:
    'An operation with any of operationTags (when empty, every operation but blockers) on a resource with none of resourceTags costs the weight, or is forbidden when hard. A negative weight is a preference.',
  parameters: match.parameters,
  mayBeHard: true,
  mayBeNegative: true,
  compile({ index, hard, weight, operationTags, resourceTags, parameters }, context) {
    context.terms.matches.push({
      rule: index,
      hard,
      weight,
      perHour: parameters['perHour'] === true,
      operations: context.operations(operationTags),
      resources: context.resources(resourceTags).map((has) => 1 - has),
    });
  },
};
