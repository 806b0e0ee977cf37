import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what Linux (32768), macOS and Windows (49152) give to outgoing connections and to servers that listen on port 0. */
const [LOWEST, BEYOND] = [10_000, 32_000];

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * A free port on the loopback address that the system gives to nobody by itself, so that a server can be started on it, and started
 * again after it was killed.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND);
    if (await isFree(port)) return port;
  }
};
