import type { RuleKind } from './ruleKind.ts';

export const balance: RuleKind = {
  kind: 'balance',
  description:
    'On each resource with any of resourceTags (all when empty), the second part of an operation with any of operationTags (when empty, every operation but blockers) costs the weight, the third twice the weight, and so on, so that using all resources equally is cheapest.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, operationTags, resourceTags }, context) {
    const counts = context.resourceMask(resourceTags);
    context.terms.balances.push({
      rule: index,
      cost,
      member: context.placedMask(operationTags),
      counts,
      given: new Int32Array(counts.length),
    });
  },
};
