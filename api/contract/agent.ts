import { z } from 'zod';
import { Id, JsonValue, QueryBoolean, text } from '../../schedule/entities/primitives.ts';
import { HeartbeatLine, ErrorLine, Move, VirtualState } from './resolution.ts';
import { ScoreChange } from './score.ts';
import { ChangesetRecord } from './workspace.ts';

export const AgentRequest = z
  .strictObject({
    messages: z
      .array(z.strictObject({ role: z.enum(['user', 'assistant', 'system']), content: text(100_000) }))
      .min(1)
      .max(500),
    virtualState: VirtualState.exactOptional(),
  })
  .meta({
    id: 'AgentRequest',
    example: { messages: [{ role: 'user', content: 'Which conflicts are there this morning?' }] },
  });
export type AgentRequest = z.output<typeof AgentRequest>;

/** The body of a request that runs one of the assistant's tools. */
export const ToolRequest = z
  .strictObject({ input: JsonValue.exactOptional(), virtualState: VirtualState.exactOptional() })
  .meta({ id: 'ToolRequest', example: { input: { from: '14:00', to: '18:00' } } });

export const ToolAnswer = z.object({ result: z.unknown() }).meta({ id: 'ToolAnswer' });

/** One JSON-RPC message of the Model Context Protocol. Only `jsonrpc` is checked here; the protocol's library validates the rest. */
export const McpMessage = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .meta({ id: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });

export const McpQuery = z.object({
  writes: QueryBoolean.exactOptional().meta({
    description: 'Also offer tools that store proposals, start optimizations and apply proposals.',
  }),
});

/** The changeset that was written, and the moves that were skipped because the schedule had changed since the proposal. */
export const AppliedProposal = ChangesetRecord.extend({
  skipped: z.array(z.object({ operation: Id, reason: z.string() })),
}).meta({ id: 'AppliedProposal' });

export const AgentLine = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), delta: z.string() }),
    z.object({ type: z.literal('tool_call'), id: z.string(), name: z.string(), arguments: z.unknown() }),
    z.object({ type: z.literal('tool_result'), id: z.string(), name: z.string(), result: z.unknown() }),
    z.object({
      type: z.literal('proposal'),
      id: Id,
      moves: z.array(Move),
      score: ScoreChange,
      explanation: z.string(),
    }),
    z.object({ type: z.literal('done'), usage: JsonValue }),
    ErrorLine,
    HeartbeatLine,
  ])
  .meta({ id: 'AgentLine' });
export type AgentLine = z.output<typeof AgentLine>;
