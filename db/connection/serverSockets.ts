import { Socket } from 'node:net';

/** What postgres.js says of the server when it asks for a socket: hosts with their ports, or the path of a socket file. */
export interface ServerAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/** The sockets of a pool. Its connections can be cut, however silent the server is: postgres.js waits for the server when it closes one. */
export class ServerSockets {
  private readonly sockets = new Set<Socket>();
  private turn = 0;

  /** The driver's option `socket`. Several hosts take turns. */
  readonly open = ({ host, port, path }: ServerAddress): Socket => {
    for (const socket of this.sockets) if (socket.destroyed) this.sockets.delete(socket);
    const socket = new Socket();
    this.sockets.add(socket);
    const at = this.turn++ % port.length;
    // The driver takes the server's name in its certificate from here.
    Object.assign(socket, { host: host[at], port: port[at] });
    // The driver attaches its listeners after this call, and an unreachable network is an error at once.
    setImmediate(() => {
      if (socket.destroyed) return;
      if (path === false) socket.connect(port[at] ?? 0, host[at] ?? '');
      else socket.connect(path);
    });
    return socket;
  };

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /** Attempts that have got no answer yet begin anew. */
  cutConnecting(): void {
    for (const socket of this.sockets) if (socket.connecting) socket.destroy();
  }
}
