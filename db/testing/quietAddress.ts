import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An address that leads to a server and can fall silent: what is sent is accepted and kept back. */
export class QuietAddress {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private newest: readonly [client: Socket, upstream: Socket] | undefined;
  private readonly swallowing = new Set<Socket>();
  private isQuiet = false;

  constructor(host: string, port: number) {
    this.server = createServer((client) => {
      const upstream = connect(port, host);
      this.newest = [client, upstream];
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.sockets.add(from);
        from.on('error', () => {});
        from.on('data', (bytes) => {
          if (!this.swallowing.has(from)) to.write(bytes);
        });
        from.on('close', () => {
          this.sockets.delete(from);
          // A server that is out of reach does not learn that its client has gone.
          if (!this.isQuiet && !this.swallowing.has(from)) to.destroy();
        });
        if (this.isQuiet) from.pause();
      }
    });
  }

  async open(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  quiet(isQuiet: boolean): void {
    this.isQuiet = isQuiet;
    for (const socket of this.sockets) {
      if (isQuiet) socket.pause();
      else socket.resume();
    }
  }

  /** From now on, the newest connection loses the server's answers, or the bytes in both directions, and stays open. */
  swallow(lost: 'answers' | 'both'): void {
    const [client, upstream] = this.newest ?? [];
    if (client === undefined || upstream === undefined) throw new Error('There is no connection.');
    this.swallowing.add(upstream);
    if (lost === 'both') this.swallowing.add(client);
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
