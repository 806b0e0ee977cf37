import type { RuleKind, Scope } from './ruleKind.ts';

type GroupParameters = { readonly scope: Scope };

export const group: RuleKind<GroupParameters> = {
  kind: 'group',
  description:
    'Each pair of operations of one group, both with any of operationTags (all when empty), that are placed at different locations (or resources) costs the weight. Two blockers are never a pair.',
  parameters: {
    type: 'object',
    properties: {
      scope: {
        type: 'string',
        enum: ['location', 'resource'],
        description: 'Whether the operations of a group should share their location or their resource.',
      },
    },
    required: ['scope'],
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, operationTags, parameters }, context) {
    context.terms.groups.push({
      rule: index,
      cost,
      member: context.partMask(operationTags),
      place: context.places(parameters.scope),
    });
  },
};
