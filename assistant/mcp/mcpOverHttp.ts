import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer, type McpOptions, type McpTarget } from './mcpServer.ts';

/** Neither: the message needs no answer. */
export interface McpAnswer {
  readonly message?: object;
  /** Why it is no message of the protocol. */
  readonly refused?: string;
}

/** Of which the transport wants to be sure, though it answers with JSON alone. */
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/**
 * Answers one message that came by Streamable HTTP (Model Context Protocol, revision 2025-11-25), without a session: whatever node gets the next
 * message can answer it.
 */
export const answerMcp = async (
  message: unknown,
  version: string | undefined,
  target: McpTarget,
  options: McpOptions,
): Promise<McpAnswer> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(target, options);
  await server.connect(transport);
  try {
    const headers = version === undefined ? HEADERS : { ...HEADERS, 'mcp-protocol-version': version };
    const request = new Request('http://localhost/', { method: 'POST', headers });
    const answer = await transport.handleRequest(request, { parsedBody: message });
    const text = await answer.text();
    if (text === '') return {};
    const said = JSON.parse(text) as { readonly error?: { readonly message: string } };
    return answer.ok ? { message: said } : { refused: said.error?.message ?? text };
  } finally {
    await server.close();
  }
};
