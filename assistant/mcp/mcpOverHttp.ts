import { memberOf } from '../../engine/recordOf.ts';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer, type McpOptions, type McpTarget } from './mcpServer.ts';

/** Has neither member if the message needs no response. */
export interface McpAnswer {
  readonly message?: object;
  /** Why the message is not valid in the protocol. */
  readonly refused?: string;
}

/** Headers that the transport requires, although it responds with JSON only. */
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/**
 * Answers one message that arrived by Streamable HTTP (Model Context Protocol, revision 2025-11-25), without a session, so any node can answer the
 * next one.
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
    const said: object = JSON.parse(text);
    if (answer.ok) return { message: said };
    const reason = memberOf(said, 'error', 'message');
    return { refused: typeof reason === 'string' ? reason : text };
  } finally {
    await server.close();
  }
};
