import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Lets the server listen on a free port of the loopback address, and returns the port. */
export const listenLocally = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
