import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '../listenLocally.ts';

interface Message {
  type: string;
  data: { change: string; number: number; events: { type: string }[]; truncated?: { events: number } };
}

export interface Received {
  id: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Message;
}

/** Starts a subscriber on this machine, whose responses have the status that `answerTo` returns. */
export const openReceiver = async (
  answerTo: (message: Received) => number,
): Promise<{ readonly address: string; close(): void }> => {
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers } = request;
    const sent = await text(request);
    const message = { id: String(headers['webhook-id']), headers, text: sent, body: JSON.parse(sent) as Message };
    response.writeHead(answerTo(message)).end();
  };
  const server = createServer((request, response) => void take(request, response));
  const address = `http://127.0.0.1:${await listenLocally(server)}/in`;
  return {
    address,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
