import type { RuleKind } from './ruleKind.ts';

export const usage: RuleKind = {
  kind: 'usage',
  description:
    'Each resource with any of resourceTags (all when empty) costs the weight when any operation is on it; blockers do not count. operationTags are ignored.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, resourceTags }, context) {
    context.terms.usages.push({
      rule: index,
      cost: Int32Array.from(context.resourceMask(resourceTags), (has) => has * cost),
    });
  },
};
