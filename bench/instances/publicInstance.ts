import type { PlanningDocument, Weights } from '../../engine/instance/planningDocument.ts';

/** Maps operations to resources; operations without a place are absent. */
export type Places = ReadonlyMap<string, string>;

/** A plan's score by the instance's own definition, computed from its own format. Lower is better, level by level. */
export interface OwnScore {
  /** The violations, weighted as in the format. */
  readonly hard: number;
  readonly unassigned: number;
  readonly soft: number;
}

/** A published benchmark instance as a planning document. */
export interface PublicInstance {
  readonly family: 'personnel tasks' | 'patient admission' | 'planning document';
  readonly document: PlanningDocument;
  /** The score by the instance's own definition; null where the document is the instance's own format. */
  readonly score: ((places: Places) => OwnScore) | null;
}

/** The largest weight of an unassigned operation, which leaves room for a larger one of conflicts. */
const MOST_UNASSIGNED = 400_000;

/**
 * Weights that rank conflicts above unassigned operations, and those above everything else: one unassigned operation costs more than
 * all rules together can (`mostRules`), as far as the limit on weights allows.
 */
export const levelWeights = (mostRules: number): Required<Pick<Weights, 'conflict' | 'unassigned'>> => {
  const unassigned = Math.min(MOST_UNASSIGNED, Math.ceil(mostRules) + 1);
  return { conflict: 2 * unassigned, unassigned };
};
