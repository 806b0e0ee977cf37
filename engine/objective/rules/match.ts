import type { ClassMask, CompilableRule, RuleContext, RuleKind } from './ruleKind.ts';

export const match: RuleKind = {
  kind: 'match',
  description:
    'An operation with any of operationTags (when empty, every operation but blockers) on a resource with any of resourceTags (all when empty) costs the weight, or is forbidden when hard. A negative weight is a preference.',
  parameters: {
    type: 'object',
    properties: {
      perHour: {
        type: 'boolean',
        description: 'Whether the weight is charged for each occupied hour instead of once.',
        default: false,
      },
    },
    additionalProperties: false,
  },
  mayBeHard: true,
  mayBeNegative: true,
  compile(rule, context) {
    pushMatch(rule, context.resources(rule.resourceTags), context);
  },
};

/** Adds a match term: the rule's operations cost its weight on these resources. */
export const pushMatch = (
  { index, hard, weight, operationTags, parameters }: CompilableRule,
  resources: ClassMask,
  context: RuleContext,
): void => {
  context.terms.matches.push({
    rule: index,
    hard,
    weight,
    perHour: parameters['perHour'] === true,
    operations: context.operations(operationTags),
    resources,
  });
};
