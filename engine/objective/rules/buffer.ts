import type { RuleKind } from './ruleKind.ts';

type BufferParameters = {
  readonly seconds: number;
  readonly previousTags?: readonly string[];
  readonly nextTags?: readonly string[];
};

export const buffer: RuleKind<BufferParameters> = {
  kind: 'buffer',
  description:
    'Between two operations on one resource there must be a gap of `seconds` seconds; a shorter one costs the weight, or is a conflict when hard. The rule applies to every pair, not only to consecutive operations. Both operations have any of operationTags, the resource any of resourceTags (all when empty). Two blockers are never a pair.',
  parameters: {
    type: 'object',
    properties: {
      seconds: {
        type: 'integer',
        minimum: 0,
        maximum: 31_536_000,
        description: 'The shortest gap in seconds that is allowed.',
      },
      previousTags: {
        type: 'array',
        items: { type: 'string' },
        description: 'The earlier operation has any of these tags; all operations when empty.',
      },
      nextTags: {
        type: 'array',
        items: { type: 'string' },
        description: 'The later operation has any of these tags; all operations when empty.',
      },
    },
    required: ['seconds'],
    additionalProperties: false,
  },
  mayBeHard: true,
  mayBeNegative: false,
  compile({ index, hard, cost, operationTags, resourceTags, parameters }, context) {
    const { seconds, previousTags = [], nextTags = [] } = parameters;
    if (seconds === 0) return;
    const both = context.partMask(operationTags);
    const among = (tags: readonly string[]): Uint8Array => context.partMask(tags).map((has, part) => has & both[part]);
    context.terms.buffers.push({
      rule: index,
      seconds,
      hard,
      cost,
      previous: among(previousTags),
      next: among(nextTags),
      resources: context.resourceMask(resourceTags),
    });
  },
};
