import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenLocally } from './listenLocally.ts';

/** An address of its own for a server, like that of a load balancer, whose connections can be cut, fall silent or lose what is sent. */
export class Relay {
  /** The port of the loopback address that it listens on. */
  port = 0;
  private host: string;
  private target: number;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private newest: readonly [client: Socket, upstream: Socket] | undefined;
  private readonly swallowing = new Set<Socket>();
  private isQuiet = false;

  private constructor(host: string, target: number) {
    this.host = host;
    this.target = target;
    this.server = createServer((client) => {
      const upstream = connect(this.target, this.host);
      this.newest = [client, upstream];
      this.forward(client, upstream);
      this.forward(upstream, client);
    });
  }

  static async open(target: number | string, host = '127.0.0.1'): Promise<Relay> {
    const relay = new Relay(host, Number(target));
    relay.port = await listenLocally(relay.server);
    return relay;
  }

  /** From now on, connections lead to another port; those that are open are cut. */
  leadTo(target: number): void {
    this.target = target;
    this.cut();
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** What is sent is accepted and kept back until it is no longer quiet. */
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
    this.cut();
  }

  private forward(from: Socket, to: Socket): void {
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
}
