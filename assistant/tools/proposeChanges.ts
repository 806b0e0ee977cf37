import { MOVE_KINDS } from '../../engine/strategies/strategy.ts';
import { plural } from '../../engine/wording.ts';
import { z } from 'zod';
import type { PlannedMove, ProposalRecord } from '../agentSchedule.ts';
import type { Directory } from '../directory/directory.ts';
import { Change, movesOf } from './changes.ts';
import { location, resource } from './inputs.ts';
import { isFulfilled, type JudgedCondition, onlyIf } from './onlyIf.ts';
import { Except } from './selection.ts';
import type { Named } from './shownConflict.ts';
import { defineTool, type ToolContext, ToolProblem } from './tool.ts';
import { clearing, closedPlaces, shownJudgment, type ShownJudgment } from './whatIf.ts';

export interface ShownProposal extends ShownJudgment {
  /** Null if nothing is proposed, because a condition does not hold. */
  readonly proposal: string | null;
  readonly moves: readonly {
    readonly kind: string;
    readonly operation: Named;
    readonly from: Named | null;
    readonly to: Named | null;
    readonly delayMinutes: number;
  }[];
}

const shownProposal = (
  directory: Directory,
  proposal: string | null,
  judged: Pick<ProposalRecord, 'moves' | 'score' | 'opened' | 'closed'>,
): ShownProposal => {
  const named = (id: string | null): Named | null =>
    id === null ? null : { id, name: directory.nameOf('resource', id) };
  return {
    proposal,
    moves: judged.moves.map((move) => ({
      kind: move.kind,
      operation: { id: move.operation, name: directory.nameOf('operation', move.operation) },
      from: named(move.fromResource),
      to: named(move.toResource),
      delayMinutes: Math.round(move.delaySeconds / 60),
    })),
    ...shownJudgment(directory, judged),
  };
};

/** Stores a proposal, shows it to the user, and returns what it would do. If it depends on a condition that does not hold, only returns that. */
export const proposeMoves = async (
  context: ToolContext,
  moves: readonly PlannedMove[],
  explanation: string,
  condition?: JudgedCondition,
): Promise<ShownProposal> => {
  const { schedule, scope, planning, virtualState } = context;
  const directory = await context.directory();
  if (condition !== undefined) {
    const judgment = await schedule.whatIf(scope, planning, { virtualState, moves });
    // What is not allowed is refused below, and says why.
    if (judgment.obstacles.length === 0 && !isFulfilled(condition, judgment))
      return shownProposal(directory, null, judgment);
  }
  const proposal = await schedule.createProposal(scope, planning, { virtualState, moves, explanation });
  context.propose(proposal);
  return shownProposal(directory, proposal.id, proposal);
};

export const proposeChanges = defineTool({
  name: 'propose_changes',
  description:
    'Makes a proposal of changes (moves, swaps as two moves, unassignments, holds), checked by the engine and shown to the user, who alone can apply it. Nothing changes by this. Refused for operations that are fixed, have arrived or only block, and for resources that are not eligible.',
  writes: true,
  input: z.strictObject({
    changes: z.array(Change).min(1).max(200),
    explanation: z.string().min(1).max(1000).describe('One sentence for the user: what it does and why'),
    onlyIf,
  }),
  async run(context, { changes, explanation, onlyIf: condition }) {
    return proposeMoves(context, movesOf(await context.directory(), changes), explanation, condition);
  },
});

const Closed = {
  resource,
  location,
  from: z.string().max(40).optional().describe('ISO 8601, or HH:MM in the planning’s zone; default now'),
  to: z.string().max(40).optional(),
  onto: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Id or name of the resource to which everything goes, also if that causes conflicts'),
  into: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Id or name of the location to which everything goes, each operation to its cheapest place there without a new conflict',
    ),
  tag: z.string().max(255).optional().describe('Clears it only of operations with this tag'),
  query: z.string().max(255).optional().describe('Clears it only of operations with these words in a name'),
  except: Except.optional(),
};

export const clearResource = defineTool({
  name: 'clear_resource',
  description:
    'Makes a proposal that clears a resource or a location for a while, or several: each operation there goes to the cheapest other place without a new conflict, or to the one, or into the location, that is named. Names what has to stay. Nothing changes by this.',
  writes: true,
  input: z.strictObject({
    ...Closed,
    also: z
      .array(z.strictObject(Closed))
      .max(50)
      .optional()
      .describe('Further resources or locations that the same proposal clears, each for its own time'),
    onlyIf,
    onlyIfAllMove: z.boolean().optional().describe('Makes the proposal only if nothing has to stay'),
  }),
  async run(context, { also = [], onlyIf: condition, onlyIfAllMove = false, ...first }) {
    const directory = await context.directory();
    const closures = [first, ...also];
    const { moves, moved, staying, kept } = await clearing(context, closures);
    const places = new Set(closures.map((one) => closedPlaces(directory, one).name));
    const explanation = `Clears ${[...places].join(', ')} of ${plural(moved.length, 'operation')}.`;
    const isComplete = staying.length === 0 || !onlyIfAllMove;
    const proposed =
      moves.length === 0 || !isComplete ? null : await proposeMoves(context, moves, explanation, condition);
    return { proposed, moved, staying, kept };
  },
});

/** Throws ToolProblem for a move that does not say what its kind needs. */
const checkMove = (directory: Directory, { kind, operation, toResource, delaySeconds }: PlannedMove): void => {
  if (!directory.operations.has(operation))
    throw new ToolProblem(`There is no operation ${operation} in this planning.`);
  const { name } = directory.operation(operation);
  if ((kind === 'reassign' || kind === 'swap') && toResource == null)
    throw new ToolProblem(`The move of ${name} names no toResource; to take its place away, use unassign.`);
  if (kind === 'unassign' && toResource != null)
    throw new ToolProblem(`The move of ${name} unassigns it, and yet names a toResource.`);
  if (kind === 'delay' && !(delaySeconds != null && delaySeconds > 0))
    throw new ToolProblem(`The delay of ${name} says not how long: give delaySeconds.`);
};

export const proposeStrategy = defineTool({
  name: 'propose_strategy',
  description: 'Makes a proposal of the moves of a strategy that resolve_conflict answered. Nothing changes by this.',
  writes: true,
  input: z.strictObject({
    moves: z
      .array(
        z.looseObject({
          kind: z.enum(MOVE_KINDS),
          operation: z.string().min(1).max(64),
          part: z.string().max(64).nullable().optional(),
          toResource: z.string().max(64).nullable().optional(),
          delaySeconds: z.number().min(0).max(172_800).optional(),
        }),
      )
      .min(1)
      .max(100),
    explanation: z.string().min(1).max(1000),
  }),
  async run(context, { moves, explanation }) {
    const directory = await context.directory();
    for (const move of moves) checkMove(directory, move);
    return proposeMoves(context, moves, explanation);
  },
});
