import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAdminToken } from '../../db/connection/adminToken.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { accepted, dataOf, openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { freePort } from '../freePort.ts';
import { type Started, start } from '../processes.ts';
import { cancelRun, importPlanning } from '../served.ts';

const ORGANIZATION = 'demo';
const MANY_LOGINS = '1000';

interface Move {
  readonly operation: string;
  readonly resource: string;
}

export interface TestLogin {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** A server as started by `npm start`: the embedded database, the demo day, the board at `/`. */
export interface BoardServer {
  readonly base: string;
  /** Planning id of the demo day. */
  readonly demo: string;
  newUser(name: string, role: 'planner' | 'viewer' | 'admin'): Promise<TestLogin>;
  /** Imports a planning and returns its id. */
  import(document: PlanningDocument): Promise<string>;
  /** A client of an administrator who is none of the logins. */
  readonly tidegate: Tidegate;
  /** Moves an operation as another user, even if it changed. */
  move(operation: string, resource: string): Promise<void>;
  moveAll(moves: readonly Move[]): Promise<void>;
  export(planning: string): Promise<PlanningDocument>;
  /** Kills the server with `kill -9`. */
  kill(): Promise<void>;
  /** Restarts the server at the same address on the same data. */
  restart(): Promise<void>;
  /** Restarts the server if it was killed, and cancels all runs: what a test may leave that failed halfway. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** `more` returns further settings for the port that the server will use. */
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

  const tidegate = openTidegate({ url: base, token: key });
  let users = 0;

  return {
    base,
    demo,
    tidegate,
    async move(operation, resource) {
      await accepted(tidegate.POST('/v1/assignments/', { body: { operation, resource, override: true } }));
    },
    async moveAll(moves) {
      const assignments = moves.map((move) => ({ ...move, override: true }));
      await accepted(tidegate.POST('/v1/assignments/bulk/', { body: { assignments } }));
    },
    async export(id) {
      return (await dataOf(
        tidegate.GET('/v1/plannings/{id}/export/', { params: { path: { id } } }),
      )) as PlanningDocument;
    },
    async newUser(name, role) {
      const login = { email: `${name.toLowerCase()}${++users}@board.test`, password: `${name} keeps a secret`, name };
      const machine = readAdminToken(directory);
      if (machine === null) throw new Error('The server keeps no administrator token.');
      const { POST } = openTidegate({ url: base, token: machine });
      await accepted(POST('/auth/internal/users/', { body: { ...login, organization: ORGANIZATION, role } }));
      return login;
    },
    import: (document) => importPlanning(tidegate, ORGANIZATION, document),
    async kill() {
      await server.end('SIGKILL');
    },
    async restart() {
      await serve();
    },
    async settle() {
      if (server.hasEnded()) await serve();
      const all = { params: { path: { org_pk: ORGANIZATION } } };
      const plannings = await dataOf(tidegate.GET('/v1/organizations/{org_pk}/plannings/', all));
      for (const { id: planning } of plannings) {
        const params = { path: { id: planning } };
        const runs = await dataOf(tidegate.GET('/v1/plannings/{id}/optimization-task-results/', { params }));
        const unfinished = runs.filter(({ finishedAt }) => finishedAt === null);
        for (const { id } of unfinished) await cancelRun(tidegate, planning, id, { apply: false });
      }
    },
    async stop() {
      await server.end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
};
