import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { checked } from '../../schedule/entities/checked.ts';
import { TOOLS } from '../tools/registry.ts';

/** One planning with the caller's rights, on which tools run. */
export interface McpTarget {
  /** Runs a tool. Throws if it cannot be done. */
  tool(name: string, input: unknown): Promise<unknown>;
  apply(proposal: string): Promise<unknown>;
  /** The text of an expected error for the caller; rethrows unexpected errors. */
  refusalOf(error: unknown): string;
}

export interface McpOptions {
  /** Version of the service. */
  readonly version: string;
  /** If false, tools that store something are not offered. */
  readonly allowWrites: boolean;
}

interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly writes: boolean;
  run(target: McpTarget, input: unknown): Promise<unknown>;
}

const Proposal = z.strictObject({ proposal: z.string().min(1).max(64).describe('Id that a proposing tool returned') });

const applyProposal: McpTool = {
  name: 'apply_proposal',
  description: 'Applies a proposal to the schedule, once. Ask the user first.',
  input: Proposal,
  writes: true,
  run: (target, input) => target.apply(Proposal.parse(input).proposal),
};

const ALL: readonly McpTool[] = [
  ...TOOLS.map(
    ({ name, description, input, writes }): McpTool => ({
      name,
      description,
      input,
      writes,
      run: (target, value) => target.tool(name, value),
    }),
  ),
  applyProposal,
];

const READING =
  'These tools are about one planning: operations (such as turnarounds of aircraft, or calls of vessels) that stand on resources (stands, berths) for a time. Start with planning_metrics, find_operations and list_conflicts. Names and ids are accepted alike; a name that fits several is refused with its choices. Times are ISO 8601, or HH:MM in the planning’s time zone. Lower scores are better.';
const WRITING =
  'No tool but apply_proposal changes the schedule: propose changes first, show the user what a proposal does, and apply it only when the user agrees.';

/** The assistant's tools as a Model Context Protocol server, for any transport. */
export const createMcpServer = (target: McpTarget, { version, allowWrites }: McpOptions): Server => {
  const tools = ALL.filter(({ writes }) => allowWrites || !writes);
  const instructions = allowWrites ? `${READING} ${WRITING}` : `${READING} This connection only reads.`;
  const server = new Server({ name: 'tidegate', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, input, writes }) => ({
      name,
      description,
      inputSchema: { ...z.toJSONSchema(input), type: 'object' as const },
      annotations: { readOnlyHint: !writes, destructiveHint: name === applyProposal.name, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const isKept = ALL.some(({ name }) => name === params.name);
      return refusal(`There is no tool ${params.name}${isKept ? ' here: this connection only reads' : ''}.`);
    }
    const parsed = checked(tool.input, params.arguments ?? {});
    if (!parsed.success) return refusal(z.prettifyError(parsed.error));
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await tool.run(target, params.arguments ?? {})) }] };
    } catch (error) {
      return refusal(target.refusalOf(error));
    }
  });
  return server;
};

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
