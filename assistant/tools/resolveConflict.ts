import { z } from 'zod';
import { shownConflict } from './shownConflict.ts';
import { defineTool, oneOf, ToolProblem } from './tool.ts';
import { operation } from './inputs.ts';

export const resolveConflict = defineTool({
  name: 'resolve_conflict',
  description:
    'Finds strategies (sets of moves) that resolve the conflicts of an operation, best first, each with what it resolves, creates and costs. Changes nothing; pass a strategy’s moves to propose_strategy to show it to the user as a proposal.',
  input: z.strictObject({
    operation,
    maxStrategies: z.int().min(1).max(10).optional().describe('Default 3'),
    maxMoves: z.int().min(1).max(12).optional().describe('Default 4'),
    allowDelay: z.boolean().optional().describe('Default true'),
  }),
  async run({ schedule, scope, planning, directory: read, virtualState }, input) {
    const directory = await read();
    const operation = oneOf(directory, 'operation', input.operation);
    const entry = directory.operation(operation);
    const { name, record, stays } = entry;
    if (record.isBlocker)
      throw new ToolProblem(`${name} only blocks its resource; resolve the other operation of the conflict.`);
    if (stays.every(({ resource }) => resource === null))
      throw new ToolProblem(`${name} has no place, so there is no conflict to resolve.`);
    const { maxStrategies = 3, maxMoves, allowDelay } = input;
    const limits = { maxStrategies, maxMoves, allowDelay };
    const answer = await schedule.strategiesFor(scope, planning, operation, virtualState, limits);
    return {
      operation: { id: operation, name },
      conflicts: answer.conflicts.map((conflict) => shownConflict(directory, conflict)),
      complete: answer.complete,
      strategies: answer.strategies.map((strategy) => ({
        rank: strategy.rank,
        moves: strategy.moves.map((move) => ({
          ...move,
          operationName: directory.nameOf('operation', move.operation),
          toName: move.toResource === null ? null : directory.nameOf('resource', move.toResource),
        })),
        resolves: strategy.resolves.length,
        creates: strategy.creates.map((conflict) => shownConflict(directory, conflict)),
        delta: strategy.score.delta,
        explanation: strategy.explanation,
      })),
    };
  },
});
