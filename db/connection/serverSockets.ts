import { Socket } from 'node:net';

/** What postgres.js says of the server when it asks for a socket: hosts with their ports, or the path of a socket file. */
export interface ServerAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/** A session on one of the sockets. */
interface Session {
  /** The process that the server has for it, as it said when it opened the session. */
  readonly pid: number;
  /** The socket, or what encrypts it. */
  readonly socket: Socket;
  /** Whether it owes an answer to a statement. */
  readonly isWaiting: () => boolean;
  bytesRead: number;
  silentTicks: number;
}

/** The sockets of a pool. Its connections can be cut, however silent the server is: postgres.js waits for the server when it closes one. */
export class ServerSockets {
  private readonly sockets = new Set<Socket>();
  private sessions: readonly Session[] = [];
  private turn = 0;

  /** The driver's option `socket`. Several hosts take turns. */
  readonly open = Object.assign((address: ServerAddress): Socket => this.connect(address), {
    /** Called by the driver (`driver.ts`) when the server has opened a session. */
    opened: (socket: Socket, pid: number, isWaiting: () => boolean): void => {
      const { bytesRead } = socket;
      this.sessions = [...this.live(), { pid, socket, isWaiting, bytesRead, silentTicks: 0 }];
    },
  });

  /** Processes of the sessions. */
  get pids(): readonly number[] {
    return this.live().map(({ pid }) => pid);
  }

  /** To be called regularly. Returns the processes of sessions that have waited for an answer for more than `ticks` calls, in which nothing came. */
  overdue(ticks: number): readonly number[] {
    for (const session of this.live()) {
      const { bytesRead } = session.socket;
      session.silentTicks = session.isWaiting() && bytesRead === session.bytesRead ? session.silentTicks + 1 : 0;
      session.bytesRead = bytesRead;
    }
    return this.sessions.filter(({ silentTicks }) => silentTicks > ticks).map(({ pid }) => pid);
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /** Cuts the session of this process. */
  cutSession(pid: number): void {
    for (const session of this.live()) if (session.pid === pid) session.socket.destroy();
  }

  /** Attempts that have got no answer yet begin anew. */
  cutConnecting(): void {
    for (const socket of this.sockets) if (socket.connecting) socket.destroy();
  }

  private live(): readonly Session[] {
    return (this.sessions = this.sessions.filter(({ socket }) => !socket.destroyed));
  }

  private connect({ host, port, path }: ServerAddress): Socket {
    for (const socket of this.sockets) if (socket.destroyed) this.sockets.delete(socket);
    const socket = new Socket();
    this.sockets.add(socket);
    const at = this.turn++ % port.length;
    // The driver takes the server's name in its certificate from here; where it is an address, Node takes it from `_host`, or else asks for localhost.
    Object.assign(socket, { host: host[at], port: port[at], _host: host[at] });
    // The driver attaches its listeners after this call, and an unreachable network is an error at once.
    setImmediate(() => {
      if (socket.destroyed) return;
      if (path === false) socket.connect(port[at] ?? 0, host[at] ?? '');
      else socket.connect(path);
    });
    return socket;
  }
}
