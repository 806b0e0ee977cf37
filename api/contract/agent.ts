import { z } from 'zod';
import { Id, JsonValue, QueryBoolean, text } from '../../schedule/entities/primitives.ts';
import { HeartbeatLine, ErrorLine, lineType, Move, SkippedMoves, VirtualState } from './resolution.ts';
import { ScoreChange } from './score.ts';
import { ChangesetRecord } from './workspace.ts';

export const AgentRequest = z
  .strictObject({
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['user', 'assistant', 'system']).meta({ description: 'Who wrote the message.' }),
          content: text(100_000).meta({ description: 'The text of the message, at most 100,000 characters.' }),
        }),
      )
      .min(1)
      .max(500)
      .meta({ description: 'The conversation so far, oldest first; the last message is the one to answer.' }),
    virtualState: VirtualState.exactOptional(),
  })
  .meta({
    id: 'AgentRequest',
    example: { messages: [{ role: 'user', content: 'Which conflicts are there this morning?' }] },
  });
export type AgentRequest = z.output<typeof AgentRequest>;

/** The body of a request that runs one of the assistant's tools. */
export const ToolRequest = z
  .strictObject({
    input: JsonValue.exactOptional().meta({
      description: 'The input of the tool; the list of tools has its schema. Default: an empty object.',
    }),
    virtualState: VirtualState.exactOptional(),
  })
  .meta({ id: 'ToolRequest', example: { input: { from: '14:00', to: '18:00' } } });

export const ToolAnswer = z
  .object({ result: z.unknown().meta({ description: 'What the tool found or did; its form depends on the tool.' }) })
  .meta({ id: 'ToolAnswer' });

/** One JSON-RPC message of the Model Context Protocol. Only `jsonrpc` is checked here; the protocol's library validates the rest. */
export const McpMessage = z
  .looseObject({ jsonrpc: z.literal('2.0').meta({ description: 'The version of JSON-RPC.' }) })
  .meta({ id: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });

export const McpQuery = z.object({
  writes: QueryBoolean.exactOptional().meta({
    description: 'Also offer tools that store proposals, start optimizations and apply proposals.',
  }),
});

/** The changeset that was written, and the moves that were skipped because the schedule had changed since the proposal. */
export const AppliedProposal = ChangesetRecord.extend({
  skipped: SkippedMoves,
}).meta({ id: 'AppliedProposal' });

const CallId = z.string().meta({ description: 'The id of the call, the same in its result.' });
const ToolName = z.string().meta({ description: 'The name of the tool.' });

export const AgentLine = z
  .discriminatedUnion('type', [
    z.object({
      type: lineType('text', 'The next piece of the answer.'),
      delta: z.string().meta({ description: 'Text to be added to what was sent before.' }),
    }),
    z.object({
      type: lineType('tool_call', 'A tool is called.'),
      id: CallId,
      name: ToolName,
      arguments: z.unknown().meta({ description: 'The input of the tool.' }),
    }),
    z.object({
      type: lineType('tool_result', 'A tool has ended.'),
      id: CallId,
      name: ToolName,
      result: z.unknown().meta({ description: 'What the tool found or did, or `{ error }`.' }),
    }),
    z.object({
      type: lineType('proposal', 'Moves that may be applied.'),
      id: Id,
      moves: z.array(Move).meta({ description: 'The moves of the proposal.' }),
      score: ScoreChange,
      explanation: z.string().meta({ description: 'The proposal in one sentence.' }),
    }),
    z.object({
      type: lineType('done', 'The answer is complete; this is the last line.'),
      usage: JsonValue.meta({
        description: 'The language model (null if none was asked), its steps, and its input and output tokens.',
      }),
    }),
    ErrorLine,
    HeartbeatLine,
  ])
  .meta({ id: 'AgentLine' });
export type AgentLine = z.output<typeof AgentLine>;
