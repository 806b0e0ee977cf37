import type { PlanningDocument, Weights } from '../../engine/instance/planningDocument.ts';

/** Operation → resource; operations without a place are absent. */
export type Places = ReadonlyMap<string, string>;

/** What a plan is worth by the instance's own definition, worked out from its own format. Lower is better, level by level. */
export interface OwnScore {
  /** What must not be, weighted as the format weighs it. */
  readonly hard: number;
  readonly unassigned: number;
  readonly soft: number;
}

/** An instance that others published, as a planning document. */
export interface PublicInstance {
  readonly family: 'personnel tasks' | 'patient admission' | 'planning document';
  readonly document: PlanningDocument;
  /** Null where the document is the instance's own format. */
  readonly score: ((places: Places) => OwnScore) | null;
}

/** The largest weight a document may say, with room for a dearer one. */
const MOST_UNASSIGNED = 400_000;

/**
 * Weights that put conflicts above operations left out, and those above everything else: one left out costs more than all
 * rules together ever can (`mostRules`), as far as weights go.
 */
export const levelWeights = (mostRules: number): Required<Pick<Weights, 'conflict' | 'unassigned'>> => {
  const unassigned = Math.min(MOST_UNASSIGNED, Math.ceil(mostRules) + 1);
  return { conflict: 2 * unassigned, unassigned };
};
