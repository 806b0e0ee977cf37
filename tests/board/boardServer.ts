import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAdminToken } from '../../db/connection/adminToken.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { freePort } from '../freePort.ts';
import { type Started, start } from '../processes.ts';

const ORGANIZATION = 'demo';
const MANY_LOGINS = '1000';

export interface TestLogin {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** A server as `npm start` starts it: the embedded database, the demo day, the board at `/`. */
export interface BoardServer {
  readonly base: string;
  /** The demo day's id. */
  readonly demo: string;
  newUser(name: string, role: 'planner' | 'viewer' | 'admin'): Promise<TestLogin>;
  /** Answers the planning's id. */
  import(document: PlanningDocument): Promise<string>;
  /** As an administrator that is none of the logins. Throws on any status from 400 on. */
  request(path: string, init?: { readonly method?: string; readonly body?: unknown }): Promise<unknown>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** At the same address, on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** `more`: settings, made for the port that it will serve. */
export const startBoard = async (
  more: (port: number) => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
): Promise<BoardServer> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'tidegate-board-'));
  const port = await freePort();
  const environment = {
    DATA_DIR: directory,
    THREADS: '1',
    BOARD: 'true',
    LOGINS_PER_MINUTE: MANY_LOGINS,
    ...(await more(port)),
  };
  let server: Started;
  const serve = async (): Promise<string> => {
    server = start(['serve'], { ...environment, PORT: String(port) });
    return (await server.line(/serves (http:\/\/\S+)/))[1] ?? '';
  };
  const base = await serve();
  const { 1: demo = '' } = await server!.line(/^Demo planning: .* \((\S+)\)$/m);
  const { 1: key = '' } = await server!.line(/^API key: (\S+)$/m);

  const send = async (token: string, to: string, method: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${to}`, {
      method,
      headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const request: BoardServer['request'] = (to, { method = 'GET', body } = {}) => send(key, to, method, body);

  return {
    base,
    demo,
    request,
    async newUser(name, role) {
      const login = { email: `${name.toLowerCase()}@board.test`, password: `${name} keeps a secret`, name };
      const machine = readAdminToken(directory);
      if (machine === null) throw new Error('The server keeps no administrator token.');
      await send(machine, '/auth/internal/users/', 'POST', { ...login, organization: ORGANIZATION, role });
      return login;
    },
    async import(document) {
      const made = await request(`/v1/organizations/${ORGANIZATION}/plannings/import/`, {
        method: 'POST',
        body: document,
      });
      return (made as { planning: { id: string } }).planning.id;
    },
    async kill() {
      await server.end('SIGKILL');
    },
    async restart() {
      await serve();
    },
    async stop() {
      await server.end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
};
