import { present } from '../engine/present.ts';
import { frontierRecords } from '../schedule/runs/frontierRecords.ts';
import type { PoolResult } from '../solvers/pool/merge.ts';
import { InputError } from './inputFile.ts';
import { formatScore } from './progressLine.ts';

const USUAL_LIMITS: readonly (number | null)[] = [0, 1, 2, 5, 10, 20, 50, null];

/** Parses `0,1,2,all` into limits on reassignments, with null for any number; true stands for the default limits. Throws InputError. */
export const readLimits = (text: string | true): readonly (number | null)[] => {
  if (text === true) return USUAL_LIMITS;
  return text.split(',').map((limit) => {
    if (limit.trim() === 'all') return null;
    const value = Number(limit);
    if (limit.trim() === '' || !Number.isInteger(value) || value < 0)
      throw new InputError([`--frontier ${text}: ${JSON.stringify(limit)} is neither a whole number nor all`]);
    return value;
  });
};

/** A table with a line for each limit: the score, the number of reassignments, and the bound. */
export const frontierText = (frontier: NonNullable<PoolResult['frontier']>): string[] => {
  const rows = frontierRecords(frontier).map(({ maxReassignments, score, reassigned, bound }) => [
    maxReassignments === null ? 'any number' : `${maxReassignments}`,
    formatScore(score.total),
    `${reassigned}`,
    bound === null ? 'none' : formatScore(bound),
  ]);
  const head = ['at most', 'score', 'changed', 'bound'];
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => present(row[c]).length)));
  return [
    '',
    ...[head, ...rows].map((row) => `  ${row.map((cell, c) => cell.padStart(present(widths[c]))).join('  ')}`),
  ];
};
