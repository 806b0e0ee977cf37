import type { RuleKind } from './ruleKind.ts';

export const match: RuleKind = {
  kind: 'match',
  description:
    'An operation with any of operationTags (when empty, every operation but blockers) on a resource with any of resourceTags (all when empty) costs the weight, or is forbidden when hard. A negative weight is a preference.',
  parameters: {
    type: 'object',
    properties: {
      perHour: { type: 'boolean', description: 'The weight is for each occupied hour.', default: false },
    },
    additionalProperties: false,
  },
  mayBeHard: true,
  mayBeNegative: true,
  compile({ index, hard, weight, operationTags, resourceTags, parameters }, context) {
    context.terms.matches.push({
      rule: index,
      hard,
      weight,
      perHour: parameters['perHour'] === true,
      operations: context.operations(operationTags),
      resources: context.resources(resourceTags),
    });
  },
};
