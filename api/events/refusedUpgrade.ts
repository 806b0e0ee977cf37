import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers that say how a response is sent. */
const OWN = new Set(['connection', 'content-length', 'transfer-encoding']);

/** Sends the response to an upgrade that the app refused, and ends the connection. The adaptor would send it without its body. */
export const sendRefusal = async (socket: Duplex, response: Response): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer());
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    'Connection: close',
    `Content-Length: ${body.length}`,
  ];
  for (const [name, value] of response.headers) if (!OWN.has(name)) head.push(`${name}: ${value}`);
  await new Promise<void>((resolve) => {
    socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]), resolve);
  });
  socket.destroy();
};
