import type { RuleKind } from './ruleKind.ts';

type StabilityParameters = { readonly withinSeconds: number; readonly factor: number };

export const stability: RuleKind<StabilityParameters> = {
  kind: 'stability',
  description:
    'Moving an operation with any of operationTags (when empty, every operation but blockers) that starts at most withinSeconds after the reference time, or has started, costs factor times as much. The factors of several rules multiply. The weight is ignored.',
  parameters: {
    type: 'object',
    properties: {
      withinSeconds: {
        type: 'number',
        minimum: 0,
        description: 'The lead time in seconds up to which the factor applies.',
      },
      factor: {
        type: 'number',
        minimum: 0,
        maximum: 1_000_000,
        description: 'The factor by which the reassignment weight is multiplied.',
      },
    },
    required: ['withinSeconds', 'factor'],
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, operationTags, parameters }, context) {
    context.terms.stabilities.push({
      rule: index,
      withinSeconds: parameters.withinSeconds,
      factor: parameters.factor,
      operations: context.operations(operationTags),
    });
  },
};
