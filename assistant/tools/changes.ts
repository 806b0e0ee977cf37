import { z } from 'zod';
import type { PlannedMove } from '../agentSchedule.ts';
import type { Directory } from '../directory/directory.ts';
import { oneOf, ToolProblem } from './tool.ts';
import { operation } from './inputs.ts';

/** The longest time for which a proposal holds an operation. */
export const MOST_HELD_MINUTES = 2880;

/** A change that a proposal may contain. */
export const Change = z.strictObject({
  operation,
  resource: z.string().min(1).max(255).nullable().optional().describe('The new resource, id or name; null unassigns'),
  part: z.string().max(64).optional().describe('Only this part of a split operation: id or index'),
  delayMinutes: z
    .number()
    .min(1)
    .max(MOST_HELD_MINUTES)
    .optional()
    .describe('Holds it for this long, arrival and departure alike'),
});
export type Change = z.output<typeof Change>;

/** Converts changes to moves. Throws ToolProblem for names that are unknown or ambiguous, and for changes without effect. */
export const movesOf = (directory: Directory, changes: readonly Change[]): PlannedMove[] => {
  const moves = changes.flatMap((change): PlannedMove[] => {
    const operation = oneOf(directory, 'operation', change.operation);
    const entry = directory.operation(operation);
    if (change.resource === undefined && change.delayMinutes === undefined) {
      throw new ToolProblem(`The change of ${entry.name} is empty: give a resource or delayMinutes.`);
    }
    const planned: PlannedMove[] = [];
    if (change.resource !== undefined) {
      const toResource = change.resource === null ? null : oneOf(directory, 'resource', change.resource);
      const fromResource = entry.stays[0]?.resource ?? null;
      const kind = toResource === null ? 'unassign' : 'reassign';
      planned.push({ kind, operation, part: change.part ?? null, fromResource, toResource });
    }
    if (change.delayMinutes !== undefined) {
      planned.push({ kind: 'delay', operation, delaySeconds: Math.round(change.delayMinutes * 60) });
    }
    return planned;
  });
  return isSwap(moves) ? moves.map((move) => ({ ...move, kind: 'swap' })) : moves;
};

const isSwap = ([a, b, ...more]: readonly PlannedMove[]): boolean =>
  more.length === 0 &&
  a?.kind === 'reassign' &&
  b?.kind === 'reassign' &&
  a.operation !== b.operation &&
  a.toResource === b.fromResource &&
  b.toResource === a.fromResource;
