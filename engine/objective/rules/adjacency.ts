import { compressRows } from '../../instance/compressRows.ts';
import { RELATION, type Relation, type RuleKind } from './ruleKind.ts';

type AdjacencyParameters = { readonly relation: Relation; readonly otherTags?: readonly string[] };

export const adjacency: RuleKind<AdjacencyParameters> = {
  kind: 'adjacency',
  description:
    'Two operations at the same time on related resources, one with any of operationTags and the other with any of otherTags (all when empty), cost the weight, or are a conflict when hard. With resourceTags, the first one is on a resource with any of them. Two blockers are never a pair.',
  parameters: {
    type: 'object',
    properties: {
      relation: RELATION,
      otherTags: {
        type: 'array',
        items: { type: 'string' },
        description: 'The other operation has any of these tags; all operations when empty.',
      },
    },
    required: ['relation'],
    additionalProperties: false,
  },
  mayBeHard: true,
  mayBeNegative: false,
  compile({ index, hard, cost, operationTags, resourceTags, parameters }, context) {
    const sides = context.resourceMask(resourceTags);
    const { relation, otherTags = [] } = parameters;
    const related = context.related(relation);
    const rows = compressRows(related.map((others, resource) => (sides[resource] === 1 ? others : [])));
    context.terms.adjacencies.push({
      rule: index,
      hard,
      cost,
      own: context.partMask(operationTags),
      other: context.partMask(otherTags),
      relatedStart: rows.start,
      related: rows.values,
    });
  },
};
