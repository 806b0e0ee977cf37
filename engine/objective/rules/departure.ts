import { compressRows } from '../../instance/compressRows.ts';
import { RELATION, type Relation, type RuleKind } from './ruleKind.ts';

type DepartureParameters = { readonly relation: Relation; readonly seconds: number };

export const departure: RuleKind<DepartureParameters> = {
  kind: 'departure',
  description:
    'Each pair of operations on related resources that end less than `seconds` seconds apart costs the weight, for example two push-backs into one alley. Both operations have any of operationTags (when empty, every operation but blockers), both resources any of resourceTags (all when empty). The end of each part of a split assignment counts, since a tow leaves the resource too. Two blockers are never a pair.',
  parameters: {
    type: 'object',
    properties: {
      relation: RELATION,
      seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 86_400,
        description: 'The shortest time in seconds that should lie between the two ends.',
      },
    },
    required: ['relation', 'seconds'],
    additionalProperties: false,
  },
  mayBeHard: false,
  mayBeNegative: false,
  compile({ index, cost, operationTags, resourceTags, parameters }, context) {
    const counts = context.resourceMask(resourceTags);
    const related = context.related(parameters.relation);
    const rows = compressRows(
      related.map((others, resource) => (counts[resource] === 1 ? others.filter((other) => counts[other] === 1) : [])),
    );
    context.terms.departures.push({
      rule: index,
      cost,
      seconds: parameters.seconds,
      member: context.placedMask(operationTags),
      relatedStart: rows.start,
      related: rows.values,
    });
  },
};
