import { present } from '../../engine/present.ts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the model received. */
export interface ModelRequest {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_call_id?: string }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
  /** The body as it was sent. */
  readonly text: string;
}

/** Plays one response of the model. */
export type Turn = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

export interface ModelServer {
  readonly baseUrl: string;
  readonly requests: ModelRequest[];
  /** Number of connections that the client closed before the response ended. */
  readonly hangUps: () => number;
  close(): Promise<void>;
}

/** Starts a server with the OpenAI chat protocol on the loopback interface. Turns are played in order; the last one repeats. */
export const openModelServer = async (...turns: readonly Turn[]): Promise<ModelServer> => {
  const requests: ModelRequest[] = [];
  let hangUps = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const sent = await text(request);
      const { authorization } = request.headers;
      const received = { authorization, body: JSON.parse(sent), text: sent } as ModelRequest;
      requests.push(received);
      response.on('close', () => {
        if (!response.writableEnded) hangUps++;
      });
      await present(turns[Math.min(requests.length, turns.length) - 1])(response, received);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    hangUps: () => hangUps,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export const begin = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
};

/** Sends one event of the stream. */
export const send = (response: ServerResponse, delta: object, finish: string | null = null): void => {
  const chunk = {
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
};

export const end = (response: ServerResponse, tokens = 10): void => {
  const usage = { prompt_tokens: tokens, completion_tokens: 5, total_tokens: tokens + 5 };
  const last = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage };
  response.write(`data: ${JSON.stringify(last)}\n\n`);
  response.end('data: [DONE]\n\n');
};

export const says =
  (...pieces: readonly string[]): Turn =>
  (response) => {
    begin(response);
    for (const content of pieces) send(response, { role: 'assistant', content });
    send(response, {}, 'stop');
    end(response);
  };

/** Calls a tool; the arguments are sent in the given number of pieces. */
export const calls =
  (
    name: string,
    input: unknown,
    { pieces = 1, tokens = 10, raw }: { pieces?: number; tokens?: number; raw?: string } = {},
  ): Turn =>
  (response, { body }) => {
    const text = raw ?? JSON.stringify(input);
    const id = `call-${body.messages.length}`;
    begin(response);
    send(response, {
      role: 'assistant',
      tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: '' } }],
    });
    const size = Math.max(1, Math.ceil(text.length / pieces));
    for (let at = 0; at < text.length; at += size) {
      send(response, { tool_calls: [{ index: 0, function: { arguments: text.slice(at, at + size) } }] });
    }
    send(response, {}, 'tool_calls');
    end(response, tokens);
  };

export const fails =
  (status: number, headers: Readonly<Record<string, string>> = {}): Turn =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'secret detail of the endpoint', type: 'server_error' } }));
  };
