import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { createMcpServer, type McpTarget } from '../../assistant/mcp/mcpServer.ts';
import { type AgentClient, openAgentClient, type ServerOptions, withServerOptions } from '../agentClient.ts';
import { InputError } from '../inputFile.ts';
import { VERSION } from '../version.ts';

export const mcpCommand = (): Command =>
  withServerOptions(new Command('mcp'))
    .option('--allow-writes', 'also offer tools that store proposals, start optimizations and apply proposals')
    .action(async (options: ServerOptions & { readonly allowWrites?: boolean }) => {
      const target = mcpTarget(await openAgentClient(options));
      const server = createMcpServer(target, { version: VERSION, allowWrites: options.allowWrites ?? false });
      await server.connect(new StdioServerTransport());
    });

/** Runs the tools on the server over HTTP, with the rights of the token. */
export const mcpTarget = (client: AgentClient): McpTarget => ({
  tool: (name, input) => client.tool(name, input),
  apply: (proposal) => client.apply(proposal),
  refusalOf(error) {
    if (error instanceof InputError) return error.problems.join('\n');
    throw error;
  },
});
