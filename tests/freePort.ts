import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Above all ports that browsers and `fetch` refuse to connect to (the last one is 10080; Fetch Standard, "port blocking"), and below what Linux (32768),
 * macOS and Windows (49152) give to outgoing connections and to servers that listen on port 0.
 */
const [LOWEST, BEYOND] = [10_081, 32_000];

/** Handed out by this process, which may start its servers later than it asks for their ports. */
const given = new Set<number>();

const isFree = async (port: number, host?: string): Promise<boolean> => {
  const server = createServer().listen({ port, host });
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
 * A port that is free on the loopback address and on all addresses together, that the system gives to nobody by itself, and that is
 * handed out once, so that a server can be started on it, and started again after it was killed.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND);
    if (given.has(port) || !(await isFree(port, '127.0.0.1')) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
};
