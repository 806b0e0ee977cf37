import type { Command } from 'commander';
import { IN_LINES, type Line, linesOf } from '../client/lines.ts';
import type { components } from '../client/schema.d.ts';
import { openTidegate, type Tidegate } from '../client/tidegate.ts';
import { readConfig } from './config.ts';
import { InputError } from './inputFile.ts';
import { answerOf, orRefused } from './refused.ts';
import { runningServer, type Server } from './runningServer.ts';

export type AgentLine = Line<'/v1/plannings/{id}/agent/'>;
export type AgentRequest = components['schemas']['AgentRequest'];
type AppliedChange = components['schemas']['AppliedProposal'];

/** A client of the assistant of a running server. All methods throw InputError with the server's reason when it refuses. */
export interface AgentClient {
  readonly planning: string;
  /** Sends a conversation and yields the lines of the response. */
  ask(messages: AgentRequest['messages'], signal?: AbortSignal): AsyncIterable<AgentLine>;
  apply(proposal: string): Promise<AppliedChange>;
  tool(name: string, input: unknown): Promise<unknown>;
}

export interface ServerOptions {
  readonly url?: string;
  readonly token?: string;
  readonly planning?: string;
  readonly workspace?: string;
}

export const withServerOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the server (default: TIDEGATE_URL, else the server running on DATA_DIR)')
    .option('--token <token>', 'API key (default: TIDEGATE_TOKEN; the server running on DATA_DIR needs none)')
    .option('--planning <id>', 'planning to work on (default: the only one)')
    .option('--workspace <id>', 'draft to work on (default: the live schedule)');

/** The server that the options name, else the one in the environment, else the one that runs on this machine's data directory. */
const findServer = ({
  url = process.env['TIDEGATE_URL'],
  token = process.env['TIDEGATE_TOKEN'],
}: ServerOptions): Server => {
  if (url !== undefined) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new InputError([`--url (or TIDEGATE_URL) ${url}: is not an http or https URL`]);
    if (token === undefined) throw new InputError(['--token (or TIDEGATE_TOKEN) is needed with --url']);
    return { url: url.replace(/\/+$/, ''), token };
  }
  const { DATA_DIR } = readConfig(process.env);
  const server = runningServer(DATA_DIR, token, '; give --token');
  if (server === null)
    throw new InputError([`No server is running on ${DATA_DIR}: start one, or name one with --url and --token`]);
  return server;
};

/** Also refuses a planning, a draft or an API key that the server does not know. */
export const openAgentClient = async (options: ServerOptions): Promise<AgentClient> => {
  const { url, token } = findServer(options);
  const { workspace } = options;
  const server = openTidegate({ url, token, ...(workspace === undefined ? {} : { workspace }) });
  const id = options.planning ?? (await onlyPlanning(server));
  await answerOf(server.GET('/v1/plannings/{id}/', { params: { path: { id } } }));
  return {
    planning: id,
    async *ask(messages, signal) {
      const request = { ...IN_LINES, params: { path: { id } }, body: { messages }, signal: signal ?? null };
      const lines = linesOf<'/v1/plannings/{id}/agent/'>(server.POST('/v1/plannings/{id}/agent/', request));
      for (;;) {
        const { done, value } = await orRefused(lines.next());
        if (done) return;
        yield value;
      }
    },
    apply: (proposal) => {
      const params = { path: { id, proposal_id: proposal } };
      return answerOf(server.POST('/v1/plannings/{id}/agent/proposals/{proposal_id}/apply/', { params }));
    },
    tool: async (tool, input) => {
      const request = { params: { path: { id, tool } }, body: { input } };
      return (await answerOf(server.POST('/v1/plannings/{id}/agent/tools/{tool}/', request))).result;
    },
  };
};

const onlyPlanning = async (server: Tidegate): Promise<string> => {
  const organizations = await answerOf(server.GET('/v1/organizations/'));
  const plannings: { readonly id: string; readonly name: string }[] = [];
  for (const { id } of organizations) {
    const params = { path: { org_pk: id } };
    plannings.push(...(await answerOf(server.GET('/v1/organizations/{org_pk}/plannings/', { params }))));
  }
  const [only, ...others] = plannings;
  if (only !== undefined && others.length === 0) return only.id;
  throw new InputError([
    plannings.length === 0
      ? 'There is no planning yet.'
      : `Name one with --planning: ${plannings.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
  ]);
};
