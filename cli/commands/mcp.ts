import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Command } from 'commander';
import { z } from 'zod';
import { TOOLS } from '../../assistant/tools/registry.ts';
import { type AgentClient, openAgentClient, type ServerOptions } from '../agentClient.ts';
import { InputError } from '../inputFile.ts';
import { VERSION } from '../version.ts';

export const mcpCommand = (): Command =>
  new Command('mcp')
    .option('--url <url>', 'server (default: TIDEGATE_URL, else the one that runs on DATA_DIR)')
    .option('--token <token>', 'API key (default: TIDEGATE_TOKEN)')
    .option('--planning <id>', 'planning the tools work on (default: the only one)')
    .option('--workspace <id>', 'draft the tools work on (default: the live schedule)')
    .option('--allow-writes', 'also offer tools that store proposals, start optimizations and apply proposals')
    .action(async (options: ServerOptions & { readonly allowWrites?: boolean }) => {
      const client = await openAgentClient(options);
      await createMcpServer(client, options.allowWrites ?? false).connect(new StdioServerTransport());
    });

interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly writes: boolean;
  run(client: AgentClient, input: unknown): Promise<unknown>;
}

const applyProposal: McpTool = {
  name: 'apply_proposal',
  description: 'Applies a proposal to the schedule, once. Ask the user before.',
  input: z.object({ proposal: z.string().min(1).max(64).describe('Id that a proposing tool answered') }),
  writes: true,
  run: (client, input) => client.apply((input as { readonly proposal: string }).proposal),
};

const ALL: readonly McpTool[] = [
  ...TOOLS.map(
    ({ name, description, input, writes }): McpTool => ({
      name,
      description,
      input,
      writes,
      run: (client, value) => client.tool(name, value),
    }),
  ),
  applyProposal,
];

/** The same tools, run by the server over HTTP with the token's rights. Without `allowWrites` those that store something are not there. */
export const createMcpServer = (client: AgentClient, allowWrites: boolean): Server => {
  const tools = ALL.filter(({ writes }) => allowWrites || !writes);
  const server = new Server({ name: 'tidegate', version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, input, writes }) => ({
      name,
      description,
      inputSchema: z.toJSONSchema(input) as { type: 'object' },
      annotations: { readOnlyHint: !writes, destructiveHint: name === applyProposal.name, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) return refusal(`There is no tool ${params.name} here.`);
    const parsed = tool.input.safeParse(params.arguments ?? {});
    if (!parsed.success) return refusal(z.prettifyError(parsed.error));
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await tool.run(client, params.arguments ?? {})) }] };
    } catch (error) {
      if (error instanceof InputError) return refusal(error.problems.join('\n'));
      throw error;
    }
  });
  return server;
};

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });
