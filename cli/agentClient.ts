import type { AgentLine, AgentRequest } from '../api/contract/agent.ts';
import { liveHolder } from '../db/connection/directoryLock.ts';
import { readAdminToken } from '../db/connection/adminToken.ts';
import { readConfig } from './config.ts';
import { InputError } from './inputFile.ts';

/** The assistant of a running server. */
export interface AgentClient {
  readonly planning: string;
  /** Throws InputError with what the server refused. */
  ask(messages: AgentRequest['messages'], signal?: AbortSignal): AsyncIterable<AgentLine>;
  apply(proposal: string): Promise<AppliedChange>;
  tool(name: string, input: unknown): Promise<unknown>;
}

export interface AppliedChange {
  readonly id: string;
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
}

export interface ServerOptions {
  readonly url?: string;
  readonly token?: string;
  readonly planning?: string;
  readonly workspace?: string;
}

interface Server {
  readonly url: string;
  readonly token: string;
}

/** What the options name, else the environment, else the server that runs on this machine's data directory. */
const findServer = ({
  url = process.env['TIDEGATE_URL'],
  token = process.env['TIDEGATE_TOKEN'],
}: ServerOptions): Server => {
  if (url !== undefined) {
    if (token === undefined) throw new InputError(['--token (or TIDEGATE_TOKEN) is needed with --url']);
    return { url: url.replace(/\/+$/, ''), token };
  }
  const { DATA_DIR } = readConfig(process.env);
  const address = liveHolder(DATA_DIR)?.address;
  if (address == null)
    throw new InputError([`No server runs on ${DATA_DIR}: start one, or name one with --url and --token`]);
  const own = token ?? readAdminToken(DATA_DIR);
  if (own === null) throw new InputError([`${DATA_DIR}: its administrator's token cannot be read; give --token`]);
  return { url: address, token: own };
};

export const openAgentClient = async (options: ServerOptions): Promise<AgentClient> => {
  const { url, token } = findServer(options);
  const send = async (path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const response = await reach(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Token ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(options.workspace === undefined ? {} : { 'X-Workspace-Id': options.workspace }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw new InputError([`${response.status}: ${await detailOf(response)}`]);
    return response;
  };
  const planning = options.planning ?? (await onlyPlanning(send));
  const base = `/v1/plannings/${encodeURIComponent(planning)}/agent`;
  return {
    planning,
    async *ask(messages, signal) {
      const response = await send(`${base}/`, { messages }, signal);
      yield* readLines(response);
    },
    apply: async (proposal) =>
      (await (await send(`${base}/proposals/${encodeURIComponent(proposal)}/apply/`, {})).json()) as AppliedChange,
    tool: async (name, input) => {
      const response = await send(`${base}/tools/${encodeURIComponent(name)}/`, { input });
      return ((await response.json()) as { result: unknown }).result;
    },
  };
};

const reach = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new InputError([`${new URL(url).origin} cannot be reached`]);
  }
};

const detailOf = async (response: Response): Promise<string> => {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { detail?: string }).detail ?? text;
  } catch {
    return text.slice(0, 200);
  }
};

/** One JSON object a line; heartbeats are left out. */
export async function* readLines(response: Response): AsyncGenerator<AgentLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() === '') continue;
      const read = JSON.parse(line) as AgentLine;
      if (read.type !== 'heartbeat') yield read;
    }
  }
}

type Send = (path: string) => Promise<Response>;

const onlyPlanning = async (send: Send): Promise<string> => {
  const organizations = (await (await send('/v1/organizations/')).json()) as { id: string }[];
  const plannings: { id: string; name: string }[] = [];
  for (const { id } of organizations) {
    const listed = await send(`/v1/organizations/${encodeURIComponent(id)}/plannings/`);
    plannings.push(...((await listed.json()) as { id: string; name: string }[]));
  }
  const [only] = plannings;
  if (plannings.length === 1) return only.id;
  throw new InputError([
    plannings.length === 0
      ? 'There is no planning yet.'
      : `Name one with --planning: ${plannings.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
  ]);
};
