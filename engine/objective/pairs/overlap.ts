import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import { visitPairsByResource } from './pair.ts';
import type { EmitTerm } from '../term.ts';

/** Two parts on one resource at one time: a conflict. Its increment is `conflictCost` for each such pair. */
export const overlapTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void =>
  visitPairsByResource(instance, placement, (part, other, resource) => {
    if (instance.start[other] >= instance.end[part]) return;
    emit({ level: 'conflicts', kind: 'overlap', rule: -1, cost: instance.conflictCost, part, other, resource });
  });
