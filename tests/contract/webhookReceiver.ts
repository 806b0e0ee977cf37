import { createServer } from 'node:http';
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
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { headers } = request;
      const message = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) as Message };
      response.writeHead(answerTo(message)).end();
    });
  });
  const address = `http://127.0.0.1:${await listenLocally(server)}/in`;
  return {
    address,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
