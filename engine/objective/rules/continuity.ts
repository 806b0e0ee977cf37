import type { RuleKind, Scope } from './ruleKind.ts';

type ContinuityParameters = { readonly scope: Scope; readonly referenceTags?: readonly string[] };

export const continuity: RuleKind<ContinuityParameters> = {
  kind: 'continuity',
  description:
    'An operation with any of operationTags (when empty, every operation but blockers) costs the weight when it is not at the same place as the previous operation of the same flight, by schedule, that has any of referenceTags (all when empty), for example the stand that the flight had last, or had on a reference day that is in the plan. Operations with the same name are the same flight; the name is that of the inbound task, else of the outbound one. Of a split assignment, the first part counts.',
  parameters: {
    type: 'object',
    properties: {
      scope: {
        type: 'string',
        enum: ['location', 'resource'],
        description: 'Whether the location or the resource should stay the same.',
      },
      referenceTags: {
        type: 'array',
        items: { type: 'string' },
        description: 'The earlier operation has any of these tags; all operations when empty.',
      },
    },
    required: ['scope'],
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, operationTags, parameters }, context) {
    const own = context.placedMask(operationTags);
    const reference = context.placedMask(parameters.referenceTags ?? []);
    const previous = new Int32Array(own.length).fill(-1);
    for (const parts of context.flights()) {
      let last = -1;
      for (const part of parts) {
        if (own[part] === 1) previous[part] = last;
        if (reference[part] === 1) last = part;
      }
    }
    context.terms.continuities.push({
      rule: index,
      cost,
      previous,
      place: context.places(parameters.scope),
    });
  },
};
