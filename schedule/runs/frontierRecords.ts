import { type Score, toScore } from '../../engine/objective/score.ts';
import { toBound } from '../../engine/objective/wireNumbers.ts';
import type { FrontierPoint } from '../ports.ts';

/** A point of the frontier of score against reassignments, in weight units. */
export interface FrontierRecord {
  /** Null for any number. */
  readonly maxReassignments: number | null;
  readonly score: Score;
  readonly reassigned: number;
  readonly bound: number | null;
}

export const frontierRecords = (points: readonly FrontierPoint[]): FrontierRecord[] =>
  points.map(({ limit, levels, reassigned, bound }) => ({
    maxReassignments: limit,
    score: toScore(levels),
    reassigned,
    bound: toBound(bound),
  }));
