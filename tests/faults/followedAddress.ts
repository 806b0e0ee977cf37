import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One address that leads to the current primary, like that of a load balancer or a floating IP. */
export class FollowedAddress {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private target: number;

  private constructor(target: number) {
    this.target = target;
    this.server = createServer((client) => {
      const upstream = connect(this.target, '127.0.0.1');
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ]) {
        this.sockets.add(from);
        from
          .on('error', () => {})
          .on('close', () => {
            this.sockets.delete(from);
            to.destroy();
          });
        from.pipe(to);
      }
    });
  }

  static async open(target: number): Promise<FollowedAddress> {
    const address = new FollowedAddress(target);
    address.server.listen(0, '127.0.0.1');
    await once(address.server, 'listening');
    return address;
  }

  get url(): string {
    return `postgres://tidegate@127.0.0.1:${(this.server.address() as AddressInfo).port}/postgres`;
  }

  leadTo(target: number): void {
    this.target = target;
    this.cut();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
