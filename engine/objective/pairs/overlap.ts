import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import { visitPairsByResource } from './pair.ts';
import type { EmitTerm } from '../term.ts';

/** The terms of overlaps: each pair of parts that overlap on one resource is a conflict and costs `conflictCost`. */
export const overlapTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void =>
  visitPairsByResource(instance, placement, (part, other, resource) => {
    if (instance.start[other] >= instance.end[part]) return;
    emit({ level: 'conflicts', kind: 'overlap', rule: -1, cost: instance.conflictCost, part, other, resource });
  });
