import { once } from 'node:events';
import type { Server } from 'node:net';
import { codeOf, messageOf } from '../../engine/messageOf.ts';
import { InputError } from '../inputFile.ts';

/** Lets the server listen on the port of a setting. Throws InputError when that cannot be used. */
export const listenOn = async (server: Server, setting: string, port: number, host: string, backlog?: number) => {
  server.listen(port, host, backlog);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new InputError([
      codeOf(error) === 'EADDRINUSE'
        ? `${setting}=${port}: another process listens on ${host}:${port}; choose another port.`
        : `HOST=${host} ${setting}=${port}: ${messageOf(error)}`,
    ]);
  }
};
